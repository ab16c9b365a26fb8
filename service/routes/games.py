"""Routes games and their seats: creating, listing, viewing, deleting."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from service.clients.players import name_of
from service.game.documents import agent_members
from service.game.results import Seated
from service.handlers import holders, seating
from service.handlers.openings import NewGame, create_game
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.seating import SeatWish
from service.http.access import (
    application,
    caller_of,
    context,
    game_and_caller,
    look,
    maker,
    party,
    taker,
    token,
)
from service.http.answers import Answer, json_answer
from service.http.arguments import Resources
from service.http.bodies import json_body, size_of_body
from service.http.caching import allow_caching, is_known, tag_answer, tag_of_content, tag_response
from service.http.declared import Counts
from service.http.idempotency import idempotency_key, mark
from service.http.layouts import missing_layout
from service.http.linking import page_answer, start_of
from service.http.negotiation import language
from service.http.quotas import take_bytes
from service.http.responses import answer_created, private
from service.http.seated_players import read_seats
from service.pictures.drawing import picture_of
from service.records.importing import SandboxStart, import_record, start_sandbox, turn
from service.records.starting import PositionStart, start_at_position
from service.schemas import links
from service.schemas.games import BoardQuery, GamePageSchema, GameSchema, GamesQuery, VersionQuery
from service.schemas.headers import CONDITIONAL, LOCATION, NEXT, OLD, PICTURE, REPLAYED
from service.schemas.limits import LARGEST_RECORD, LARGEST_WISH, MOST_GAMES
from service.schemas.new_games import NEW_GAME, CreatedSchema, GameDraftSchema, read_given
from service.schemas.positions import read_document
from service.schemas.records import PositionStartSchema, read_record, read_start
from service.schemas.seats import ChangeSeatSchema, SeatedSchema, TakeSeatSchema
from service.schemas.shapes import NothingSchema, reference
from service.views.game_view import board_document, view_document
from service.views.games_pages import games_page
from service.views.lobby import Wish
from service.views.newest_views import Body
from service.views.spectator_delay import standing
from service.views.view_tags import tag_of_view

SVG: Final = "image/svg+xml"
blueprint: Final = Resources("games", __name__, order=2, url_prefix="/v1/games", description="Games and their seats.")
WISH: Final = {"schema": reference("GameWish"), "example": NEW_GAME}


@blueprint.route("", methods=["POST"])
@blueprint.operation("createGame", counts=Counts.GAME, largest=LARGEST_RECORD, links=links.CREATED)
@blueprint.doc(requestBody={"required": True, "content": {"application/json": WISH}})
@blueprint.repeatable(201, CreatedSchema(), LOCATION | REPLAYED)
@blueprint.problems(400, 403, 404, 409, 413, 415, 422)
def create() -> Response:
    """Create a game. It starts at once if no seat is open; its tokens are shown only here.

    With `{"record": ...}` a finished game is imported after its record has been verified; its seats cannot be played.
    With `sandbox` beside it, a sandbox game begins at a `version` of the record; `{"position": ...}` or its `text` with
    `sandbox` begins one at that position.
    """
    size = size_of_body()
    if not LARGEST_WISH < size <= LARGEST_RECORD:
        return _create()
    take_bytes(size)
    with turn():
        return _create()


def _create() -> Response:
    body = json_body()
    if isinstance(body, dict) and not {"position", "text"}.isdisjoint(body):
        return answer_created(start_at_position(context(), _read_position_start(body), idempotency_key(), maker()))
    if isinstance(body, dict) and "record" in body:
        if "sandbox" in body:
            start = read_start(body)
            record, version = start.pop("record"), start.pop("version")
            asked = SandboxStart(record, version, read_wish(start | {"ruleset": record["ruleset"]}))
            return answer_created(start_sandbox(context(), asked, idempotency_key(), maker()))
        return answer_created(import_record(context(), read_record(body), idempotency_key(), maker()))
    wish: dict[str, Any] = GameDraftSchema().load(body)
    return answer_created(create_game(context(), read_wish(wish), idempotency_key(), maker()))


def _read_position_start(body: Mapping[str, Any]) -> PositionStart:
    wish: dict[str, Any] = PositionStartSchema().load(body)
    document = read_document({name: wish.pop(name) for name in ("position", "text") if name in wish})
    return PositionStart(document, missing_layout(document), read_wish(wish | {"ruleset": document["ruleset"]}))


def read_wish(wish: dict[str, Any]) -> NewGame:
    """Return the game that a body describes; raises ValidationError for given events that its ruleset does not have."""
    seats = read_seats(wish.pop("seats", ()))
    ruleset = context().rulesets.get(wish["ruleset"])
    given = read_given(ruleset, wish.pop("given", [])) if ruleset else wish.pop("given", [])
    return NewGame(seats=seats, given=given, **wish)


@blueprint.route("")
@blueprint.operation("listGames", links=links.LOBBY)
@blueprint.arguments(GamesQuery(), location="query")
@blueprint.response(200, GamePageSchema(), headers=NEXT | OLD)
@blueprint.problems(403, 409, 422)
def lobby(query: dict[str, Any]) -> Response:
    """List public games, newest first, in pages; with `mine=true` those of the caller's API key or token.

    Open seats are taken with `POST /v1/games/{id}/seats`. To continue, send `next` as `after`. The list shows new,
    started and finished games and changed seats at once; the `version` of a game follows within two seconds. A game is
    listed if it passes all filters that are set. A page can hold fewer games than `limit`, even none, and still have a
    `next`: one request looks at a limited number of games.
    """
    who = party() if query.pop("mine", False) else None
    start, limit = start_of(query), query.pop("limit", MOST_GAMES)
    page = games_page(context(), Wish(**query), start.cursor, limit, who, start.name)
    response = page_answer(page, start)
    return response if who is None else private(response)


@blueprint.direct_route("/<id>", query=VersionQuery())
@blueprint.operation("getGame", links=links.OF_GAME_VIEW)
@blueprint.arguments(VersionQuery(), location="query")
@blueprint.response(200, GameSchema(), headers=CONDITIONAL)
@blueprint.alt_response(304, headers=CONDITIONAL, description="The caller has the newest version already.")
@blueprint.problems(401, 403, 404, 409, 422)
@blueprint.reads("If-None-Match")
def view(query: dict[str, Any], id: str) -> Answer:
    """Show a game as the caller may see it, now or right after a given version.

    `state` is the position, `awaiting` lists the seats that may or must act. Every version can be requested, even one
    that was undone. The ETag can be sent as `If-None-Match` here and as `If-Match` with a command.
    """
    version = query.get("version")
    if version is not None:
        return _view_at(id, version)
    sight = look(id)
    tag = tag_of_view(context(), sight.game, sight.caller, sight.names)
    return tag_answer(None if sight.is_settled and is_known(tag) else application().newest.view(sight), tag)


def _view_at(id: str, version: int) -> Answer:
    game, caller = game_and_caller(id)
    shown = standing(context(), caller, version, game)
    names = context().store.names(id)
    tag = tag_of_view(context(), shown, caller, names)
    if is_known(tag):
        return tag_answer(None, tag)
    return tag_answer(Body(view_document(context(), shown, caller, is_newest=False, names=names)), tag)


@blueprint.route("/<id>/board")
@blueprint.operation("getBoard")
@blueprint.arguments(BoardQuery(), location="query")
@blueprint.response(200, reference("Board"), headers=CONDITIONAL)
@blueprint.alt_response(304, headers=CONDITIONAL, description="The caller has the newest version already.")
@blueprint.problems(401, 403, 404, 409, 422)
@blueprint.reads("If-None-Match")
def board(query: dict[str, Any], id: str) -> Response:
    """Show the board to which commands and views refer; it never changes.

    It has tiles, nodes, edges, squares or places of the sheet, with ids, coordinates and neighbors. Views show only
    what lies on the board. 409 if the board is laid out at random and the game has not started. With `words=true` each
    place also says what people call it.
    """
    caller = caller_of(id)
    words_in = language() if query.get("words") else None
    tag = BOARD_TAG if words_in is None else f"{BOARD_TAG}-{words_in}"
    if is_known(tag):
        return tag_response(Response(status=304), tag)
    return tag_response(json_answer(board_document(context(), caller, words_in)), tag)


BOARD_TAG: Final = "2"


@blueprint.route("/<id>/board.svg")
@blueprint.operation("getBoardPicture")
@blueprint.arguments(VersionQuery(), location="query")
@blueprint.response(200, {"type": "string"}, content_type=SVG, headers=PICTURE)
@blueprint.alt_response(304, headers=PICTURE, description="The caller has the same picture already.")
@blueprint.problems(401, 403, 404, 409, 422)
@blueprint.reads("If-None-Match")
def picture(query: dict[str, Any], id: str) -> Response:
    """Draw the game as the caller may see it, now or right after a given version.

    Hidden cards stay hidden in the picture. Texts are in the requested language. `data-` attributes name the places
    that commands refer to, such as `data-node="22"`, and the parts that can be shown alone.
    """
    game, caller = game_and_caller(id)
    shown = standing(context(), caller, query.get("version"), game)
    response = Response(picture_of(context(), shown, caller.seat, language()), mimetype=SVG)
    response.headers["Content-Security-Policy"] = "default-src 'none'"  # opened by itself it may load and run nothing
    response.vary.add("Authorization")
    return allow_caching(response, tag_of_content(response.get_data()), "private, no-cache")


@blueprint.route("/<id>", methods=["DELETE"])
@blueprint.operation("deleteGame")
@blueprint.opened_by("token")
@blueprint.response(204)
@blueprint.problems(401, 403, 404, 409)
def remove(id: str) -> Response:
    """Delete a game in which no other person plays; only its owner may.

    If other people play, it is refused: they can resign, or abandon the game by a vote. A deleted game is gone for
    good.
    """
    seating.delete_game(context(), caller_of(id))
    return Response(status=204)


@blueprint.route("/<id>/seats", methods=["POST"])
@blueprint.operation("takeSeat", links=links.SEAT_TAKEN)
@blueprint.arguments(TakeSeatSchema(), example={"name": "Bea"})
@blueprint.repeatable(201, SeatedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def join(wish: dict[str, Any], id: str) -> Response:
    """Take an open seat; the game starts when the last one is taken.

    Without `seat` it is the first open one. A private game requires its `invite`. The token is shown only here. A
    player who was replaced by an agent takes the seat back by sending its token. `entropy` becomes part of the seed of
    all chance. With `player`, or by a player's token, the seat is the player's, who can have one in a game.
    """
    who = taker(wish.pop("player", None))
    if who.player and "name" not in wish:
        wish["name"] = name_of(context(), who.player)
    seated = seating.take_seat(context(), id, token(), SeatWish(**wish), idempotency_key(), who)
    return private(mark(json_answer(describe_seated(seated), 201), seated.replayed))


@blueprint.route("/<id>/seats/<int:seat>", methods=["PATCH"])
@blueprint.operation("updateSeat", links=links.SEAT_CHANGED)
@blueprint.opened_by("token")
@blueprint.arguments(ChangeSeatSchema(), example={"name": "Bea"})
@blueprint.response(200, SeatedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def change(wish: dict[str, Any], id: str, seat: int) -> Response:
    """Change a seat in exactly one way.

    Its holder can set the `name`, lend it to an `agent`, take it back with `"agent": null` or by a command, and say how
    it answers `votes` that are opened from now on. The owner can give a seat that is not held to an `agent`, open it,
    or replace its token (`reissue`); before the start also a held seat. For a seat that is `open` already, a new
    `invite` is made.
    """
    is_taken_back = "agent" in wish and wish["agent"] is None
    wanted = SeatChange(back=True) if is_taken_back else SeatChange(**wish)
    return private(json_answer(describe_seated(change_seat(context(), caller_of(id), seat, wanted))))


@blueprint.route("/<id>/seats/<int:seat>", methods=["DELETE"])
@blueprint.operation("leaveSeat")
@blueprint.opened_by("token")
@blueprint.response(204)
@blueprint.problems(401, 403, 404, 409)
def leave(id: str, seat: int) -> Response:
    """Leave the seat of a game that has not started; the seat is open again.

    After the start a player resigns instead.
    """
    holders.leave(context(), caller_of(id), seat)
    return Response(status=204)


@blueprint.route("/<id>/seats/<int:seat>/token", methods=["POST"])
@blueprint.operation("renewToken")
@blueprint.opened_by("token")
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.repeatable(201, SeatedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def renew(wish: dict[str, Any], id: str, seat: int) -> Response:
    """Replace the token of your seat, which you then hold: the new one is shown only here, the old one stops working.

    The first token of a `human` seat is known to the creator of the game; after this request only you have one. The
    Idempotency-Key acts as a secret here and needs at least 22 characters.
    """
    seated = holders.renew_token(context(), id, token(), seat, idempotency_key(is_secret=True), taker())
    return private(mark(json_answer(describe_seated(seated), 201), seated.replayed))


def describe_seated(seated: Seated) -> dict[str, Any]:
    """Return a seat with its new token."""
    known = {"seat": seated.seat, "kind": seated.kind, "version": seated.version, "status": seated.status}
    more = {"token": seated.token, "invite": seated.invite, "vote": seated.vote, "votes": seated.votes}
    shown = {name: value for name, value in more.items() if value is not None}
    return known | agent_members(seated.agent) | shown
