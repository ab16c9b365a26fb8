"""Checks the dated API version of a request (X-Longroad-Version); see `docs/api-policy.md`."""

from typing import Final

from service.http.incoming import incoming
from service.problems import Problem

VERSIONS: Final = ("2026-11-22",)
"""All versions that are served, the newest first."""
NEWEST: Final = VERSIONS[0]


def check_version() -> None:
    """Raise Problem (400) for an unknown API version; without the header the newest is meant."""
    given = incoming().environ.get("HTTP_X_LONGROAD_VERSION", NEWEST)
    if given.strip() not in VERSIONS:
        raise Problem("api_version", allowed=list(VERSIONS))
