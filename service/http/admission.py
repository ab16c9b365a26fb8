"""Counts every request, and refuses those that are invalid for every operation."""

from typing import Final

from service.http.access import check_token
from service.http.incoming import incoming
from service.http.quotas import check_key, check_quotas, check_room, take_shares
from service.http.spending import budget_shares
from service.problems import Problem
from service.process.logs import say_request

VERSIONS: Final = ("2026-11-22",)
"""All dated versions of the API that X-Longroad-Version may name, the newest first; see `docs/api-policy.md`."""
NEWEST: Final = VERSIONS[0]


def admit() -> None:
    """Count the request; raises Problem if it exceeds a quota, or if its host, version or credentials are wrong."""
    here = incoming()
    say_request(here.id)
    here.shares = take_shares()
    check_quotas(here.shares)
    here.application.hosts.check(here.environ)
    version = here.environ.get("HTTP_X_LONGROAD_VERSION", NEWEST)
    if here.path.startswith("/v1") and version.strip() not in VERSIONS:
        raise Problem("api_version", allowed=list(VERSIONS))
    check_key()
    check_token()
    check_room()
    if left := budget_shares():
        here.shares = [*here.shares, *left]
