"""Time at the table, beside the clocks themselves: pauses and holidays."""

from typing import Any, Final

from flask import Response

from service import holidays, pausing
from service.http.access import caller_of, context
from service.http.arguments import Resources
from service.http.idempotency import idempotency_key, marked
from service.http.provider import json_answer
from service.routes.history import vote_answer
from service.routes.play import accepted_answer
from service.schemas import answers, requests
from service.schemas.headers import REPLAYED

blueprint: Final = Resources("clocks", __name__, url_prefix="/v1/games", description="Pauses and holidays")


@blueprint.route("/<id>/pause", methods=["POST"])
@blueprint.opened_by("token")
@blueprint.arguments(requests.PauseSchema())
@blueprint.response(201, answers.VoteSchema(), headers=REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
@blueprint.reads("Idempotency-Key")
def pause(wish: dict[str, Any], id: str) -> Response:
    """Ask the other parties to let the game rest until a time; with nobody to ask it rests at once.

    It lies at most 30 days ahead. Until then commands, undo and redo are 409 `game.paused`, agents and clocks stand
    still; votes, resigning and reading go on. Any party may end the pause at once. Silence is no.
    """
    return vote_answer(pausing.ask_pause(context(), caller_of(id), wish["until"], idempotency_key()))


@blueprint.route("/<id>/pause", methods=["DELETE"])
@blueprint.opened_by("token")
@blueprint.response(200, answers.AcceptedSchema(), headers=REPLAYED)
@blueprint.problems(401, 403, 404, 409, 422)
@blueprint.reads("Idempotency-Key")
def resume(id: str) -> Response:
    """End a pause at once; any party may.

    Clocks go on from where they stood, and agents play again. The owner, who sits nowhere, ends no pause.
    """
    done = pausing.end_pause(context(), caller_of(id), idempotency_key())
    return marked(json_answer({"version": done.version, "events": done.events}), done.replayed)


@blueprint.route("/<id>/seats/<int:seat>/holiday", methods=["POST"])
@blueprint.opened_by("token")
@blueprint.arguments(requests.HolidaySchema(), example={"days": 2})
@blueprint.response(201, answers.AcceptedSchema(), headers=REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
@blueprint.reads("Idempotency-Key")
def holiday(wish: dict[str, Any], id: str, seat: int) -> Response:
    """Take a holiday under a clock of days, for one's own seat and before its time is over; it cannot be taken back.

    What the seat owes, and what it comes to owe until the holiday ends, has so many days more. The others play on.
    """
    return accepted_answer(holidays.take_holiday(context(), caller_of(id), seat, wish["days"], idempotency_key()))
