"""Finds a client that gives its credentials away, or uses wrong ones; each check says it in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from longroad_client.kit.cases import SOON_S, Case


def token_in_url(case: Case) -> Iterator[str]:
    """Find a credential in an address, which servers and proxies write into their logs."""
    for each in case.log.exchanges:
        address = unquote(each.request.target)
        if any(secret in address for secret in case.log.credentials):
            yield (
                f"It wrote a token into an address, which is kept in logs: {each.method} {each.path} (request "
                f"{each.number}); send it as Authorization: Bearer TOKEN."
            )


def token_elsewhere(case: Case) -> Iterator[str]:
    """Find a credential that was sent to another host."""
    for request in case.log.elsewhere:
        sent = " ".join((*request.headers.values(), unquote(request.target), request.body.decode(errors="replace")))
        if any(secret in sent for secret in case.log.credentials):
            yield f"It followed a redirect and sent its token to another host: {request.method} {request.target}."


def not_renewed(case: Case) -> Iterator[str]:
    """Find a use of the token that was handed on, before it was renewed."""
    renewed = case.log.renewed.get(case.token)
    for each in case.log.exchanges if case.scenario.name == "handed-on" else ():
        if each.token == case.token and each.kind != "token" and (renewed is None or each.at < renewed):
            yield (
                f"It used the token that it was given without renewing it, so somebody else can play its seat: "
                f"{each.name}."
            )


def old_token(case: Case) -> Iterator[str]:
    """Find a use of a token that the client has renewed."""
    for each in case.log.exchanges:
        renewed = case.log.renewed.get(each.token)
        if renewed is not None and each.at > renewed and (each.status == 401 or each.at > renewed + SOON_S):
            yield f"It went on with the old token after it had renewed it: {each.name}."


def foreign_seat(case: Case) -> Iterator[str]:
    """Find a request for which the client has no right."""
    for each in case.log.exchanges:
        if each.status == 403:
            yield f"It acted for a seat or a game that is not its own: {each.name} was answered 403."
