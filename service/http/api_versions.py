"""Which dated version of the API a request asks for (X-Longroad-Version); see `docs/api-policy.md`."""

from typing import Final

from flask import request

from service.problems import Problem

HEADER: Final = "X-Longroad-Version"
VERSIONS: Final = ("2026-11-22",)
"""Every version that is answered, the newest first."""
NEWEST: Final = VERSIONS[0]


def check_version() -> None:
    """Raise Problem (400) for a version of the API that there is not; without the header it is the newest."""
    given = request.headers.get(HEADER, NEWEST)
    if given.strip() not in VERSIONS:
        raise Problem("api_version", allowed=list(VERSIONS))
