"""`python -m tests.chaos` (or `make chaos`) injects faults for MINUTES (20) while games are played.

SEED (0) chooses the course of events. KINDS (all) names the groups of faults to inject, separated by commas. The
answers are compared with the log at the end; the exit code is 1 when anything was lost, doubled, changed or stuck.
"""

import os
import signal
import sys
import tempfile
from pathlib import Path

from tests.chaos.faults import ORDINARY
from tests.chaos.filling import DISK, FILLING, disk
from tests.chaos.spoiling import SPOILING
from tests.chaos.trial import Plan, run
from tests.chaos.versions import VERSIONS
from tests.trials.wishes import WISHES

ALL = (*ORDINARY, *FILLING, *SPOILING, *VERSIONS)
ROOM = {"LONGROAD_MIN_FREE_MB": "20"}
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
        report = run(Plan(seconds, PLAY_ON_S, PLACES, WISHES, kinds, seed), Path(directory) / "var", **ROOM)
        report.left_out = sorted({kind.name for kind in ALL} - {kind.name for kind in possible})
    print("\n".join(report.lines()), flush=True)
    return 0 if report.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
