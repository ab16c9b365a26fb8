"""Runs workers that know the toy game too: `python -m tests.workers.serve run ai`, `... serve sweep`.

Words like `missed=0.5` shorten times, in seconds, so that a test need not wait for them:
* `missed`: a job begins again whose worker has been missed for so long;
* `slice`: a review is worked on for so long at a time;
* `late`: agents are late after so long, and the lease of a game ends so long after its last renewal.
"""

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

gc.disable()  # as when the supervisor imports them
from service.catalog import RULESETS  # noqa: E402
from service.game import deadlines  # noqa: E402
from service.queue import ai_jobs  # noqa: E402
from tests.toy import TOY  # noqa: E402
from tests.workers import sample_jobs  # noqa: E402, F401 - lets workers do them
from workers import playing, run, sweep  # noqa: E402
from workers.reviews import work  # noqa: E402
from workers.serving import lost_jobs  # noqa: E402

gc.enable()


def main(arguments: Sequence[str]) -> int:
    """Run what the arguments say until TERM, and return the exit code."""
    RULESETS[TOY.name] = TOY
    what, *more = [word for word in arguments if "=" not in word]
    shorten(dict(word.split("=") for word in arguments if "=" in word))
    return sweep.main() if what == "sweep" else run.main(more)


def shorten(times: Mapping[str, str]) -> None:
    """Set times of this process, in seconds."""
    for name, seconds in times.items():
        SHORTENED[name](float(seconds))


def let_agents_be_late(seconds: float) -> None:
    """Let agents be late, and leases end, after so many seconds; leases are renewed five times as often."""
    deadlines.AI_GRACE_MS = int(1000 * seconds)  # type: ignore[misc]
    ai_jobs.LEASE_S = seconds  # type: ignore[misc]
    playing.RENEWAL_S = seconds / 5  # type: ignore[misc]


SHORTENED: Final[dict[str, Callable[[float], None]]] = {
    "missed": lambda seconds: setattr(lost_jobs, "MISSED_S", seconds),
    "slice": lambda seconds: setattr(work, "SLICE_S", seconds),
    "late": let_agents_be_late,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
