"""Runs a trial: games are played, faults come one after another, and in the end all is compared with the log."""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.chaos.faults import Kind, Scene
from tests.chaos.house import House, Lost, house
from tests.chaos.spoiling import complaints
from tests.trials.checker import Checker
from tests.trials.report import Fault, Report
from tests.trials.tables import Behavior, Hall
from tests.trials.wire import wire
from tests.trials.wishes import wished

REST_S: Final = (0.5, 3.0)
"""The shortest and longest time that the games go on in peace between two faults."""


@dataclass(frozen=True)
class Plan:
    """Holds how long faults are injected and the games may go on, at how many places, and which games and faults.

    The trial also ends after `rounds` rounds of all kinds of faults. People play as `behavior` says until no more
    faults come, and then as fast as they can.
    """

    seconds: float
    play_on_s: float
    places: int
    wishes: tuple[dict[str, Any], ...]
    kinds: Sequence[Kind]
    seed: int = 0
    rounds: int | None = None
    rest_s: tuple[float, float] = REST_S
    behavior: Behavior = field(default_factory=Behavior)


def run(plan: Plan, data_dir: Path, build: type[House] = House, /, **settings: str) -> Report:
    """Run a trial in a data directory of its own, in a house of a kind, and return its report."""
    with house(data_dir, build, **settings) as ours, wire(ours.port) as way:
        hall = Hall(way.port, wished(plan.wishes, plan.seed), behavior=plan.behavior)
        scene = Scene(ours, way, hall, Random(plan.seed))
        report, began = Report(plan.seed, hall.met, complaints=scene.complaints), time.monotonic()
        hall.open(plan.places)
        try:
            provoke(plan, scene, report)
            report.seconds = time.monotonic() - began
            play_on(plan, hall)
            judge(scene, report)
        except Lost as error:
            scene.complaints.append(f"the service cannot be started any more: {error}")
    return report


def play_on(plan: Plan, hall: Hall) -> None:
    """Open no more games and let those that are open be played to their end in peace."""
    hall.closing.at = time.monotonic()
    hall.hurry()
    hall.deadline.at = time.monotonic() + plan.play_on_s
    hall.await_end()
    hall.deadline.at = float("inf")


def provoke(plan: Plan, scene: Scene, report: Report) -> None:
    """Inject faults one after another until the time is up, each after the service has become whole again."""
    scene.house.await_whole()
    began = time.monotonic()
    for kind in in_rounds(plan, scene.rng):
        passed = time.monotonic() - began
        if passed > plan.seconds:
            return
        print(f"{passed:5.0f} s  {kind.name}", file=sys.stderr, flush=True)
        report.faults.append(meet(kind, scene, scene.rng.uniform(*plan.rest_s)))


def meet(kind: Kind, scene: Scene, rest_s: float) -> Fault:
    """Inject a fault, wait until the service is whole again, and let everybody play in peace for some seconds."""
    began = time.monotonic()
    kind.act(scene)
    gone = time.monotonic()
    if not scene.house.await_whole():
        scene.complaints.append(f"{kind.name}: the service did not become whole again: {scene.house.said}")
        scene.house.revive()
    whole = time.monotonic()
    time.sleep(rest_s)
    return Fault(kind.name, began, gone, whole, time.monotonic())


def in_rounds(plan: Plan, rng: Random) -> Iterator[Kind]:
    """Yield every kind of fault once in random order, then again for the next round."""
    for _ in count() if plan.rounds is None else range(plan.rounds):
        yield from rng.sample(plan.kinds, len(plan.kinds))


def judge(scene: Scene, report: Report) -> None:
    """Wait until the service is done with all games, and compare each with the log."""
    scene.complaints += scene.house.settle([table.id for table in scene.hall.tables])
    with scene.house.log() as store:
        for victim in scene.victims:
            scene.complaints += complaints(scene, victim)
        checker = Checker(store, scene.hall.line())
        report.verdict = checker.check(scene.hall.tables)
        checker.check_games(scene.hall.tables, [victim.game for victim in scene.victims], scene.house.games())
