"""Runs the trial of a cluster: games are played on two hosts while faults are injected; then all is compared."""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from redis import Redis

from eventstore import keys
from eventstore.embedded.server import EmbeddedStore, start
from eventstore.streams import open_store
from tests.cluster.audience import Listener
from tests.cluster.faults import Kind, Scene
from tests.cluster.hosts import hosts
from tests.cluster.judging import different, logs_of, of_feed, of_webhooks
from tests.cluster.report import ClusterReport
from tests.cluster.shards import Cluster, cluster
from tests.service.processes import wait_for
from tests.service.webhooks.receiver import Receiver, receiving
from tests.trials.checker import Checker
from tests.trials.players import Caller
from tests.trials.report import Fault
from tests.trials.tables import Behavior, Hall, Table
from tests.trials.wishes import wished

LISTENERS: Final = 2
VOTING: Final = 3
COMPARED_S: Final = float(os.environ.get("COMPARED_S", "900"))
"""The hosts are compared with each other for at most this many seconds."""
AGAIN_S: Final = 5.0
HEARD_S: Final = 180.0
"""What feeds and webhooks have not delivered this many seconds after the last game counts as missed."""


@dataclass(frozen=True)
class Plan:
    """Says what is played at how many places, and which kinds of faults are injected.

    There are faults for some `seconds`, or for so many `rounds` of all kinds if that is shorter; then the games have
    `play_on_s` to end, and between two faults are `rest_s`, from least to most.
    """

    seconds: float
    play_on_s: float
    places: int
    wishes: tuple[dict[str, Any], ...]
    kinds: Sequence[Kind]
    durability: str
    seed: int = 0
    rounds: float = float("inf")
    rest_s: tuple[float, float] = (3.0, 8.0)
    behavior: Behavior = field(default_factory=lambda: Behavior(pace_s=4.0, dropping=0.03, pause_s=0.25, roaming=0.2))


@dataclass
class Stage:
    """Holds what runs during a trial: the scene of the faults, a receiver of webhooks, the listeners, the hosts."""

    scene: Scene
    receiver: Receiver
    listeners: list[Listener]
    ports: tuple[int, ...]


def run(plan: Plan, directory: Path) -> ClusterReport:
    """Run a trial in a directory and return its report."""
    with staged(plan, directory) as stage:
        scene, began = stage.scene, time.monotonic()
        report = ClusterReport(plan.seed, scene.hall.met, complaints=scene.complaints, durability=plan.durability)
        report.deaths = scene.deaths
        scene.hall.open(plan.places)
        wait_for(lambda: len(scene.playing()) >= plan.places)
        provoke(plan, scene, report)
        report.seconds = time.monotonic() - began
        play_on(plan, scene)
        judge(stage, report)
    return report


@contextmanager
def ended(store: EmbeddedStore) -> Iterator[None]:
    """End a store with the block."""
    try:
        yield
    finally:
        store.stop()


@contextmanager
def staged(plan: Plan, directory: Path) -> Iterator[Stage]:
    """Start the cluster, the hosts and the listeners, and end them after the block; nobody plays yet."""
    rq = start(directory / "rq", "no")
    urls = {"LONGROAD_RQ_URL": rq.url, "LONGROAD_DURABILITY": plan.durability}
    with (
        ended(rq),
        receiving() as receiver,
        cluster(directory / "cluster") as nodes,
        hosts(directory / "hosts", LONGROAD_EVENTS_URL=nodes.url, **urls) as running,
    ):
        ports = tuple(host.port for host in running)
        line = Caller(ports[0], ports=ports)
        listeners = [Listener.at(line, ports, receiver, number) for number in range(LISTENERS)]
        behavior = replace(plan.behavior, keys=tuple(one.key for one in listeners))
        hall = Hall(ports[0], wished(plan.wishes, plan.seed, VOTING), ports=ports, behavior=behavior)
        yield Stage(Scene(nodes, running, hall, Random(plan.seed)), receiver, listeners, ports)
        line.deadline.at = 0.0


def provoke(plan: Plan, scene: Scene, report: ClusterReport) -> None:
    """Inject the faults one after another, until the time is up; each begins when all is whole again."""
    began = time.monotonic()
    for kind in in_rounds(plan, scene.rng):
        passed = time.monotonic() - began
        if passed > plan.seconds:
            return
        accepted = len(scene.hall.met.accepted)
        _say(f"{passed:5.0f} s  {kind.name}  ({accepted} accepted, {len(scene.playing())} games open)")
        report.faults.append(meet(kind, scene, scene.rng.uniform(*plan.rest_s)))


def meet(kind: Kind, scene: Scene, rest_s: float) -> Fault:
    """Inject a fault, wait until all is whole again, and let everybody play in peace for some seconds."""
    began, deaths = time.monotonic(), len(scene.deaths)
    try:
        kind.act(scene)
    except Exception as error:
        scene.complaints.append(f"{kind.name}: {error!r}")
    gone = time.monotonic()
    if not (scene.cluster.await_whole() and wait_for(lambda: all(host.is_ready() for host in scene.hosts))):
        said = "; ".join(host.running.said[-500:] for host in scene.hosts)
        scene.complaints.append(f"{kind.name}: not whole again: {scene.cluster.say()}; {said}")
    whole = time.monotonic()
    time.sleep(rest_s)
    for death in scene.deaths[deaths:]:
        death.until = time.monotonic()
    return Fault(kind.name, began, gone, whole, time.monotonic())


def in_rounds(plan: Plan, rng: Random) -> Iterator[Kind]:
    """Yield every kind as often as it comes in a round, in any order; then again."""
    each = [kind for kind in plan.kinds for _ in range(kind.times)]
    number = 0
    while number < plan.rounds:
        yield from rng.sample(each, len(each))
        number += 1


def play_on(plan: Plan, scene: Scene) -> None:
    """Let all games end, without faults and without time to think."""
    hall = scene.hall
    hall.closing.at = time.monotonic()
    hall.deadline.at = time.monotonic() + plan.play_on_s
    _say(f"playing {len(scene.playing())} games to their ends")
    hall.hurry()
    hall.await_end()
    hall.deadline.at = float("inf")


def judge(stage: Stage, report: ClusterReport) -> None:
    """Compare everything with the log."""
    tables, hall = stage.scene.hall.tables, stage.scene.hall
    _say(f"comparing {len(tables)} games")
    store = open_store(stage.scene.cluster.url)
    try:
        checker = Checker(store, hall.line())
        report.verdict = checker.check(tables)
        checker.check_games(tables, [], games_of(stage.scene.cluster))
        _say(f"found {_counted(report)}; comparing the hosts")
        lines = [Caller(port, met=hall.met) for port in stage.ports]
        compare_hosts(report, tables, lines, {table.id: store.head(table.id) for table in tables})
    finally:
        store.close()
    report.verdict.note("streams", _unheard(stage, hall.line()))
    report.verdict.counts["feed events"] += sum(len(one.feed.came) for one in stage.listeners)
    report.verdict.counts["feed breaks"] += sum(one.feed.breaks for one in stage.listeners)
    report.verdict.counts["webhook posts"] += len(stage.receiver.told)


def compare_hosts(
    report: ClusterReport, tables: Sequence[Table], lines: Sequence[Caller], heads: dict[str, int]
) -> None:
    """Compare what the hosts show of every version of every game; what there is no time for is counted."""
    until = time.monotonic() + COMPARED_S
    for table in tables:
        if time.monotonic() > until:
            report.verdict.counts["versions not compared"] += heads[table.id]
            continue
        found = different(table, lines, heads[table.id])
        report.verdict.note("different", (f"game {table.id} ({table.ruleset}): {wrong}" for wrong in found))
        report.verdict.counts["versions compared"] += heads[table.id]


def _unheard(stage: Stage, line: Caller) -> Iterable[str]:
    """Return what the feeds and webhooks have wrong, once they have had the time to hear all."""
    _say("waiting for feeds and webhooks")
    tables = stage.scene.hall.tables
    logs = {one.key: logs_of(one, tables, line) for one in stage.listeners}

    def wrong() -> list[str]:
        hooks = {one.hook: logs[one.key] for one in stage.listeners}
        feeds = (f"me/events: {text}" for one in stage.listeners for text in of_feed(one.feed.came, logs[one.key]))
        return [*feeds, *of_webhooks(stage.receiver, hooks, hooks)]

    until = time.monotonic() + HEARD_S
    while (found := wrong()) and time.monotonic() < until:
        time.sleep(AGAIN_S)
    return found


def games_of(nodes: Cluster) -> list[str]:
    """Return the games of which there is a log on any primary."""
    found = []
    for node in nodes.primaries():
        with Redis(port=node.port) as client:
            found += [keys.owner_of(key) for key in client.scan_iter(match=keys.LOGS, count=1000)]
    return found


def _counted(report: ClusterReport) -> str:
    return ", ".join(f"{kind} {len(found)}" for kind, found in report.verdict.found.items() if found) or "nothing"


def _say(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, file=sys.stderr, flush=True)
