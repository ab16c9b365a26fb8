"""Routes what only sandbox games have: draws that their owner chooses."""

from typing import Any, Final

from flask import Response

from service.handlers.sandboxes import choose_draws
from service.http.access import caller_of, context
from service.http.arguments import Resources
from service.http.idempotency import idempotency_key
from service.http.responses import answer_accepted
from service.schemas import links
from service.schemas.new_games import DRAWS, ChosenDrawsSchema
from service.schemas.play import AcceptedSchema

blueprint: Final = Resources(
    "sandboxes", __name__, order=8, url_prefix="/v1/games", description="Sandbox games, in which clients are tried out."
)


@blueprint.route("/<id>/draws", methods=["POST"])
@blueprint.operation("postDraws", links=links.ACTED)
@blueprint.opened_by("token")
@blueprint.arguments(ChosenDrawsSchema(), example=DRAWS)
@blueprint.repeatable(201, AcceptedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def choose(wish: dict[str, Any], id: str) -> Response:
    """Choose what the next draws of a sandbox game bring: dice, cards, tiles. Only its owner can.

    The draws of a stream come in the given order; what was chosen before and not drawn yet is dropped. After an undo
    the same draws come again. An outcome that is impossible when it is drawn, such as a card of which none is left, is
    replaced by one that follows from the seed. The choice is an event, `DrawsChosen`.
    """
    return answer_accepted(choose_draws(context(), caller_of(id), wish["draws"], idempotency_key()))
