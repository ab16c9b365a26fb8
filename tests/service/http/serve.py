"""`python -m tests.service.http.serve`: the API as it is served, with the toy game in its catalogue."""

import sys

from service import server
from service.catalog import RULESETS
from tests.toy_to_come import offered

if __name__ == "__main__":
    RULESETS["toy"] = offered()
    sys.exit(server.main())
