"""Measures what games between hosted agents cost: CPU of all processes of a server for each version.

`BESIDE=DIRECTORY` names another tree of Longroad, whose server is measured in turns with this one.
"""

import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.process import cpu_seconds
from tests.benchmarks.report import report
from tests.benchmarks.table import Table
from tests.service.processes import PATIENCE_S, RunningSupervisor, below

ROUNDS = 4
LOOK_S = 0.5
RESTING = 0.08
"""The part of a core that a server uses at most while nothing happens; a sweep on three primaries uses 0.05."""
AGENTS = {"catan": "heuristic", "elasund": "elasund_heuristic"}
PARTS = {
    "worker": r"workers\.run ai|rq:worker:ai-",
    "sweep": r"workers\.sweep",
    "store": r"valkey-server|redis-server",
    "api": r"service\.server|longroad-api",
}


class Spent(NamedTuple):
    """Holds the CPU seconds of each process, and how many versions were made in them."""

    seconds: Counter[str]
    versions: int

    @property
    def each_ms(self) -> float:
        """Return what one version cost, in ms."""
        return self.seconds.total() / self.versions * 1e3


def run() -> None:
    """Measure some whole games between four agents of each ruleset."""
    if not sys.platform.startswith("linux"):
        return
    with serving_in_turns() as servers:
        for ruleset in AGENTS:
            spent = [[_played(server, ruleset, n) for server in servers] for n in range(ROUNDS + 1)]
            _tell(ruleset, *map(_added, zip(*spent[1:], strict=True)))  # the first game loads what a ruleset needs


@contextmanager
def serving_in_turns() -> Iterator[list[RunningSupervisor]]:
    """Yield a server of this tree, and one of the other tree if there is one."""
    trees = [None, *([Path(os.environ["BESIDE"])] if "BESIDE" in os.environ else [])]
    with tempfile.TemporaryDirectory() as directory, ExitStack() as stack:
        yield [stack.enter_context(_serving(Path(directory) / f"{n}", tree)) for n, tree in enumerate(trees)]


@contextmanager
def _serving(data_dir: Path, tree: Path | None) -> Iterator[RunningSupervisor]:
    running = RunningSupervisor(data_dir, cwd=tree)
    try:
        running.await_ready()
        await_rest(running)
        yield running
    finally:
        running.process.terminate()
        running.process.wait(PATIENCE_S)


def await_rest(server: RunningSupervisor) -> None:
    """Wait until the server and everything that starts with it use almost no CPU."""
    used, until = 1.0, time.monotonic() + PATIENCE_S
    while used > RESTING and time.monotonic() < until:
        before = cpu_by_part(server).total()
        time.sleep(1)
        used = cpu_by_part(server).total() - before


def _added(games: Sequence[Spent]) -> Spent:
    return Spent(sum((game.seconds for game in games), Counter()), sum(game.versions for game in games))


def _played(server: RunningSupervisor, ruleset: str, number: int) -> Spent:
    """Let agents play a game to its end, and return what that cost."""
    before = cpu_by_part(server)
    table = Table(server.port, "ai ai ai ai", ruleset=ruleset, seed=f"hosted {number}")
    until = time.monotonic() + PATIENCE_S
    while (view := table.view())["status"] != "finished":
        assert time.monotonic() < until, view
        time.sleep(LOOK_S)
    after = cpu_by_part(server)
    after.subtract(before)
    return Spent(after, view["version"])


def cpu_by_part(server: RunningSupervisor) -> Counter[str]:
    """Return the CPU seconds that a server's processes have used so far, by the part they belong to."""
    root = server.process.pid
    found: Counter[str] = Counter()
    for pid, command in {**below(root), root: ""}.items():
        part = next((name for name, pattern in PARTS.items() if re.search(pattern, command)), "other")
        found[part] += cpu_seconds([pid])
    return found


def _tell(ruleset: str, ours: Spent, other: Spent | None = None) -> None:
    name = f"hosted_{ruleset}_version_cpu"
    report(name, ours.each_ms, "ms", other.each_ms if other else None)
    for part in (*PARTS, "other"):
        each = [one.seconds[part] / one.versions * 1e3 for one in (ours, other) if one]
        report(f"{name}_{part}", each[0], "ms", each[1] if len(each) > 1 and each[1] else None)
