"""Finds what a client did wrong in a scenario that was played; each check says it in one sentence.

The checks of requests come in this order: what is sent again is carried out once, a client waits as long as it is asked
to, knows the game that it plays, and keeps its credentials (`credential_checks`). The last three are about how a client
ended.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from longroad_client.kit.cases import SOON_S, Case
from longroad_client.kit.credential_checks import foreign_seat, not_renewed, old_token, token_elsewhere, token_in_url
from longroad_client.kit.exchanges import Exchange, content
from longroad_client.kit.faults import PROMISED_S
from longroad_client.kit.passing import find_header

AGAIN: Final = (0, 429, 502, 503)
"""Lists statuses after which a request may have been carried out or not, or may be repeated; 0 is no answer."""
EARLY_S: Final = 0.1
"""Sets how much (s) before the end of Retry-After a request is not blamed: clocks are read at different moments."""
WINDOW_S, MOST = 2.0, 12
"""Limit requests that get the same answer: `MOST` of them within `WINDOW_S` seconds are too many."""
WAITING: Final = (429, 503)
REFUSED: Final = (409, 412)
MALFORMED: Final = (400, 413, 415, 422)
A_FEW, SHARE = 3, 0.1
"""Limit how many illegal commands are forgiven: `A_FEW`, or `SHARE` of all commands if that is more."""


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


def _is_blind(case: Case, first: Exchange, again: Exchange) -> bool:
    """Return whether a request was sent again without looking whether it had been carried out."""
    is_open = first.status in AGAIN or first.told.get("type") == "/problems/idempotency_key_at_work"
    return is_open and not case.log.has_looked(first.at, again.at)


def _what(first: Exchange) -> str:
    return f"the answer was {first.status}" if first.status else "no answer came"


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


def impatient(case: Case) -> Iterator[str]:
    """Find a request that was sent again while its answer could still come."""
    slow = case.faulty if case.scenario.name == "slow" else ()
    for first in slow:
        again = case.next_same(first)
        waited = again.at - first.at if again else PROMISED_S
        if again and waited < PROMISED_S and (first.ended is None or again.at < first.ended):
            yield (
                f"It gave {first.name} up after {waited:.1f} s and sent it again (request {again.number}); "
                f"the server has {PROMISED_S:g} s to answer."
            )


def retry_after(case: Case) -> Iterator[str]:
    """Find a request that was sent again before Retry-After was over; a date is not judged."""
    for first in case.log.exchanges:
        asked = find_header(first.given.headers, "Retry-After") if first.given and first.status in WAITING else ""
        again = case.next_same(first) if asked.isdecimal() else None
        if again and first.ended is not None and again.at < first.ended + float(asked) - EARLY_S:
            yield (
                f"It sent {first.method} {first.request.target} again {again.at - first.ended:.1f} s after the answer "
                f"{first.status} with Retry-After: {float(asked):.0f} (requests {first.number} and {again.number})."
            )


def hammering(case: Case) -> Iterator[str]:
    """Find requests that came again and again though nothing changed."""
    same: dict[tuple[str, bytes], list[float]] = defaultdict(list)
    for each in case.log.exchanges:
        if each.method == "GET" and each.kind != "stream" and each.given:
            same[each.request.target, each.given.body].append(each.at)
    for (target, _), times in same.items():
        count = max(sum(first <= at < first + WINDOW_S for at in times) for first in times)
        if count >= MOST:
            yield (
                f"It sent GET {target} {count} times in {WINDOW_S:g} s though nothing changed: "
                "follow a stream, or wait with GET /v1/me/pending?after=CURSOR&wait=20."
            )


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
    streams = [each for each in case.log.exchanges if each.kind == "stream"]
    for first in streams:
        last = next((message.id for message in reversed(first.messages) if message.id), "")
        again = next((each for each in streams if each.number > first.number and each.path == first.path), None)
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
    """Find out whether many commands were malformed or illegal."""
    sent = [each for each in case.log.exchanges if each.is_command and not each.fault]
    repeated = {again.number for first, again in case.pairs() if first.status in REFUSED}
    bad = [each for each in sent if _is_wrong(each) and each.number not in repeated]
    if len(bad) > max(A_FEW, SHARE * len(sent)):
        yield (
            f"{len(bad)} of its {len(sent)} commands were refused; the first was {bad[0].name}: {bad[0].status}, "
            f"{bad[0].told.get('detail', '')} Post only what legal-actions lists."
        )


def _is_wrong(each: Exchange) -> bool:
    return each.status in MALFORMED or (each.status == 409 and each.told.get("type") == "/problems/refused")


def after_the_end(case: Case) -> Iterator[str]:
    """Find a command in a game that the client knew to be over."""
    for each in case.log.exchanges:
        over = case.log.over.get(each.game)
        if each.is_command and over is not None and each.at > over + SOON_S:
            told = json.dumps(content(each.request.body))
            yield f"It sent the command {told} when it knew that the game was over: {each.name}."


def crashed(case: Case) -> Iterator[str]:
    """Find out whether the client ended with an error."""
    if case.code:
        yield f"It ended with exit code {case.code}{case.before}."


def hung(case: Case) -> Iterator[str]:
    """Find out whether the client had to be ended."""
    if case.code is None and case.seconds < case.limit_s:
        yield f"It did nothing for {case.idle_s:g} s, so it was ended{case.before}."
    elif case.code is None:
        yield f"It was not done after {case.limit_s:g} s, so it was ended{case.before}."


def unfinished(case: Case) -> Iterator[str]:
    """Find out whether the client ended before its game did."""
    if case.code == 0 and not case.games:
        yield f"It ended without having played a game{case.before}."
    elif case.code == 0 and any(game["status"] != "finished" for game in case.games.values()):
        states = ", ".join(f"{name} is {game['status']}" for name, game in case.games.items())
        yield f"It ended though its game is not over: {states}{case.before}."


class Complaint(NamedTuple):
    """Says that a client did something wrong: the name of the check, and what it found."""

    check: str
    says: str


Checks = dict[str, Callable[[Case], Iterator[str]]]
_REQUESTS = (new_key, no_key, key_reused, impatient, retry_after, hammering, not_decided_anew, not_resumed, illegal)
_CREDENTIALS = (token_in_url, token_elsewhere, not_renewed, old_token, foreign_seat)
CHECKS: Final[Checks] = {
    check.__name__.replace("_", "-"): check for check in (*_REQUESTS, after_the_end, *_CREDENTIALS)
}
ENDS: Final[Checks] = {check.__name__: check for check in (crashed, hung, unfinished)}
"""Checks how the client ended, which is reported if nothing else explains it."""


def complaints(case: Case) -> Sequence[Complaint]:
    """Return what the client did wrong, each kind once, with its first occurrence."""
    must_end = case.scenario.finishes or not case.log.exchanges
    found: list[Complaint] = []
    for checks in (CHECKS, ENDS) if must_end else (CHECKS,):
        if not found:
            found = [Complaint(name, says) for name, check in checks.items() if (says := next(check(case), None))]
    return found
