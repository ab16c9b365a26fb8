"""Counts every request, and refuses those that are invalid for every operation."""

from service.http.access import check_token
from service.http.api_versions import check_version
from service.http.incoming import incoming
from service.http.quotas import check_key, check_quotas, check_room, take_shares
from service.process.logs import say_request


def admit() -> None:
    """Count the request; raises Problem if it exceeds a quota, or if its host, version or credentials are wrong."""
    here = incoming()
    say_request(here.id)
    here.shares = take_shares()
    check_quotas(here.shares)
    here.application.hosts.check(here.environ)
    if here.path.startswith("/v1"):
        check_version()
    check_key()
    check_token()
    check_room()
