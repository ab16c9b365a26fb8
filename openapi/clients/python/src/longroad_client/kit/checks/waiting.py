"""Checks that a client waits as long as it is asked to, and waits at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from longroad_client.kit.case import Case
from longroad_client.kit.exchanges import Exchange
from longroad_client.kit.faults import PROMISED_S

EARLY_S = 0.1
"""Allows for clocks that are read at different moments."""
WINDOW_S, MOST = 2.0, 12
"""Say how many requests with the same answer, in how many seconds, are too many."""
WAITING = (429, 503)


def retry_after(case: Case) -> Iterator[str]:
    """Find a request that was sent again before Retry-After was over."""
    for first in case.log.exchanges:
        seconds = _seconds(first)
        again = _next(case, first) if seconds else None
        if again and first.ended is not None and again.at < first.ended + seconds - EARLY_S:
            yield (
                f"It sent {first.method} {first.request.target} again {again.at - first.ended:.1f} s after the answer "
                f"{first.status} with Retry-After: {seconds:.0f} (requests {first.number} and {again.number})."
            )


def _seconds(exchange: Exchange) -> float:
    """Return how long the client was asked to wait; a date, which other proxies may send, is not judged."""
    asked = exchange.given.header("Retry-After") if exchange.given and exchange.status in WAITING else ""
    return float(asked) if asked.isdecimal() else 0.0


def impatient(case: Case) -> Iterator[str]:
    """Find a request that was sent again while its answer could still come."""
    for first in case.faulty if case.scenario.name == "slow" else ():
        again = _next(case, first)
        waited = again.at - first.at if again else PROMISED_S
        if again and waited < PROMISED_S and (first.ended is None or again.at < first.ended):
            yield (
                f"It gave {first.name} up after {waited:.1f} s and sent it again (request {again.number}); "
                f"the server has {PROMISED_S:g} s to answer."
            )


def hammering(case: Case) -> Iterator[str]:
    """Find requests that came again and again though nothing changed."""
    same: dict[tuple[str, bytes], list[Exchange]] = defaultdict(list)
    for each in case.log.exchanges:
        if each.method == "GET" and each.kind != "stream" and each.given:
            same[each.request.target, each.given.body].append(each)
    for (target, _), sent in same.items():
        count = max(_within(sent, each) for each in sent)
        if count >= MOST:
            yield (
                f"It sent GET {target} {count} times in {WINDOW_S:g} s though nothing changed: "
                "follow a stream, or wait with GET /v1/me/pending?after=CURSOR&wait=20."
            )


def _within(sent: list[Exchange], first: Exchange) -> int:
    return sum(first.at <= each.at < first.at + WINDOW_S for each in sent)


def _next(case: Case, first: Exchange) -> Exchange | None:
    """Return the next request that is the same, if there is one."""
    return next((each for each in case.log.exchanges[first.number :] if each.is_same(first)), None)
