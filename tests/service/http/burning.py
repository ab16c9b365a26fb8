"""Serves the API with summaries of events that use much CPU, and little CPU for each request.

`python -m tests.service.http.burning`
"""

import sys
import time
from collections.abc import Sequence
from typing import Any

import service.server.start  # comes first, as when the supervisor starts it
from eventstore import budget
from service.catalog import RULESETS
from service.server import serving
from service.views import events_pages
from tests.toy import TOY

SECONDS = 0.25
EACH_S = 0.02


def burning(_game: Any, event: Any, _language: str) -> str:
    """Describe an event, slowly."""
    until = time.thread_time() + EACH_S
    while time.thread_time() < until:
        pass
    return str(event["type"])


def main(_arguments: Sequence[str] = ()) -> int:
    """Serve until stopped."""
    assert service.server.start
    RULESETS[TOY.name] = TOY
    setattr(budget, "SECONDS", SECONDS)  # noqa: B010 - it is Final elsewhere
    setattr(events_pages, "summary_of", burning)  # noqa: B010 - the same
    return serving.main()


if __name__ == "__main__":
    sys.exit(main())
