"""Checks that a client knows the game it plays: it reads all, decides by what it read, and ends when the game does."""

from __future__ import annotations

import json
from collections.abc import Iterator

from longroad_client.kit.case import Case
from longroad_client.kit.exchanges import Exchange, content

REFUSED = (409, 412)
MALFORMED = (400, 413, 415, 422)
A_FEW, SHARE = 3, 0.1
"""Say how many illegal commands are forgiven, at least, and as a share of all."""
SOON_S = 0.05


def not_decided_anew(case: Case) -> Iterator[str]:
    """Find a refused command that was sent again as it was."""
    for first, again in case.pairs():
        if not first.is_command or first.status not in REFUSED or first.key == again.key or first.ended is None:
            continue
        has_heard = case.log.has_heard(first.at, again.at) and again.status not in REFUSED
        if not case.log.has_looked(first.at, again.at) and not has_heard:
            yield (
                f"It sent the same command again (request {again.number}) after {first.status} for {first.name}, "
                "without looking at the game in between."
            )


def not_resumed(case: Case) -> Iterator[str]:
    """Find a stream that was opened again elsewhere than after its last event."""
    streams = [each for each in case.log.exchanges if each.kind == "stream" and each.messages]
    later = [each for each in case.log.exchanges if each.kind == "stream"]
    for first in streams:
        last = next((message.id for message in reversed(first.messages) if message.id), "")
        again = next((each for each in later if each.number > first.number and each.path == first.path), None)
        if not first.fault or not last or again is None or _goes_on(again, last):
            continue
        asked = again.request.header("Last-Event-ID") or f"after={again.query.get('after', '')}"
        yield (
            f"It opened the stream again with {asked} (request {again.number}) though the last event that came had the "
            f"id {last} (request {first.number}): events are lost, or come twice."
        )


def _goes_on(again: Exchange, last: str) -> bool:
    """Return whether a stream is continued, or only read for the turns, which come after every connection."""
    place = again.request.header("Last-Event-ID") or again.query.get("after", "")
    return place == last or (place == "latest" and again.query.get("legal") == "true")


def illegal(case: Case) -> Iterator[str]:
    """Find out whether many commands were none, or were not legal."""
    sent = [each for each in case.log.exchanges if each.is_command and not each.fault]
    repeated = {again.number for first, again in case.pairs() if first.status in REFUSED}
    wrong = (each for each in sent if each.status in MALFORMED or _is_refused(each))
    bad = [each for each in wrong if each.number not in repeated]
    if len(bad) > max(A_FEW, SHARE * len(sent)):
        told = content(bad[0].given.body) if bad[0].given else None
        says = told.get("detail", "") if isinstance(told, dict) else ""
        yield (
            f"{len(bad)} of its {len(sent)} commands were refused; the first was {bad[0].name}: {bad[0].status}, "
            f"{says} Post only what legal-actions lists."
        )


def _is_refused(exchange: Exchange) -> bool:
    body = content(exchange.given.body) if exchange.given and exchange.status == 409 else None
    return isinstance(body, dict) and body.get("type") == "/problems/refused"


def after_the_end(case: Case) -> Iterator[str]:
    """Find a command in a game that the client knew to be over."""
    for each in case.log.exchanges:
        over = case.log.over.get(each.game)
        if each.is_command and over is not None and each.at > over + SOON_S:
            told = json.dumps(content(each.request.body))
            yield f"It sent the command {told} when it knew that the game was over: {each.name}."
