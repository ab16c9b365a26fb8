"""Routes players of an application: making, showing, changing, forgetting; and their tokens."""

from typing import Any, Final

from flask import Response

from service.clients.players import (
    NewPlayer,
    Player,
    end_token,
    find_player,
    issue_token,
    make_player,
    player_document,
    player_of,
    players_page,
    rename_player,
    set_blocks,
    set_listed,
    texts_of,
)
from service.clients.presence import agree_as_player
from service.clients.ratings import list_again, ratings_of
from service.forgetting.people import begin_forgetting_player
from service.game.idempotency import answer_once
from service.http.access import api_key, application_key, context, own_player
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Counts
from service.http.idempotency import idempotency_key
from service.http.linking import lead_on
from service.http.responses import answer_made, private
from service.problems import missing_credential, not_found
from service.schemas import links
from service.schemas import players as schemas
from service.schemas.headers import NEXT
from service.schemas.shapes import NothingSchema
from service.views.player_games import games_of_player

blueprint: Final = Resources(
    "players",
    __name__,
    order=11,
    url_prefix="/v1/players",
    description="The players of an application.",
)
PAGE: Final = 50
GAMES: Final = 20


@blueprint.route("", methods=["POST"])
@blueprint.operation("createPlayer", counts=Counts.GAME, links=links.PLAYER_CREATED)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.PlayerDraftSchema(), example={"name": "Ana", "external_id": "user-17"})
@blueprint.repeatable(201, schemas.PlayerSchema())
@blueprint.problems(400, 403, 409, 413, 415, 422)
def create(wish: dict[str, Any]) -> Response:
    """Create a player of the API key, or show the one that it has under the same `external_id`.

    A seat can be taken for a player. Only the key that made a player can do that, change it, and issue its token.
    """
    return answer_made(*answer_once(context(), idempotency_key(), _make, NewPlayer(**wish)))


def _make(wish: NewPlayer) -> dict[str, Any]:
    return _document(make_player(context(), application_key(), wish), is_holders=True)


def _document(player: Player, *, is_holders: bool) -> dict[str, Any]:
    return player_document(player, texts_of(context(), [player.id])[player.id], is_holders=is_holders)


@blueprint.route("")
@blueprint.operation("listPlayers", links=links.PLAYERS)
@blueprint.opened_by("key")
@blueprint.arguments(schemas.PlayersQuery(), location="query")
@blueprint.response(200, schemas.PlayerPageSchema(), headers=NEXT)
@blueprint.problems(403, 422)
def list_own(query: dict[str, Any]) -> Response:
    """List the players of the API key, the newest first, in pages.

    To continue, send `next` as `after`.
    """
    page = players_page(context(), application_key(), query.get("after"), query.get("limit", PAGE))
    return private(lead_on(json_answer(page), page.get("next")))


@blueprint.route("/<id>")
@blueprint.operation("getPlayer", links=links.OF_PLAYER)
@blueprint.arguments(schemas.PlayerQuery(), location="query")
@blueprint.response(200, schemas.PlayerShownSchema(), headers=NEXT)
@blueprint.problems(404, 422)
def show(query: dict[str, Any], id: str) -> Response:
    """Show a player with games and results, to anybody who knows the id.

    Private and unlisted games are listed only for the API key that made the player and for the player's own token.
    """
    player, key = find_player(context(), id), api_key()
    if player is None:
        raise not_found("player")
    is_holders = key is not None and key.id in (player.app, player.id)
    page = games_of_player(context(), player, query.get("after"), query.get("limit", GAMES), is_holders=is_holders)
    shown = _document(player, is_holders=is_holders) | {"ratings": ratings_of(context(), player.id)}
    return private(lead_on(json_answer(shown | page), page.get("next")))


@blueprint.route("/<id>", methods=["PATCH"])
@blueprint.operation("updatePlayer")
@blueprint.opened_by("key")
@blueprint.arguments(schemas.PlayerChangeSchema(), example={"name": "Bea"})
@blueprint.response(200, schemas.PlayerSchema())
@blueprint.problems(400, 403, 404, 413, 415, 422)
def change(wish: dict[str, Any], id: str) -> Response:
    """Rename a player, or say whether it agrees to be shown on ladders, and as present at its tables.

    Seats that are taken from now on have the new name; those that the player has already keep theirs. `presence` alone
    may also be changed with the player's own token.
    """
    player = _or_oneself(id) if wish.keys() == {"presence"} else own_player(id)
    if "name" in wish:
        rename_player(context(), player, wish["name"])
    if "listed" in wish:
        player = set_listed(context(), player, listed=wish["listed"])
        list_again(context(), player.id)
    if "presence" in wish:
        player = agree_as_player(context(), player, is_shown=wish["presence"])
    return private(json_answer(_document(player, is_holders=True)))


@blueprint.route("/<id>", methods=["DELETE"])
@blueprint.operation("deletePlayer")
@blueprint.opened_by("key")
@blueprint.response(204)
@blueprint.problems(403, 404)
def forget(id: str) -> Response:
    """Forget a player; the player's own token may do so, too.

    Name and `external_id` are shown no more within two seconds, and the token ends. Within a minute or so the tokens of
    the seats end, and the seats resign. The moves of the games stay.
    """
    begin_forgetting_player(context(), _or_oneself(id).id)
    return Response(status=204)


@blueprint.route("/<id>/blocks", methods=["PUT"])
@blueprint.operation("updatePlayerBlocks")
@blueprint.opened_by("key")
@blueprint.arguments(schemas.BlocksSchema(), example={"players": ["player-0123456789abcdef01"]})
@blueprint.response(200, schemas.BlocksSchema())
@blueprint.problems(400, 403, 404, 413, 415, 422)
def block(wish: dict[str, Any], id: str) -> Response:
    """Set whom a player does not want to meet, in place of all who were blocked before; the player's token may, too.

    No seek of the one is filled together with one of the other. Games that have begun go on.
    """
    return private(json_answer({"players": list(set_blocks(context(), _or_oneself(id), wish["players"]).blocks)}))


@blueprint.route("/<id>/token", methods=["POST"])
@blueprint.operation("createPlayerToken")
@blueprint.opened_by("key")
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.repeatable(201, schemas.PlayerTokenSchema())
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
def renew(wish: dict[str, Any], id: str) -> Response:
    """Issue the token of a player, which is shown only here; an earlier one ends, with the streams that it opened.

    Send it as `X-Api-Key`. It reads `me/pending`, `me/events`, and all games of the player, acts for the player's seats
    (`X-Seat`), takes seats, and can renew itself.
    """
    return answer_made(*answer_once(context(), idempotency_key(), _issue, id))


def _issue(id: str) -> dict[str, Any]:
    player = _or_oneself(id)
    return {"id": player.id, "token": issue_token(context(), player)}


@blueprint.route("/<id>/token", methods=["DELETE"])
@blueprint.operation("deletePlayerToken")
@blueprint.opened_by("key")
@blueprint.response(204)
@blueprint.problems(403, 404)
def end(id: str) -> Response:
    """End the token of a player, with the streams that it opened.

    The player and the seats stay. Without a token there is nothing to do, and the answer is the same.
    """
    end_token(context(), _or_oneself(id))
    return Response(status=204)


def _or_oneself(id: str) -> Player:
    """Return a player of the API key, or the one whose token was sent; raises Problem."""
    key = api_key()
    if key is None:
        raise missing_credential("api_key")
    return player_of(context(), key, id) if key.is_player else own_player(id)
