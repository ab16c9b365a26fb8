"""Serves the API with the toy game in its catalog: `python -m tests.service.http.serve`."""

import sys

import service.server.start  # comes first, as when the supervisor starts it
from service.catalog import RULESETS
from service.server import serving
from tests.toy import TOY

if __name__ == "__main__":
    assert service.server.start
    RULESETS[TOY.name] = TOY
    sys.exit(serving.main())
