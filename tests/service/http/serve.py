"""Serves the API with the toy game in its catalog: `python -m tests.service.http.serve`."""

import sys
from collections.abc import Sequence

import service.server.start  # comes first, as when the supervisor starts it
from service.catalog import RULESETS
from service.server import serving
from tests.toy import TOY


def main(_arguments: Sequence[str] = ()) -> int:
    """Serve until stopped."""
    assert service.server.start
    RULESETS[TOY.name] = TOY
    return serving.main()


if __name__ == "__main__":
    sys.exit(main())
