"""`python -m tests.chaos` (or `make chaos`) injects faults for MINUTES (20) while games are played.

SEED (0) chooses the course of events. KINDS (all) names the groups of faults to inject, separated by commas; those of
`settings` are injected in the last part of the time, into a service on an operator's store, and before them those of
`spread`, into one with several stores for its queues and an archive in an object store. The answers are compared with
the log at the end; the exit code is 1 when anything was lost, doubled, changed or stuck.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.chaos.faults import ORDINARY, Kind
from tests.chaos.filling import DISK, FILLING, disk
from tests.chaos.house import House
from tests.chaos.settings import GROUP as RENTED
from tests.chaos.settings import SETTINGS, Rented
from tests.chaos.spoiling import SPOILING
from tests.chaos.spread import Spread
from tests.chaos.spreading import GROUP as SPREAD
from tests.chaos.spreading import SPREADING
from tests.chaos.trial import Plan, run
from tests.chaos.versions import VERSIONS
from tests.eventstore.archive.object_stores import HAS_MOTO
from tests.trials.report import Report
from tests.trials.wishes import WISHES

ALL = (*ORDINARY, *FILLING, *SPOILING, *VERSIONS, *SPREADING, *SETTINGS)
ROOM = {"LONGROAD_MIN_FREE_MB": "20"}
PARTS = {SPREAD: 0.25, RENTED: 0.25}
"""Says which part of the time a group takes that needs a house of its own."""
HOUSES: dict[str, tuple[str, type[House]]] = {
    SPREAD: ("chaos on several stores", Spread),
    RENTED: ("chaos on an operator's store", Rented),
}
PLACES = 8
PLAY_ON_S = 600.0


def main() -> int:
    """Run the trial, print its report and return the exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is put away then, too
    seconds, seed = float(os.environ.get("MINUTES", "20")) * 60, int(os.environ.get("SEED", "0"))
    groups = set(filter(None, os.environ.get("KINDS", "").split(",")))
    with tempfile.TemporaryDirectory() as directory, disk(Path(directory)) as is_own_disk:
        possible = [kind for kind in ALL if (is_own_disk or kind.group != DISK) and (HAS_MOTO or kind.group != SPREAD)]
        kinds = [kind for kind in possible if not groups or kind.group in groups]
        reports = list(run_trials(kinds, seconds, seed, Path(directory)))
        reports[0].left_out = sorted({kind.name for kind in ALL} - {kind.name for kind in possible})
    print("\n".join(line for report in reports for line in report.lines()), flush=True)
    return 0 if all(report.is_clean for report in reports) else 1


def run_trials(kinds: Sequence[Kind], seconds: float, seed: int, directory: Path) -> Iterator[Report]:
    """Run a trial in each house, embedded stores first, as far as there are faults for it; yield the reports."""
    embedded = [kind for kind in kinds if kind.group not in HOUSES]
    others = {group: found for group in HOUSES if (found := [kind for kind in kinds if kind.group == group])}
    apart = sum(PARTS[group] for group in others)
    whole = 1.0 if embedded else apart
    if embedded:
        left_s = seconds * (1.0 - apart)
        yield run(Plan(left_s, PLAY_ON_S, PLACES, WISHES, embedded, seed), directory / "var", **ROOM)
    for group, found in others.items():
        name, build = HOUSES[group]
        plan = Plan(seconds * PARTS[group] / whole, PLAY_ON_S, PLACES, WISHES, found, seed)
        (directory / group).mkdir()
        report = run(plan, directory / group / "var", build)
        report.name = name
        yield report


if __name__ == "__main__":
    sys.exit(main())
