"""Lists the ordinary faults: every part of the service is killed and stopped, and every way to it is cut."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from redis.exceptions import RedisError

from tests.chaos.house import House
from tests.chaos.parts import PARTS, STORES, SUPERVISOR
from tests.service.processes import is_alive, wait_for
from tests.trials.tables import Hall
from tests.trials.wire import Wire

LEAST_STOP_S: Final = 1.0
MOST_STOP_S: Final = 4.0
DEAD_S: Final = 1.5


@dataclass
class Victim:
    """Represents a game that is spoiled on purpose, and the problem with which it must be refused from then on."""

    game: str
    token: str
    slug: str


@dataclass
class Scene:
    """Holds everything that a fault may touch."""

    house: House
    wire: Wire
    hall: Hall
    rng: Random
    victims: list[Victim] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


Act = Callable[[Scene], None]
"""Brings a fault about and returns when its cause is gone; its effects may last longer."""


@dataclass(frozen=True)
class Kind:
    """Represents a kind of fault and the group by which it can be chosen."""

    name: str
    group: str
    act: Act


def kill(part: str, scene: Scene) -> None:
    """Kill one process of a part with SIGKILL."""
    pid = scene.rng.choice(scene.house.pids(part))
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    assert part == SUPERVISOR or wait_for(lambda: not is_alive(pid))


def kill_every(part: str, scene: Scene) -> None:
    """Kill all processes of a part with SIGKILL, so that nothing of their memory remains."""
    pids = scene.house.pids(part)
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert wait_for(lambda: not any(map(is_alive, pids)))


def kill_all(scene: Scene) -> None:
    """Kill the supervisor with SIGKILL, which takes everything down with it, and start it again."""
    scene.house.running.kill()
    scene.house.start_again()


def stop(part: str, scene: Scene) -> None:
    """Stop one process of a part with SIGSTOP for some seconds."""
    pid = scene.rng.choice(scene.house.pids(part))
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        time.sleep(scene.rng.uniform(LEAST_STOP_S, MOST_STOP_S))
        os.kill(pid, signal.SIGCONT)


def cut_store(part: str, scene: Scene) -> None:
    """Break every connection to a store a few times."""
    client = scene.house.client(STORES.get(part, part))
    with client, suppress(RedisError):
        for _ in range(3):
            client.client_kill_filter(_type="normal", skipme=True)
            time.sleep(scene.rng.uniform(0.05, 0.4))


def cut_callers(scene: Scene) -> None:
    """Break every connection of the callers, let none through for a moment, and then let them connect again."""
    scene.wire.cut()
    time.sleep(scene.rng.uniform(0.2, 1.0))
    scene.wire.dead = True
    scene.wire.cut()
    time.sleep(scene.rng.uniform(0.2, DEAD_S))
    scene.wire.dead = False


ORDINARY: Final = (
    *(Kind(f"kill {part}", "kill", partial(kill, part)) for part in PARTS if part != SUPERVISOR),
    Kind(f"kill {SUPERVISOR}", "kill", kill_all),
    *(Kind(f"stop {part}", "stop", partial(stop, part)) for part in PARTS),
    *(Kind(f"cut {part}", "cut", partial(cut_store, part)) for part in STORES),
    Kind("cut callers", "cut", cut_callers),
)
