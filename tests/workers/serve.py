"""`python -m tests.workers.serve run ai`, `... serve sweep`: the workers, with the toy game in their catalogue."""

import sys

from service.catalog import RULESETS
from tests.toy import TOY
from workers import run, sweep

if __name__ == "__main__":
    RULESETS[TOY.name] = TOY
    sys.exit(run.main(sys.argv[2:]) if sys.argv[1] == "run" else sweep.main())
