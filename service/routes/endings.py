"""The end of a game before its rules end it, and what comes after: resigning, abandoning, the rematch."""

from typing import Any, Final

from flask import Response

from service import ending, rematching, voting
from service.http.access import caller_of, context, maker
from service.http.arguments import Resources
from service.http.idempotency import idempotency_key
from service.routes.games import created_answer
from service.routes.history import vote_answer
from service.routes.play import accepted_answer
from service.schemas import answers, requests
from service.schemas.headers import LOCATION, REPLAYED

blueprint: Final = Resources("endings", __name__, url_prefix="/v1/games", description="Resigning, abandoning, rematch")


@blueprint.route("/<id>/resign", methods=["POST"])
@blueprint.opened_by("token")
@blueprint.arguments(requests.NothingSchema(), required=False)
@blueprint.response(201, answers.AcceptedSchema(), headers=REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
@blueprint.reads("Idempotency-Key")
def resign(wish: dict[str, Any], id: str) -> Response:
    """Give up for good. The others play on, an agent having the seat, unless nobody is left to play with.

    The seat sees on what it may see and acts no more; the owner may open it for somebody else.
    """
    return accepted_answer(ending.resign(context(), caller_of(id), idempotency_key()))


@blueprint.route("/<id>/abandon", methods=["POST"])
@blueprint.opened_by("token")
@blueprint.arguments(requests.NothingSchema(), required=False)
@blueprint.response(201, answers.VoteSchema(), headers=REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
@blueprint.reads("Idempotency-Key")
def abandon(wish: dict[str, Any], id: str) -> Response:
    """Ask the others to end the game without a winner; with nobody to ask it ends at once.

    Every other person and bot is asked; silence for a minute is no. Any accepted command ends the vote.
    """
    return vote_answer(voting.abandon(context(), caller_of(id), idempotency_key()))


@blueprint.route("/<id>/rematch", methods=["POST"])
@blueprint.opened_by("token")
@blueprint.arguments(requests.NothingSchema(), required=False)
@blueprint.response(201, answers.CreatedSchema(), headers=LOCATION | REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
@blueprint.reads("Idempotency-Key")
def rematch(wish: dict[str, Any], id: str) -> Response:
    """The same table again, everybody one seat on: opened by the first who asks, joined by the others.

    The seats of the others are kept for them: they ask with the tokens of the old game. Asked again, a new token.
    """
    made = rematching.rematch(context(), caller_of(id), idempotency_key(), maker())
    return created_answer(made)
