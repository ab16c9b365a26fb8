"""`python -m tests.service.http.serve`: the API as it is served, with the toy game in its catalogue."""

import sys

from service import server
from service.catalog import RULESETS
from tests.toy import TOY

if __name__ == "__main__":
    RULESETS[TOY.name] = TOY
    sys.exit(server.main())
