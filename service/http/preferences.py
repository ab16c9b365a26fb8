"""Reads Prefer: wait=n (RFC 7240), for answers that are jobs."""

import re
from typing import Final

from flask import request

LONGEST_WAIT_S: Final = 30
_WAIT: Final = re.compile(r'\s*wait\s*=\s*"?([0-9]{1,9})"?\s*(;|$)', re.IGNORECASE)


def wait_seconds() -> int | None:
    """Return how many seconds the client will wait for a job to end, at most 30; None without the preference."""
    for preference in ",".join(request.headers.getlist("Prefer")).split(","):
        found = _WAIT.match(preference)
        if found:
            return min(int(found[1]), LONGEST_WAIT_S)
    return None
