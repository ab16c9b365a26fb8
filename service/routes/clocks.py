"""Routes pauses and holidays."""

from typing import Any, Final

from flask import Response

from service.handlers import pauses
from service.http.access import caller_of, context
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.idempotency import idempotency_key, mark
from service.http.responses import answer_accepted, describe_accepted, vote_answer
from service.schemas import links
from service.schemas.clocks import HolidaySchema, PauseSchema
from service.schemas.play import AcceptedSchema
from service.schemas.votes import VoteSchema

blueprint: Final = Resources("clocks", __name__, order=6, url_prefix="/v1/games", description="Pauses and holidays.")


@blueprint.route("/<id>/pause", methods=["POST"])
@blueprint.operation("requestPause", links=links.VOTE_OPENED)
@blueprint.opened_by("token")
@blueprint.arguments(PauseSchema())
@blueprint.repeatable(201, VoteSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def pause(wish: dict[str, Any], id: str) -> Response:
    """Request a pause until a given time, at most 30 days ahead; the other parties vote on it.

    If there is no other party, the game pauses at once. During a pause commands, undo and redo are refused (409
    `game.paused`), and clocks and agents stop; voting, resigning and reading go on. Any party can end the pause at
    once. A party that does not vote counts as no.
    """
    return vote_answer(pauses.ask_pause(context(), caller_of(id), wish["until"], idempotency_key()))


@blueprint.route("/<id>/pause", methods=["DELETE"])
@blueprint.operation("endPause", links=links.PAUSE_ENDED)
@blueprint.opened_by("token")
@blueprint.repeatable(200, AcceptedSchema())
@blueprint.problems(401, 403, 404, 409, 422)
def resume(id: str) -> Response:
    """End a pause at once; any party may.

    Clocks continue with the time they had left, and agents play again. The owner cannot end a pause.
    """
    done = pauses.end_pause(context(), caller_of(id), idempotency_key())
    return mark(json_answer(describe_accepted(done)), done.replayed)


@blueprint.route("/<id>/seats/<int:seat>/holiday", methods=["POST"])
@blueprint.operation("takeHoliday", links=links.ACTED)
@blueprint.opened_by("token")
@blueprint.arguments(HolidaySchema(), example={"days": 2})
@blueprint.repeatable(201, AcceptedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def holiday(wish: dict[str, Any], id: str, seat: int) -> Response:
    """Take a holiday from a clock of days, for your own seat, before its time runs out; it cannot be taken back.

    The deadlines of the seat, and those that begin during the holiday, are extended by that many days. The others play
    on.
    """
    return answer_accepted(pauses.take_holiday(context(), caller_of(id), seat, wish["days"], idempotency_key()))
