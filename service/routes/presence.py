"""Routes who is at the table."""

from typing import Final

from flask import Response

from service.clients.authentication import require_part
from service.clients.presence import presence_document
from service.http.access import context, game_and_caller
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.responses import private
from service.schemas.presence import PresenceSchema

blueprint: Final = Resources("presence", __name__, order=7, url_prefix="/v1/games", description="Who is at the table.")


@blueprint.route("/<id>/presence")
@blueprint.operation("getPresence")
@blueprint.opened_by("token")
@blueprint.response(200, PresenceSchema())
@blueprint.problems(401, 403, 404, 409)
def show(id: str) -> Response:
    """Show who is there: whose stream is open, and since when it is not, of those who have agreed to be shown.

    Players agree by `PATCH /v1/players/{id}`, holders of other seats when they sit down or by `PATCH
    /v1/games/{id}/seats/{seat}`. Only those who have a seat or own the game see it. A command
    counts for nothing here, so orders and agents do not either. The same comes on a stream with `presence=true`.
    """
    game, caller = game_and_caller(id)
    require_part(caller)
    return private(json_answer(presence_document(context(), game)))
