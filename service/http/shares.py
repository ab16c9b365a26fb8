"""Which quotas a request draws on: by address and, where one is named, by API key.

Moves have quotas of their own, so that looking at a game never costs a move. A key that the administrator's key made
counts for itself alone; any other key counts for its address too, for anybody may have one.
"""

from collections.abc import Sequence
from typing import Any, Final

from flask import Flask, g, request
from redis.exceptions import RedisError

from service.http.access import address, api_key, application, context, share, token
from service.keys import ApiKey
from service.problems import Problem, unauthorized
from service.quotas import Counters, Draw, Quota, Share

REQUESTS: Final = Quota("requests", 60_000, 60)
MOVES: Final = Quota("moves", 6_000, 60)  # of a credential, in running games
MOVES_OF_ADDRESS: Final = Quota("address-moves", 60_000, 60)
GAMES: Final = Quota("games", 2_000, 3_600)  # that an address makes
RECORD_BYTES: Final = Quota("record-bytes", 32 * 1024 * 1024, 3_600)  # that an address imports
ARENAS: Final = Quota("arenas", 120, 3_600)  # that an address makes
KEYS: Final = Quota("keys", 60, 3_600)  # that an address makes
MOVING: Final = "play.command"
MAKING: Final = frozenset({"games.create", "history.branch_off", "endings.rematch"})
MAKING_ARENAS: Final = "analyses.arena"
LONG: Final = frozenset({"analyses.analyze", MAKING_ARENAS})
DELIVERING: Final = frozenset({"subscriptions.retry", "subscriptions.try_out"})
QUEUEING: Final = frozenset({"history.undo", "history.redo", "history.replay", *DELIVERING, *LONG})
"""What is done by a job: a client has at most a few of them waiting."""
MAKING_KEYS: Final = "keys.create"
ALWAYS_ANSWERED: Final = frozenset({"operations.livez", "operations.readyz", "operations.metrics"})
"""What whoever watches over the server asks is not counted."""
OPEN_TO_ALL: Final = frozenset({"catalog.root"})
"""What a server that requires keys answers without one."""


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
    if request.method == "POST" and request.endpoint in QUEUEING:
        context().jobs.shares.check_room(room())


def room() -> str:
    """Whose waiting jobs this request counts to; long ones apart, so that they keep nobody from an undo."""
    return share() + ("-long" if request.endpoint in LONG else "")


def check_key() -> None:
    """Raise Problem for an unknown API key, or where the server requires one and there is none."""
    is_api = request.path == "/v1" or request.path.startswith("/v1/")
    if is_api and request.method != "OPTIONS" and api_key() is None and _needs_key():
        raise unauthorized("api_key")


def _needs_key() -> bool:
    is_open = request.endpoint in OPEN_TO_ALL or "ticket" in request.args
    return context().settings.api_keys == "required" and not is_open


def _draws() -> list[Draw]:
    if request.endpoint in ALWAYS_ANSWERED:
        return []
    key = _known_key()
    by_address = [] if key is not None and key.trusted else _of_address()
    return by_address + ([] if key is None else _of_key(key))


def _is_move() -> bool:
    return request.method == "POST" and request.endpoint == MOVING


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


def _of_address() -> list[Draw]:
    here = address()
    if _is_move():
        return [Draw(MOVES, _known_token() or here), Draw(MOVES_OF_ADDRESS, here)]
    draws = [Draw(REQUESTS, here)]
    if request.method == "POST" and request.endpoint in MAKING:
        draws.append(Draw(GAMES, here))
    if request.method == "POST" and request.endpoint == MAKING_ARENAS:
        draws.append(Draw(ARENAS, here))
    if request.method == "POST" and request.endpoint == MAKING_KEYS:
        draws.append(Draw(KEYS, here))
    return draws


def _of_key(key: ApiKey) -> list[Draw]:
    quotas: Any = key.quotas
    if _is_move():
        return [Draw(Quota("key-moves", quotas["moves"], 60), key.id)]
    draws = [Draw(Quota("key-requests", quotas["requests"], 60), key.id)]
    if request.method == "POST" and request.endpoint in MAKING:
        draws.append(Draw(Quota("key-games", quotas["games"], 3_600), key.id))
    return draws
