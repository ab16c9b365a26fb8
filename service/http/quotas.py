"""Chooses the quotas that a request counts to: by address and, if there is one, by API key.

Commands have quotas of their own, so that reading a game never costs one. Keys made by the administrator's key are
counted by themselves; any other key also counts to its address, since anyone can have one.
"""

from collections.abc import Sequence
from typing import Any, Final

from flask import Flask, g, request
from redis.exceptions import RedisError

from service.clients.api_keys import ApiKey
from service.http.access import address, api_key, application, context, share, token
from service.http.counters import Counters, Draw, Quota, Share
from service.http.declared import Counts, Job, declared
from service.problems import Problem, unauthorized

REQUESTS: Final = Quota("requests", 60_000, 60)
MOVES: Final = Quota("moves", 6_000, 60)  # per credential
MOVES_OF_ADDRESS: Final = Quota("address-moves", 60_000, 60)
GAMES: Final = Quota("games", 2_000, 3_600)  # that an address makes
RECORD_BYTES: Final = Quota("record-bytes", 32 * 1024 * 1024, 3_600)  # that an address imports
ARENAS: Final = Quota("arenas", 120, 3_600)  # that an address makes
KEYS: Final = Quota("keys", 60, 3_600)  # that an address makes


TAKEN: Final = "longroad.shares"
"""Names what is left of quotas in the environment of a request that was counted before."""


def take_shares() -> list[Share]:
    """Count this request, unless it was, and return what is left of each of its quotas. Raises nothing."""
    taken: list[Share] | None = request.environ.get(TAKEN)
    return application().counters.take(_draws()) if taken is None else taken


def draws_of_read(key: ApiKey | None, client: str) -> list[Draw]:
    """Return the uses of quotas that a request counts as which reads something for a client at an address."""
    return _draws_of(Counts.REQUEST, key, client)


def draws_of_move(key: ApiKey | None, client: str, token: str) -> list[Draw]:
    """Return the uses of quotas that a command counts as which the holder of a token sends from an address."""
    return _draws_of(Counts.MOVE, key, client, token)


def take_bytes(size: int) -> None:
    """Count the bytes of a record; raises Problem (429) if its address has sent too many."""
    key = api_key()
    if key is None or not key.trusted:
        more = application().counters.take([Draw(RECORD_BYTES, address(), size)])
        g.shares = [*g.shares, *more]
        check_quotas(more)


def count_request(app: Flask, client: str) -> list[Share]:
    """Count a connection's data that never became a request, and return what is left. Raises nothing."""
    counters: Counters = app.extensions["longroad"].counters
    return counters.take([Draw(REQUESTS, client)])


def check_quotas(shares: Sequence[Share]) -> None:
    """Raise Problem (429) if a quota is used up."""
    used_up = [share.reset for share in shares if share.is_used_up]
    if used_up:
        raise Problem("too_many_requests", retry_after=max(used_up))


def check_room() -> None:
    """Raise Problem (429) if the client has too many jobs."""
    if request.method == "POST" and declared().job is not None:
        context().jobs.shares.check_room(room())


def room() -> str:
    """Return whom this request's waiting jobs count to; long ones count apart, so that they block no undo."""
    return share().partition("/")[0] + ("-long" if declared().job is Job.LONG else "")


def check_key() -> None:
    """Raise Problem for an unknown API key, or a missing one if the server requires it."""
    is_api = request.path == "/v1" or request.path.startswith("/v1/")
    if is_api and request.method != "OPTIONS" and api_key() is None and _needs_key():
        raise unauthorized("api_key")


def _needs_key() -> bool:
    if context().settings.api_keys != "required":
        return False
    return not declared().needs_no_key and "ticket" not in request.args


def _draws() -> list[Draw]:
    counts = _counts()
    if counts is Counts.NOTHING:
        return []
    return _draws_of(counts, _known_key(), address(), _known_token())


def _draws_of(counts: Counts, key: ApiKey | None, here: str, token: str | None = None) -> list[Draw]:
    by_address = [] if key is not None and key.trusted else _of_address(counts, here, token)
    return by_address + ([] if key is None else _of_key(key, counts))


def _counts() -> Counts:
    """Return what this request counts as; an OPTIONS request counts as a plain request."""
    counts = declared().counts
    return counts if request.method == "POST" or counts is Counts.NOTHING else Counts.REQUEST


def _known_key() -> ApiKey | None:
    """Return the API key; an unknown one, or a store that is away, is reported after the request was counted."""
    try:
        return api_key()
    except (Problem, RedisError):
        return None


def _known_token() -> str | None:
    """Return the token; a malformed Authorization header is refused after the request was counted."""
    try:
        return token()
    except (Problem, RedisError):
        return None


def _of_address(counts: Counts, here: str, token: str | None) -> list[Draw]:
    if counts is Counts.MOVE:
        return [Draw(MOVES, token or here), Draw(MOVES_OF_ADDRESS, here)]
    made = {Counts.GAME: GAMES, Counts.ARENA: ARENAS, Counts.KEY: KEYS}.get(counts)
    return [Draw(REQUESTS, here), *([] if made is None else [Draw(made, here)])]


def _of_key(key: ApiKey, counts: Counts) -> list[Draw]:
    quotas: Any = key.quotas
    if counts is Counts.MOVE:
        return [Draw(Quota("key-moves", quotas["moves"], 60), key.id)]
    draws = [Draw(Quota("key-requests", quotas["requests"], 60), key.id)]
    if counts is Counts.GAME:
        draws.append(Draw(Quota("key-games", quotas["games"], 3_600), key.id))
    return draws
