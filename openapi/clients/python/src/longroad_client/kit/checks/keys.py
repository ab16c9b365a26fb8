"""Checks that a request which is sent again is carried out once."""

from __future__ import annotations

from collections.abc import Iterator

from longroad_client.kit.case import Case
from longroad_client.kit.exchanges import Exchange, content

AGAIN = (0, 429, 502, 503)
"""Lists what leaves open whether a request was carried out, or asks for it once more; 0 is no answer."""


def new_key(case: Case) -> Iterator[str]:
    """Find a request that was sent again under another key."""
    for first, again in case.pairs():
        if first.key and again.key and first.key != again.key and _is_blind(case, first, again):
            yield (
                f"It sent {first.method} {first.request.target} again under another Idempotency-Key (requests "
                f"{first.number} and {again.number}) when {_what(first)}: both may be carried out."
            )


def no_key(case: Case) -> Iterator[str]:
    """Find a request without a key that was sent again, or that the network repeated."""
    for first, again in case.pairs():
        if not again.key and _is_blind(case, first, again):
            yield (
                f"It sent {again.name} again without an Idempotency-Key when {_what(first)}: both may be carried out."
            )
    for each in case.faulty:
        if case.scenario.name == "repeated" and not each.key:
            yield f"It sent {each.name} without an Idempotency-Key: the copy that the network made counted by itself."


def key_reused(case: Case) -> Iterator[str]:
    """Find a key that was used for two requests."""
    known: dict[tuple[str, str, str], Exchange] = {}
    for each in case.log.exchanges:
        if not each.key or each.method != "POST":
            continue
        first = known.setdefault((each.path, each.token, each.key), each)
        if first.request.body != each.request.body:
            yield (
                f"It used the Idempotency-Key {each.key!r} of request {first.number} again for another body: "
                f"{each.name}."
            )


def _is_blind(case: Case, first: Exchange, again: Exchange) -> bool:
    """Return whether a request was sent again without looking whether it had been carried out."""
    is_open = first.status in AGAIN or _is_at_work(first)
    return is_open and not case.log.has_looked(first.at, again.at)


def _is_at_work(exchange: Exchange) -> bool:
    body = content(exchange.given.body) if exchange.given else None
    return isinstance(body, dict) and body.get("type") == "/problems/idempotency_key_at_work"


def _what(first: Exchange) -> str:
    return f"the answer was {first.status}" if first.status else "no answer came"
