"""Serves the API with the toy game in its catalog: `python -m tests.service.http.serve`."""

import sys

import service.server_start  # comes first, as when the supervisor starts it
from service import server
from service.catalog import RULESETS
from tests.toy import TOY

if __name__ == "__main__":
    assert service.server_start
    RULESETS[TOY.name] = TOY
    sys.exit(server.main())
