"""Chooses the quotas that a request counts to: by address and, if there is one, by API key.

Commands have quotas of their own, so that reading a game never costs one. Keys made by the administrator's key count
by themselves; what other keys make counts to their address, too, since anyone can have such a key.
A seat's token and a key have buckets of their own, which no client without them can empty.

A refusal that costs more than a good request uses up a quota as well: milliseconds of CPU and kilobytes of the answer.
"""

from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final

from flask import Flask
from redis.exceptions import RedisError

from service.clients.api_keys import ApiKey, recall_key
from service.clients.tokens import hash_of
from service.game.context import Context
from service.http.access import address, api_key, application, caller_of_token, context, share, token
from service.http.declared import Counts, Job
from service.http.incoming import incoming
from service.http.quota_counters import Counters, Draw, Quota, Share
from service.problems import Problem, missing_credential
from service.queue.fair_shares import LONG
from service.queue.fair_shares import check_room as check_jobs

REQUESTS: Final = Quota("requests", 60_000, 60)
MOVES: Final = Quota("moves", 6_000, 60)  # per credential
MOVES_OF_ADDRESS: Final = Quota("address-moves", 60_000, 60)
GAMES: Final = Quota("games", 2_000, 3_600)  # made by an address
RECORD_BYTES: Final = Quota("record-bytes", 32 * 1024 * 1024, 3_600)  # imported by an address
ARENAS: Final = Quota("arenas", 120, 3_600)  # made by an address
KEYS: Final = Quota("keys", 60, 3_600)  # made by an address
REFUSALS: Final = Quota("refusals", 10_000, 60)
"""Limits what refusals cost beyond good requests, in ms of CPU and kB of answers."""
GOOD: Final = 10
"""The normal cost of a request, in ms of CPU plus kB of its answer; the excess of a refusal is counted."""

LEAST_S: Final = 0.001
"""The least cost of a refusal, in seconds of CPU: to read the request and to send the answer."""
RACES: Final = (HTTPStatus.CONFLICT, HTTPStatus.PRECONDITION_FAILED)


def take_shares() -> list[Share]:
    """Count this request, and return what is left of each of its quotas. Raises nothing."""
    shares = _take()
    if all(not share.is_used_up for share in shares):
        return shares
    given = _read_token()
    if given is None or _is_proven(context(), given):
        return shares
    with suppress(Problem, RedisError):  # the token may be one that is only unknown to this process
        caller_of_token()
    return _take() if _is_proven(context(), given) else shares


def _take() -> list[Share]:
    here = incoming()
    counts = here.operation.counts
    if counts is Counts.NOTHING:
        return []
    if here.method != "POST":  # an OPTIONS request counts as a plain request
        counts = Counts.REQUEST
    counters, key = here.application.counters, _find_key()
    holder = _holder(key)
    draws = [] if key is None else _of_key(key, counts)
    if key is None or not key.trusted:
        draws = [*_of_address(counts, holder), *draws]
    shares = counters.take(draws)
    refusals = counters.look(REFUSALS, holder)
    return [*shares, refusals] if refusals is not None and refusals.is_used_up else shares


def count_refusal(status: int, cpu_s: float, size: int) -> None:
    """Count what a refusal cost beyond a good request: `cpu_s` of CPU, and an answer of `size` bytes. Raises nothing.

    A seat's 409 or 412 costs no more than a command, since it lost an honest race.
    """
    given, request = _read_token(), incoming()
    game = "" if given is None else given.partition(".")[0]
    if status in RACES and given is not None and game in request.path and _is_proven(context(), given):
        return
    authorization, key = request.environ.get("HTTP_AUTHORIZATION"), request.environ.get("HTTP_X_API_KEY")
    here = lane(context(), address(), authorization, key)
    if here is not None:
        application().patience.charge(here, LEAST_S + cpu_s)
    cost = int(cpu_s * 1_000 + size / 1_024) - GOOD
    if cost <= 0 or status == HTTPStatus.TOO_MANY_REQUESTS:
        return
    application().counters.take([Draw(REFUSALS, _holder(_find_key()), cost)])


def lane(ctx: Context, here: str, authorization: str | None, key: str | None) -> str | None:
    """Return the client that is delayed for refusals of a request: a seat's known token, a known key, or an address.

    Unknown tokens and keys of an address share one lane, apart from requests without any; a trusted key never waits
    (None). The store is not queried.
    """
    if authorization is None and key is None:
        return here
    known = None if key is None else recall_key(ctx, key.strip())
    if known is not None and known.trusted:
        return None
    given = "" if authorization is None else authorization.strip().rpartition(" ")[2]
    if given and _is_proven(ctx, given):
        return given
    return f"{here} unknown" if known is None else known.id


def take_bytes(size: int) -> None:
    """Count the bytes of a record; raises Problem (429) if its address has sent too many."""
    key = api_key()
    if key is None or not key.trusted:
        more = application().counters.take([Draw(RECORD_BYTES, address(), size)])
        here = incoming()
        here.shares = [*here.shares, *more]
        check_quotas(more)


def take_moves(more: int) -> None:
    """Count as many more moves as the request stands for; raises Problem (429) if its client has made too many."""
    if more <= 0:
        return
    key = _find_key()
    draws = [] if key is None else _of_key(key, Counts.MOVE)
    if key is None or not key.trusted:
        draws = [*_of_address(Counts.MOVE, _holder(key)), *draws]
    here = incoming()
    taken = application().counters.take([draw._replace(amount=more) for draw in draws])
    again = {share.quota for share in taken}
    here.shares = [*(share for share in here.shares if share.quota not in again), *taken]
    check_quotas(taken)


def count_request(app: Flask, client: str) -> list[Share]:
    """Count input that is no valid request, and return what is left of the client's quota. Raises nothing."""
    counters: Counters = app.extensions["longroad"].counters
    return counters.take([Draw(REQUESTS, client)])


def check_quotas(shares: Sequence[Share]) -> None:
    """Raise Problem (429) if a quota is used up."""
    used_up = [share.reset for share in shares if share.is_used_up]
    if used_up:
        raise Problem("too_many_requests", retry_after=max(used_up))


def check_room() -> None:
    """Raise Problem (429) if the client has too many jobs."""
    here = incoming()
    if here.operation.job is not None and here.method == "POST":
        check_jobs([queues.shares for queues in context().jobs.all], room())


def room() -> str:
    """Return the client to whose limit this request's job counts; long jobs count apart, so that they block no undo."""
    return share().partition("/")[0] + (LONG if incoming().operation.job is Job.LONG else "")


def check_key() -> None:
    """Raise Problem for an unknown API key, or a missing one if the server requires it."""
    here = incoming()
    is_api = here.path == "/v1" or here.path.startswith("/v1/")
    if not is_api or here.method == "OPTIONS" or api_key() is not None:
        return
    is_required = here.application.context.settings.api_keys == "required" and not here.operation.needs_no_key
    if is_required and "ticket" not in here.framework.args:
        raise missing_credential("api_key")


def _find_key() -> ApiKey | None:
    """Return the API key, or None if it cannot be found; the error is reported once the request was counted."""
    try:
        return api_key()
    except (Problem, RedisError):
        return None


def _read_token() -> str | None:
    """Return the token, or None if it cannot be read; the error is reported once the request was counted."""
    try:
        return token()
    except (Problem, RedisError):
        return None


def _holder(key: ApiKey | None) -> str:
    """Return the holder of the bucket that this request counts to: its key, its seat's token, or its address."""
    if key is not None:
        return key.id
    given = _read_token()
    return given if given is not None and _is_proven(context(), given) else address()


def _is_proven(ctx: Context, token: str) -> bool:
    """Return whether a token opened a seat when this process saw it last."""
    return ctx.tokens.get((token.partition(".")[0], hash_of(token))) is not None


def _of_address(counts: Counts, holder: str) -> list[Draw]:
    here = address()
    if counts is Counts.MOVE:
        return [
            Draw(MOVES, _read_token() or here),
            Draw(MOVES_OF_ADDRESS, here if holder == here else f"{here} seats"),
        ]
    made = {Counts.GAME: GAMES, Counts.ARENA: ARENAS, Counts.KEY: KEYS}.get(counts)
    return [Draw(REQUESTS, holder), *([] if made is None else [Draw(made, here)])]


def _of_key(key: ApiKey, counts: Counts) -> list[Draw]:
    quotas: Any = key.quotas
    if counts is Counts.MOVE:
        return [Draw(Quota("key-moves", quotas["moves"], 60), key.id)]
    draws = [Draw(Quota("key-requests", quotas["requests"], 60), key.id)]
    if counts is Counts.GAME:
        draws.append(Draw(Quota("key-games", quotas["games"], 3_600), key.id))
    return draws
