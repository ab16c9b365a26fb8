"""Runs workers that know the toy game too: `python -m tests.workers.serve run ai`, `... serve sweep`.

`... serve sweep 0.5` begins jobs again whose worker has been missed for that many seconds; `... serve run long 0.1`
works on reviews for that many seconds at a time.
"""

import gc
import sys
from collections.abc import Sequence

gc.disable()  # as when the supervisor imports them
from service.catalog import RULESETS  # noqa: E402
from tests.toy import TOY  # noqa: E402
from workers import run, sweep  # noqa: E402
from workers.reviews import work  # noqa: E402
from workers.serving import lost  # noqa: E402

gc.enable()


def main(arguments: Sequence[str]) -> int:
    """Run what the arguments say until TERM, and return the exit code."""
    RULESETS[TOY.name] = TOY
    what, *more = arguments
    if what == "sweep":
        if more:
            lost.MISSED_S = float(more[0])
        return sweep.main()
    if more[1:]:
        work.SLICE_S = float(more[1])
    return run.main(more[:1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
