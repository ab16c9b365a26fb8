"""Routes resigning, abandoning and rematches."""

from typing import Any, Final

from flask import Response

from service.handlers import rematches, resignation, votes
from service.http.access import caller_of, context, taker
from service.http.arguments import Resources
from service.http.declared import Counts
from service.http.idempotency import idempotency_key
from service.http.responses import answer_accepted, answer_created, vote_answer
from service.schemas import links
from service.schemas.headers import LOCATION, REPLAYED
from service.schemas.new_games import CreatedSchema, RematchSchema
from service.schemas.play import AcceptedSchema
from service.schemas.shapes import NothingSchema
from service.schemas.votes import VoteSchema

blueprint: Final = Resources(
    "endings", __name__, order=7, url_prefix="/v1/games", description="Resigning, abandoning, and the rematch."
)


@blueprint.route("/<id>/resign", methods=["POST"])
@blueprint.operation("resignSeat", links=links.ACTED)
@blueprint.opened_by("token")
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.repeatable(201, AcceptedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def resign(wish: dict[str, Any], id: str) -> Response:
    """Give up for good. An agent takes over the seat, unless the game ends because no opponent is left.

    The player can still watch as a spectator and acts no more; the owner may open the seat for somebody else.
    """
    return answer_accepted(resignation.resign(context(), caller_of(id), idempotency_key()))


@blueprint.route("/<id>/abandon", methods=["POST"])
@blueprint.operation("requestAbandonment", links=links.VOTE_OPENED)
@blueprint.opened_by("token")
@blueprint.arguments(NothingSchema(), required=False)
@blueprint.repeatable(201, VoteSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def abandon(wish: dict[str, Any], id: str) -> Response:
    """Open a vote on ending the game without a winner; with no other party the game ends at once.

    Every other party votes; a party that does not answer in time counts as no, unless it is overdue. Any accepted
    command ends the vote.
    """
    return vote_answer(votes.abandon(context(), caller_of(id), idempotency_key()))


@blueprint.route("/<id>/rematch", methods=["POST"])
@blueprint.operation("createRematch", counts=Counts.GAME, links=links.CREATED)
@blueprint.opened_by("token")
@blueprint.arguments(RematchSchema(), required=False)
@blueprint.repeatable(201, CreatedSchema(), LOCATION | REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def rematch(wish: dict[str, Any], id: str) -> Response:
    """Open a rematch with the same players, each one seat further on, or join it if it is already open.

    The other seats are reserved: their players join with the tokens of the old game. A seat stays its player's, and a
    rated game stays rated if all players agree. Repeating the request gives a new token.
    """
    made = rematches.rematch(context(), caller_of(id), idempotency_key(), taker(), agrees=wish.get("rated", True))
    return answer_created(made)
