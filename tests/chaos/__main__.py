"""`python -m tests.chaos` (or `make chaos`) injects faults for MINUTES (20) while games are played.

SEED (0) chooses the course of events. KINDS (all) names the groups of faults to inject, separated by commas; those of
`settings` are injected in the last part of the time, into a service on an operator's store. The answers are compared
with the log at the end; the exit code is 1 when anything was lost, doubled, changed or stuck.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.chaos.faults import ORDINARY, Kind
from tests.chaos.filling import DISK, FILLING, disk
from tests.chaos.settings import GROUP, SETTINGS, Rented
from tests.chaos.spoiling import SPOILING
from tests.chaos.trial import Plan, run
from tests.chaos.versions import VERSIONS
from tests.trials.report import Report
from tests.trials.wishes import WISHES

ALL = (*ORDINARY, *FILLING, *SPOILING, *VERSIONS, *SETTINGS)
ROOM = {"LONGROAD_MIN_FREE_MB": "20"}
RENTED_PART = 0.25
PLACES = 8
PLAY_ON_S = 600.0


def main() -> int:
    """Run the trial, print its report and return the exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is put away then, too
    seconds, seed = float(os.environ.get("MINUTES", "20")) * 60, int(os.environ.get("SEED", "0"))
    groups = set(filter(None, os.environ.get("KINDS", "").split(",")))
    with tempfile.TemporaryDirectory() as directory, disk(Path(directory)) as is_own_disk:
        possible = [kind for kind in ALL if is_own_disk or kind.group != DISK]
        kinds = [kind for kind in possible if not groups or kind.group in groups]
        reports = list(run_trials(kinds, seconds, seed, Path(directory)))
        reports[0].left_out = sorted({kind.name for kind in ALL} - {kind.name for kind in possible})
    print("\n".join(line for report in reports for line in report.lines()), flush=True)
    return 0 if all(report.is_clean for report in reports) else 1


def run_trials(kinds: Sequence[Kind], seconds: float, seed: int, directory: Path) -> Iterator[Report]:
    """Run a trial on embedded stores and one on an operator's, as far as there are faults for it; yield the reports."""
    rented = [kind for kind in kinds if kind.group == GROUP]
    embedded = [kind for kind in kinds if kind.group != GROUP]
    last_s = seconds * (RENTED_PART if embedded else 1.0) if rented else 0.0
    if embedded:
        yield run(Plan(seconds - last_s, PLAY_ON_S, PLACES, WISHES, embedded, seed), directory / "var", **ROOM)
    if rented:
        report = run(Plan(last_s, PLAY_ON_S, PLACES, WISHES, rented, seed), directory / "rented", Rented)
        report.name = "chaos on an operator's store"
        yield report


if __name__ == "__main__":
    sys.exit(main())
