"""Gives routes access to the application, and identifies the caller."""

import re
from contextlib import suppress
from dataclasses import replace
from typing import Final, cast

from redis.exceptions import RedisError

from service.clients.api_keys import ADMIN_ID, ApiKey, find_key, require_scope
from service.clients.authentication import (
    Caller,
    recall_seat,
    recognize,
    require_seat,
)
from service.clients.ownership import Maker, Party, seats_of, share_of_address
from service.clients.players import Player, player_of
from service.clients.tokens import fact_key, has_form_of_key, hash_of, token_of_key
from service.game.context import Context
from service.game.games import Game
from service.game.quarantine import Quarantined
from service.http.connection_limits import neighborhood
from service.http.incoming import UNREAD, Application, Environment, incoming
from service.problems import Problem, forbidden, invalid_header, missing_credential, not_found, unknown
from service.table.terms import MOST_SEATS
from service.views.newest_views import Sight
from service.views.spectator_delay import visible

_SEATS: Final = [str(seat) for seat in range(MOST_SEATS)]
_BEARER: Final = re.compile(r"Bearer +([A-Za-z0-9._~+/=-]{1,200})", re.IGNORECASE)


def application() -> Application:
    """Return the application of this request."""
    return incoming().application


def context() -> Context:
    """Return the context of this request."""
    return incoming().application.context


def token() -> str | None:
    """Return the bearer token, or its substitute if an API key acts for the seat in X-Seat; None without both.

    Raises Problem for a malformed Authorization header or a key in it, an unknown key, and a key without the scope
    `seats`.
    """
    here = incoming()
    if here.token is UNREAD:
        given = here.environ.get("HTTP_AUTHORIZATION")
        if given is None:
            here.token = _token_of_key(here.environ)
        elif has_form_of_key(given):
            raise unknown("misplaced_key")
        elif bearer := _BEARER.fullmatch(given.strip()):
            here.token = bearer[1]
        else:
            raise unknown("malformed")
    return cast("str | None", here.token)


def _token_of_key(environ: Environment) -> str | None:
    seat, text = environ.get("HTTP_X_SEAT"), environ.get("HTTP_X_API_KEY")
    if seat is None or text is None:
        return None
    key = require_key("seats")
    if seat not in _SEATS:
        raise invalid_header("X-Seat", "no_such_seat", minimum=0, maximum=MOST_SEATS - 1)
    return token_of_key(key.acts, int(seat))


def game_and_caller(game_id: str) -> tuple[Game, Caller]:
    """Load a game up to the newest version that the caller may see, and authenticate the caller; raises Problem."""
    try:
        ctx, given = context(), token()
        glance = ctx.games.glance(game_id, fact_key(given or ""))
        game = ctx.games.load(game_id, newest=glance.tip)
        caller = recognize(ctx, game, given, glance.fact)
        if caller.by_key and (key := api_key()) is not None and key.is_player:
            caller = replace(caller, acting=(key.id, key.hash))
        return visible(ctx, caller, game), caller
    except Problem as problem:
        _check_seat_of_key(game_id, problem)
        raise


def look(game_id: str) -> Sight:
    """Return what the caller sees of a game now; raises Problem."""
    try:
        return application().newest.look(game_id, token())
    except Problem as problem:
        _check_seat_of_key(game_id, problem)
        raise


def _check_seat_of_key(game_id: str, problem: Problem) -> None:
    """Raise Problem (401) instead of 404 if an API key holds a seat of the private game but does not act for it."""
    if problem.slug == "not_found" and "HTTP_AUTHORIZATION" not in incoming().environ:
        key = api_key()
        if key is not None and seats_of(context(), context().games.load(game_id), key.id):
            raise missing_credential("seat_token") from None


def recall_caller(game_id: str) -> tuple[Game, Caller, dict[str, bytes]] | None:
    """Return a game and its seated caller from the caches of this process, without a query; None if one is missing.

    Both may be outdated. So an append must require that the store still has the returned facts and the game's chain;
    a refusal must be decided again on the loaded game.
    """
    game = context().games.recall(game_id)
    found = recall_seat(context(), game, token()) if game is not None else None
    return None if game is None or found is None else (game, *found)


def caller_of(game_id: str) -> Caller:
    """Return the caller of a game, known by the token or key of the request; raises Problem."""
    return game_and_caller(game_id)[1]


def caller_of_token() -> Caller | None:
    """Authenticate the caller in the game that the token names, once per request; None without a token.

    Raises Problem (401) for an invalid token.
    """
    here = incoming()
    if here.caller_of_token is UNREAD:
        given = token()
        try:
            here.caller_of_token = None if given is None else caller_of(given.partition(".")[0])
        except Quarantined:
            raise
        except Problem:
            raise unknown("unknown_token") from None
    return cast("Caller | None", here.caller_of_token)


def check_token() -> None:
    """Raise Problem (401) for an invalid bearer token, even if the operation needs none.

    Resources of a game authenticate their callers in that game. A token cannot be checked while its game is damaged or
    the store unavailable.
    """
    here = incoming()
    is_outside_games = here.route.startswith("/v1") and not here.route.startswith("/v1/games/")
    if is_outside_games and "HTTP_AUTHORIZATION" in here.environ:
        with suppress(Quarantined, RedisError):
            caller_of_token()


def api_key() -> ApiKey | None:
    """Return the API key in X-Api-Key, looked up once per request; raises Problem for an unknown one."""
    here = incoming()
    if here.api_key is UNREAD:
        given = here.environ.get("HTTP_X_API_KEY")
        try:
            here.api_key = None if given is None else find_key(here.application.context, given.strip())
        except Problem as problem:
            here.api_key = problem
    if isinstance(here.api_key, Problem):
        raise here.api_key
    return cast("ApiKey | None", here.api_key)


def require_key(scope: str) -> ApiKey:
    """Return the API key, which must be present and have the scope; raises Problem."""
    key = api_key()
    if key is None:
        raise missing_credential("api_key")
    require_scope(key, scope)
    return key


def administrator() -> ApiKey:
    """Return the administrator's key, which must be in X-Api-Key; raises Problem."""
    key = api_key()
    if key is None:
        raise missing_credential("administrator_key")
    if key.id != ADMIN_ID:
        raise forbidden("api_key", "administrator_key")
    return key


def credential() -> str | None:
    """Return what identifies this caller: the token, otherwise the API key."""
    return token() or incoming().environ.get("HTTP_X_API_KEY")


def address() -> str:
    """Return the client's address; for IPv6 its network, since that belongs to one client."""
    return neighborhood(incoming().environ.get("REMOTE_ADDR") or "")


def maker() -> Maker:
    """Return the client that makes a game or sits down; raises Problem for a key without the scope `games`."""
    key = api_key()
    if key is None:
        return Maker(share())
    require_scope(key, "games")
    return Maker(share(), key.id, key.acts)


def taker(player: str | None = None) -> Maker:
    """Return the client that sits down: for a player of its own, or as a player by the player's token; raises Problem.

    404 for a player of another key.
    """
    key = api_key()
    if key is not None and key.is_player:
        if player not in (None, key.id):
            raise not_found("player")
        return Maker(share(), key.parent, player=key.id, by_player=True)
    return maker() if player is None else replace(maker(), player=own_player(player).id)


def own_player(player: str) -> Player:
    """Return a player of the API key in X-Api-Key; raises Problem (404) for any other."""
    return player_of(context(), application_key(), player)


def application_key() -> ApiKey:
    """Return the API key, which must have the scope `games` and be no player's token; raises Problem."""
    key = require_key("games")
    if key.is_player:
        raise forbidden("player_token", "api_key")
    return key


def share() -> str:
    """Return the share that this request counts to: its address, a trusted key, or another key within its address."""
    key = api_key()
    if key is None:
        return share_of_address(address())
    return key.account if key.trusted else f"{share_of_address(address())}/{key.account}"


def party(scope: str = "me") -> Party:
    """Return who asks about several games: an API key with this scope, or the holder of a seat; raises Problem."""
    if "HTTP_X_API_KEY" in incoming().environ:
        return Party(key=require_key(scope))
    caller = caller_of_token()
    if caller is None:
        raise missing_credential("seat_token", "api_key")
    if caller.resigned is None:
        require_seat(caller)
    elif scope != "me":
        raise forbidden("resigned_seat", "seat_token", "api_key")
    return Party(caller=caller)


def hash_credential() -> str | None:
    """Return the hashed credential, by which jobs identify the caller."""
    given = credential()
    return None if given is None else hash_of(given)
