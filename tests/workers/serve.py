"""Runs workers that know the toy game too: `python -m tests.workers.serve run ai`, `... serve sweep`.

`... serve sweep 0.5` begins jobs again whose worker has been missed for that many seconds; `... serve run long 0.1`
works on reviews for that many seconds at a time.
"""

import gc
import sys

gc.disable()  # as when the supervisor imports them
from service.catalog import RULESETS  # noqa: E402
from tests.toy import TOY  # noqa: E402
from workers import run, sweep  # noqa: E402
from workers.reviews import work  # noqa: E402
from workers.serving import lost  # noqa: E402

gc.enable()

if __name__ == "__main__":
    RULESETS[TOY.name] = TOY
    if sys.argv[1] == "sweep" and sys.argv[2:]:
        lost.MISSED_S = float(sys.argv[2])
    if sys.argv[1] == "run" and sys.argv[3:]:
        work.SLICE_S = float(sys.argv[3])
    sys.exit(run.main(sys.argv[2:3]) if sys.argv[1] == "run" else sweep.main())
