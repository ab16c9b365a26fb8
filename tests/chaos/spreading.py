"""Harms the queues, the sweeps and the object store of a service that has several of them, while games are read.

The object store is killed (`object_store` says what that means), stopped, slowed and cut; it refuses, forbids, is full
and sends bytes that have changed. While a fault lasts, somebody reads games that were already over.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Any, Final

from tests.chaos.faults import ORDINARY, Act, Kind, Scene, cut_store, kill_every, stop
from tests.chaos.spread import QUEUES, RQ_STORE, SECOND, SWEEP, Spread
from tests.service.processes import wait_for
from tests.trials.players import GaveUp

GROUP: Final = "spread"
LASTS_S: Final = (3.0, 10.0)
SUSPENDED_S: Final = (6.0, 9.0)
"""Sets how long a sweep is stopped: longer than its lease."""
DEAD_S: Final = (0.3, 3.0)
DELAY_S: Final = (0.3, 2.5)
BEGUN_S: Final = 15.0
"""Sets how long to wait until a sweep begins to write a segment."""
READ: Final = 3


def spread(scene: Scene) -> Spread:
    """Return the house of a scene."""
    assert isinstance(scene.house, Spread)
    return scene.house


def kill_queues(names: tuple[str, ...], is_emptied: bool, scene: Scene) -> None:
    """Kill stores for the queues, and start them again after a while, with what they had or with nothing."""
    with ExitStack() as block:
        for name in names:
            block.enter_context(spread(scene).queues.killed(QUEUES.index(name), is_emptied=is_emptied))
        time.sleep(scene.rng.uniform(*DEAD_S))


def suspend_sweep(scene: Scene) -> None:
    """Stop a sweep for longer than its lease, so that another one serves its shards when it goes on."""
    pid = scene.rng.choice(scene.house.pids(SWEEP))
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        time.sleep(scene.rng.uniform(*SUSPENDED_S))
        os.kill(pid, signal.SIGCONT)


def kill_second(scene: Scene) -> None:
    """Kill the host that only sweeps, and start it again."""
    spread(scene).kill_second()


@contextmanager
def faulty(scene: Scene, **faults: Any) -> Iterator[None]:
    """Let the proxy in front of the object store cause faults until the block ends."""
    copies = spread(scene).objects.copies
    for name, value in faults.items():
        setattr(copies, name, value)
    try:
        yield
    finally:
        copies.clear()


def misbehave(faults: dict[str, Any], scene: Scene) -> None:
    """Let the object store misbehave for some seconds."""
    with faulty(scene, **faults):
        time.sleep(scene.rng.uniform(*LASTS_S))


def slow(scene: Scene) -> None:
    """Delay every answer of the object store, sometimes for longer than anybody waits."""
    misbehave({"delay_s": scene.rng.uniform(*DELAY_S)}, scene)


def kill_objects(scene: Scene) -> None:
    """Kill the object store."""
    objects = spread(scene).objects
    objects.die()
    time.sleep(scene.rng.uniform(*DEAD_S))
    objects.rise()


def stop_objects(scene: Scene) -> None:
    """Stop the object store, which then answers nobody, for some seconds."""
    objects = spread(scene).objects
    objects.stop()
    time.sleep(scene.rng.uniform(*LASTS_S))
    objects.go_on()


def cut_objects(scene: Scene) -> None:
    """Break every connection to the object store a few times, and let none through for a while."""
    way = spread(scene).objects.way
    assert way is not None
    for is_dead in (False, False, True):
        way.dead = is_dead
        way.cut()
        time.sleep(scene.rng.uniform(*DEAD_S))
    way.dead = False


def amid_a_segment(act: Act, scene: Scene) -> None:
    """Cause a fault while a sweep writes a segment, or without that if none does so soon."""
    copies = spread(scene).objects.copies
    with faulty(scene, method="PUT", name="segments", delay_s=1.5):
        wait_for(lambda: copies.hits > 0, BEGUN_S)
        act(scene)


def reading(act: Act, scene: Scene) -> None:
    """Cause a fault while somebody reads games that were already over."""
    reader = Thread(target=read_again, args=(scene,), daemon=True)
    reader.start()
    act(scene)
    reader.join()


def read_again(scene: Scene) -> None:
    """Read some games that are over; each must be there as it was."""
    over = [table for table in list(scene.hall.tables) if table.follower.is_over]
    with suppress(GaveUp):
        for table in over[-READ:]:
            status, view = scene.hall.line().ask("GET", f"/v1/games/{table.id}", None)
            if (status, view.get("status")) != (200, "finished"):
                scene.complaints.append(f"game {table.id}, which is over, is answered {status} {view}")


REFUSALS: Final = {
    "refuses": {"status": 503, "code": "SlowDown"},
    "forbids": {"status": 403, "code": "AccessDenied"},
    "is full": {"status": 507, "code": "XMinioStorageFull", "method": "PUT"},
    "cuts its answers": {"cuts": True},
    "sends changed bytes": {"flips": True, "method": "GET"},
}
HARM: Final[dict[str, Act]] = {
    **{f"kill {name}": partial(kill_queues, (name,), False) for name in QUEUES},
    **{f"lose {name}": partial(kill_queues, (name,), True) for name in QUEUES},
    **{f"stop {name}": partial(stop, name) for name in QUEUES},
    **{f"cut {name}": partial(cut_store, name) for name in QUEUES},
    "kill all queues stores": partial(kill_queues, QUEUES, False),
    "kill every sweep": partial(kill_every, SWEEP),
    "suspend a sweep": suspend_sweep,
    f"kill {SECOND}": kill_second,
    f"stop {SECOND}": partial(stop, SECOND),
    "kill object store": kill_objects,
    "stop object store": stop_objects,
    "slow object store": slow,
    "cut object store": cut_objects,
    **{f"object store {what}": partial(misbehave, faults) for what, faults in REFUSALS.items()},
    "kill every sweep amid a segment": partial(amid_a_segment, partial(kill_every, SWEEP)),
    "kill object store amid a segment": partial(amid_a_segment, kill_objects),
}
SPREADING: Final = (
    *(replace(kind, group=GROUP, act=partial(reading, kind.act)) for kind in ORDINARY if RQ_STORE not in kind.name),
    *(Kind(name, GROUP, partial(reading, act)) for name, act in HARM.items()),
)
