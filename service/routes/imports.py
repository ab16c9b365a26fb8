"""Routes imports and exports: files of other programs, read as positions and as commands, and written."""

from typing import Any, Final

from flask import Response

from service.http.access import context
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Counts
from service.http.negotiation import language
from service.records.exports import export_file
from service.records.imports import import_file
from service.records.positions import restore
from service.schemas.imports import ExportedSchema, ForeignFileSchema, ForeignWishSchema, ImportedSchema
from service.schemas.limits import LARGEST_FILE, MOST_MEMBERS_OF_FILES
from service.schemas.positions import read_document

blueprint: Final = Resources("imports", __name__, order=6, url_prefix="/v1", description="Files of other programs.")


@blueprint.route("/imports", methods=["POST"])
@blueprint.operation("createImport", counts=Counts.MOVE, largest=LARGEST_FILE, widest=MOST_MEMBERS_OF_FILES)
@blueprint.arguments(ForeignFileSchema())
@blueprint.response(200, ImportedSchema())
@blueprint.problems(400, 401, 403, 413, 415, 422)
def read_file(wish: dict[str, Any]) -> Response:
    """Read a file of another program: its position, and its game as the commands that play it here.

    What cannot be carried over is listed in `lost`. Nothing is stored; the position and the commands can be sent to the
    operations on positions, and a sandbox game can begin from them.
    """
    return _private(import_file(wish["source"], wish["document"], language()))


@blueprint.route("/exports", methods=["POST"])
@blueprint.operation("createExport", counts=Counts.MOVE, largest=LARGEST_FILE)
@blueprint.arguments(ForeignWishSchema())
@blueprint.response(200, ExportedSchema())
@blueprint.problems(400, 401, 403, 413, 415, 422)
def write_file(wish: dict[str, Any]) -> Response:
    """Write a position of which all hands are shown, or with `events` a game, as a file of another program.

    What the file cannot hold is listed in `lost`. Nothing is stored.
    """
    restored = restore(context(), read_document(wish), _no_layout)
    return _private(export_file(wish["to"], restored, wish.get("events", ()), language()))


def _no_layout(game_id: str) -> None:
    """Return that the layout is read from the document alone, whose game may be of another server."""


def _private(document: dict[str, Any]) -> Response:
    response = json_answer(document)
    response.headers["Cache-Control"] = "private, no-store"
    return response
