"""Which quotas a request draws on: by address and, where one is named, by API key.

Moves have quotas of their own, so that looking at a game never costs a move. A key that the administrator's key made
counts for itself alone; any other key counts for its address too, for anybody may have one.
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
MOVES: Final = Quota("moves", 6_000, 60)  # of a credential, in running games
MOVES_OF_ADDRESS: Final = Quota("address-moves", 60_000, 60)
GAMES: Final = Quota("games", 2_000, 3_600)  # that an address makes
RECORD_BYTES: Final = Quota("record-bytes", 32 * 1024 * 1024, 3_600)  # that an address imports
ARENAS: Final = Quota("arenas", 120, 3_600)  # that an address makes
KEYS: Final = Quota("keys", 60, 3_600)  # that an address makes


def take_shares() -> list[Share]:
    """Count this request; what is left of each of its quotas. Raises nothing."""
    return application().counters.take(_draws())


def take_bytes(size: int) -> None:
    """Count the bytes of a record; raises Problem (429) where its address has sent too many."""
    key = api_key()
    if key is None or not key.trusted:
        more = application().counters.take([Draw(RECORD_BYTES, address(), size)])
        g.shares = [*g.shares, *more]
        check_quotas(more)


def count_request(app: Flask, client: str) -> list[Share]:
    """Count what an address sent that never became a request; what is left of its quota. Raises nothing."""
    counters: Counters = app.extensions["longroad"].counters
    return counters.take([Draw(REQUESTS, client)])


def check_quotas(shares: Sequence[Share]) -> None:
    """Raise Problem (429) when a quota is used up."""
    used_up = [share.reset for share in shares if share.is_used_up]
    if used_up:
        raise Problem("too_many_requests", retry_after=max(used_up))


def check_room() -> None:
    """Raise Problem (429) for one job too many."""
    if request.method == "POST" and declared().job is not None:
        context().jobs.shares.check_room(room())


def room() -> str:
    """Whose waiting jobs this request counts to; long ones apart, so that they keep nobody from an undo."""
    return share() + ("-long" if declared().job is Job.LONG else "")


def check_key() -> None:
    """Raise Problem for an unknown API key, or where the server requires one and there is none."""
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
    key = _known_key()
    by_address = [] if key is not None and key.trusted else _of_address(counts)
    return by_address + ([] if key is None else _of_key(key, counts))


def _counts() -> Counts:
    """What this request counts as; an OPTIONS request for whatever makes something is a mere request."""
    counts = declared().counts
    return counts if request.method == "POST" or counts is Counts.NOTHING else Counts.REQUEST


def _known_key() -> ApiKey | None:
    """The API key; an unknown one is refused once the request is counted, and so is a store that is away."""
    try:
        return api_key()
    except (Problem, RedisError):
        return None


def _known_token() -> str | None:
    """The token; an Authorization of another form is refused once the request is counted."""
    try:
        return token()
    except Problem:
        return None


def _of_address(counts: Counts) -> list[Draw]:
    here = address()
    if counts is Counts.MOVE:
        return [Draw(MOVES, _known_token() or here), Draw(MOVES_OF_ADDRESS, here)]
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
