"""`python -m tests.cluster`: faults of a cluster and its hosts for MINUTES (20) while games are played; `make cluster`.

SEED (0) begins another course, KINDS (all) are the faults that shall be met, with commas between them. DURABILITY
(replicated) is what the hosts promise.

PLANTED=1 is a fault in the promise itself: with `always` a dead primary takes with it what its replica does not
have yet, and the exit code is 0 only if the trial reports commands as lost.
"""

import os
import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from tests.cluster.faults import FAULTS
from tests.cluster.moving import MOVING
from tests.cluster.trial import Plan, run
from tests.trials.tables import Behavior
from tests.trials.wishes import WISHES

PLACES = 33
PLAY_ON_S = 600.0
QUICK = Behavior(pace_s=0.5, dropping=0.03, pause_s=0.25, roaming=0.2)
PLANTED = Plan(60.0, 90.0, 12, WISHES, FAULTS[:1], "always", behavior=QUICK)


def main() -> int:
    """Return the exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that everything is put away then, too
    seconds, seed = float(os.environ.get("MINUTES", "20")) * 60, int(os.environ.get("SEED", "0"))
    wanted = set(filter(None, os.environ.get("KINDS", "").split(",")))
    kinds = [kind for kind in (*FAULTS, *MOVING) if not wanted or kind.name in wanted]
    places = int(os.environ.get("PLACES", PLACES))
    durability = os.environ.get("LONGROAD_DURABILITY", "replicated")
    play_on_s = float(os.environ.get("PLAY_ON_S", PLAY_ON_S))
    is_planted = os.environ.get("PLANTED") == "1"
    plan = Plan(seconds, play_on_s, places, WISHES, kinds, durability, seed)
    with tempfile.TemporaryDirectory() as directory:
        report = run(replace(PLANTED, seed=seed) if is_planted else plan, Path(directory))
    print("\n".join(report.lines()), flush=True)
    return 0 if (bool(report.verdict.found["lost"]) if is_planted else report.is_clean) else 1


if __name__ == "__main__":
    sys.exit(main())
