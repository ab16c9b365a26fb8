"""Time at the table, beside the clocks themselves: holidays."""

from typing import Any, Final

from flask import Response

from service import holidays
from service.http.access import caller_of, context
from service.http.arguments import Resources
from service.http.idempotency import idempotency_key
from service.routes.play import accepted_answer
from service.schemas import answers, requests
from service.schemas.headers import REPLAYED

blueprint: Final = Resources("clocks", __name__, url_prefix="/v1/games", description="Holidays")


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
