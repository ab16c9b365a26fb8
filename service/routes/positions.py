"""Routes positions: what a game's caller knows as a document, and what the rules say of any document."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response

from service.game.games import Game
from service.handlers.analyses import seat_to_show
from service.handlers.dry_runs import dry_run
from service.http.access import caller_of, context
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Counts
from service.http.negotiation import language
from service.problems import Problem, invalid, refusal
from service.records.notation import write_notation
from service.records.positions import PLACE, Restored, apply, position_document, restore
from service.schemas.play import LegalActionsSchema, read_commands
from service.schemas.positions import (
    AppliedSchema,
    NotationSchema,
    PositionActionsSchema,
    PositionBodySchema,
    PositionCommandsSchema,
    PositionDocumentSchema,
    PositionQuery,
    read_document,
)
from service.views.game_view import state_document
from service.views.legal_actions import actions_document
from service.views.spectator_delay import standing

blueprint: Final = Resources(
    "positions", __name__, order=6, url_prefix="/v1", description="Positions of any game, hosted here or elsewhere."
)
TEXT: Final = {"text": "lp1."}


@blueprint.route("/games/<id>/position")
@blueprint.operation("getPosition")
@blueprint.arguments(PositionQuery(), location="query")
@blueprint.response(200, PositionDocumentSchema())
@blueprint.problems(401, 403, 404, 409)
def position(query: dict[str, Any], id: str) -> Response:
    """Read what the caller knows of the position as a document, which the operations on positions take.

    It shows exactly what `GET /v1/games/{id}` shows the same caller at the same version. A `seat` other than the
    caller's own can be named once the game is over.
    """
    caller = caller_of(id)
    game = standing(context(), caller, query.get("version"))
    seat = seat_to_show(standing(context(), caller, None), caller, query.get("seat"))
    if game.position is None:
        raise refusal("game.not_started")
    return _private(position_document(game, seat))


@blueprint.route("/positions/notation", methods=["POST"])
@blueprint.operation("createPositionText")
@blueprint.arguments(PositionBodySchema())
@blueprint.response(200, NotationSchema())
@blueprint.problems(400, 401, 403, 404, 413, 415, 422)
def convert(wish: dict[str, Any]) -> Response:
    """Check a position, and write it as a document and as one line of text.

    Whatever cannot be in any game is refused with its place: cards that do not add up, buildings next to each other, an
    agenda that does not fit.
    """
    restored = _restore(wish)
    document = position_document(restored.game, restored.seat, restored.shown)
    return _private({"text": write_notation(document), PLACE: document})


@blueprint.route("/positions/legal-actions", methods=["POST"])
@blueprint.operation("listPositionActions")
@blueprint.arguments(PositionActionsSchema())
@blueprint.response(200, LegalActionsSchema())
@blueprint.problems(400, 401, 403, 404, 413, 415, 422)
def legal_actions(wish: dict[str, Any]) -> Response:
    """List everything that a seat may do at a position.

    The answer is that of `GET /v1/games/{id}/legal-actions` in a game at this position. Nothing is stored.
    """
    restored = _restore(wish)
    return _private(actions_document(restored.game, _acting(restored, wish), language()))


@blueprint.route("/positions/apply", methods=["POST"])
@blueprint.operation("tryPositionCommands", counts=Counts.MOVE)
@blueprint.arguments(PositionCommandsSchema())
@blueprint.response(200, AppliedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def apply_commands(wish: dict[str, Any]) -> Response:
    """Carry out commands of a seat at a position: the events, and the position after them. Nothing is stored.

    Chance follows from `draws` and `seed` alone, so the same request gets the same answer. With `outcomes` the answer
    lists what can happen, as `POST /v1/games/{id}/dry-runs` does.
    """
    restored = _restore(wish)
    seat = _acting(restored, wish)
    commands = read_commands(restored.game.ruleset, {"commands": [*wish["commands"]]})
    if not wish.get("outcomes"):
        seed = wish.get("seed") or restored.key
        return _private(apply(restored, seat, commands, wish.get("draws", ()), seed))
    found = dry_run(restored.game, seat, commands)
    if "problem" in found:
        raise found["problem"]
    return _private({name: found[name] for name in ("certain", "chance", "exact")})


def _restore(wish: Mapping[str, Any]) -> Restored:
    """Return the position that a request brings; raises ValidationError and Problem (422)."""
    return restore(context(), read_document(wish), _layout_of)


def _layout_of(game_id: str) -> Mapping[str, Any] | None:
    """Return what the set-up of a game laid out that the caller may see; raises Problem (422) if there is none."""
    try:
        game = standing(context(), caller_of(game_id), None)
    except Problem:
        raise invalid(f"{PLACE}.layout", "position.layout") from None
    return None if game.position is None else game.ruleset.layout(game.position)


def _acting(restored: Restored, wish: Mapping[str, Any]) -> int:
    """Return the seat that acts; raises Problem (422) for a seat whose hidden cards the position does not show."""
    game, seats = restored.game, range(len(restored.game.table.seats))
    first = restored.seat if restored.seat is not None else game.ruleset.next_seat(game.position)
    seat: int = wish.get("seat", max(first, 0))
    if seat not in seats:
        raise invalid("seat", "no_such_seat", minimum=0, maximum=len(seats) - 1)
    if seat not in restored.shown and seat != restored.seat and _hides(game, restored.seat, seat):
        raise invalid("seat", "position.hidden_hand", seat=seat)
    return seat


def _hides(game: Game, observer: int | None, seat: int) -> bool:
    """Return whether a seat sees more of itself than an observer does."""
    own, seen = (state_document(game, one) or {} for one in (seat, observer))
    return bool(own["seats"][seat] != seen["seats"][seat])


def _private(document: Mapping[str, Any]) -> Response:
    response = json_answer(document)
    response.headers["Cache-Control"] = "private, no-store"
    return response
