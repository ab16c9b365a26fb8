"""Routes imports: files of other programs, read as positions and as commands."""

from typing import Any, Final

from flask import Response

from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Counts
from service.http.negotiation import language
from service.records.imports import import_file
from service.schemas.imports import ForeignFileSchema, ImportedSchema
from service.schemas.limits import LARGEST_FILE, MOST_MEMBERS_OF_FILES

blueprint: Final = Resources("imports", __name__, order=6, url_prefix="/v1", description="Files of other programs.")


@blueprint.route("/imports", methods=["POST"])
@blueprint.operation("readForeignFile", counts=Counts.MOVE, largest=LARGEST_FILE, widest=MOST_MEMBERS_OF_FILES)
@blueprint.arguments(ForeignFileSchema())
@blueprint.response(200, ImportedSchema())
@blueprint.problems(400, 401, 403, 413, 415, 422)
def read_file(wish: dict[str, Any]) -> Response:
    """Read a file of another program: its position, and its game as the commands that play it here.

    What cannot be carried over is listed in `lost`. Nothing is stored; the position and the commands can be sent to the
    operations on positions, and a sandbox game can begin from them.
    """
    response = json_answer(import_file(wish["source"], wish["document"], language()))
    response.headers["Cache-Control"] = "private, no-store"
    return response
