"""What a route reaches of the application, and who is calling it."""

import re
from dataclasses import dataclass
from typing import Any, Final, cast

from flask import current_app, g, request

from service.clients.api_keys import ApiKey, find_key, require_scope
from service.clients.authentication import Caller, authenticate, require_seat
from service.clients.hashes import hash_of
from service.clients.ownership import Maker, Party, share_of_address
from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.http.counters import Counters
from service.http.crowding import Held, neighborhood
from service.http.metrics import Metrics
from service.live.hub import Hub
from service.live.shared_pages import Shelf
from service.problems import Problem, forbidden, unauthorized, unknown
from service.views.spectator_delay import visible

_BEARER: Final = re.compile(r"Bearer +([A-Za-z0-9._~+/=-]{1,200})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Application:
    """What one Flask application works with."""

    context: Context
    hub: Hub
    metrics: Metrics
    shelf: Shelf[Any]
    turns: Shelf[bytes]
    counters: Counters
    streams: Held


def application() -> Application:
    """The application of this request."""
    return cast(Application, current_app.extensions["longroad"])


def context() -> Context:
    """The composition root of this request."""
    return application().context


def token() -> str | None:
    """The bearer token of the request; None without one; raises Problem for an Authorization of another form."""
    given = request.headers.get("Authorization")
    if given is None:
        return None
    bearer = _BEARER.fullmatch(given.strip())
    if bearer is None:
        raise unknown("malformed")
    return bearer[1]


def game_and_caller(game_id: str) -> tuple[Game, Caller]:
    """The game as it stands, as far as whoever asks may see it by now, and who that is; raises Problem."""
    game = context().games.load(game_id)
    caller = authenticate(context(), game, token())
    return visible(context(), caller, game), caller


def caller_of(game_id: str) -> Caller:
    """Who asks about a game; raises Problem."""
    return game_and_caller(game_id)[1]


def api_key() -> ApiKey | None:
    """The client that X-Api-Key names, looked up once a request; raises Problem for an unknown one."""
    if "api_key" not in g:
        given = request.headers.get("X-Api-Key")
        g.api_key = None if given is None else find_key(context(), given.strip())
    return cast("ApiKey | None", g.api_key)


def required_key(scope: str) -> ApiKey:
    """The client, which must be known and may do this; raises Problem."""
    key = api_key()
    if key is None:
        raise unauthorized("api_key")
    require_scope(key, scope)
    return key


def credential() -> str | None:
    """What tells this caller from others: the token, else the API key."""
    return token() or request.headers.get("X-Api-Key")


def address() -> str:
    """Where the request comes from; of IPv6 the network, whose addresses are one client's."""
    return neighborhood(request.remote_addr or "")


def maker() -> Maker:
    """Who makes a game or sits down; raises Problem for a key that may not."""
    key = api_key()
    if key is None:
        return Maker(share())
    require_scope(key, "games")
    return Maker(share(), key.id)


def share() -> str:
    """Whose share of the server this request uses: a trusted key's own, else that of its address."""
    key = api_key()
    return key.id if key is not None and key.trusted else share_of_address(address())


def party(scope: str = "me") -> Party:
    """Who asks across games: an API key of this scope, else the holder of a seat's token; raises Problem."""
    if "X-Api-Key" in request.headers:
        return Party(key=required_key(scope))
    given = token()
    if given is None:
        raise unauthorized("seat_token", "api_key")
    game_id = given.partition(".")[0]
    try:
        caller = caller_of(game_id)
    except Quarantined:
        raise
    except Problem:
        raise unknown("unknown_token") from None
    if caller.resigned is None:
        require_seat(caller)
    elif scope != "me":
        raise forbidden("resigned_seat", "seat_token", "api_key")
    return Party(caller=caller)


def hashed_credential() -> str | None:
    """What jobs know of the caller."""
    given = credential()
    return None if given is None else hash_of(given)
