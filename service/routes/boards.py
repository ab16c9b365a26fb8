"""Routes boards of one's own, which are checked, made from rules, and drawn."""

from typing import Any, Final

from flask import Response

from domain.core.ruleset import Ruleset
from service.handlers.boards import Shown, make_board, name_board, show_board
from service.handlers.new_seats import ruleset_named
from service.http.access import context
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.caching import OWN_KEPT, allow_caching, lasting_answer, tag_of_content
from service.http.linking import under
from service.http.negotiation import language
from service.http.responses import private
from service.pictures.drawing import picture_of_board
from service.problems import invalid, not_found
from service.schemas import links
from service.schemas.boards import RULES, BoardWishSchema, OwnBoardSchema
from service.schemas.headers import PICTURE

SVG: Final = "image/svg+xml"
USUAL: Final = "catan"
blueprint: Final = Resources(
    "boards", __name__, order=8, url_prefix="/v1/boards", description="Boards of one's own, which games are played on."
)


@blueprint.route("", methods=["POST"])
@blueprint.operation("requestBoard", links=links.BOARD_MADE)
@blueprint.arguments(BoardWishSchema(), example=RULES)
@blueprint.response(200, OwnBoardSchema())
@blueprint.problems(400, 413, 415, 422)
def make(wish: dict[str, Any]) -> Response:
    """Check a board of one's own, or make one from rules. Nothing is stored.

    The answer has the board as a text, `map`, with which a game is created on it, in every form in which it is shown.
    A board that cannot be is refused (422) with the member that is to blame; so are rules that no board was found for.
    """
    ruleset = ruleset_named(context(), wish.get("ruleset", USUAL))
    seeded = {}
    if "rules" in wish:
        name, seeded["seed"] = make_board(ruleset, wish["rules"])
    else:
        name = name_board(ruleset, wish["board"]) if "board" in wish else wish["map"]
    shown = show_board(ruleset, name)
    if shown is None:
        raise invalid("map", "no_own_board")
    return private(json_answer(_document(ruleset, shown) | seeded))


@blueprint.route("/<id>")
@blueprint.operation("getOwnBoard", links=links.OWN_BOARD)
@blueprint.lasting(OwnBoardSchema())
@blueprint.problems(404, 422)
def show(id: str) -> Response:
    """Show the board of one's own that a text stands for, as `POST /v1/boards` does.

    A text that is damaged, or of an edition that the server does not know, is refused (422).
    """
    ruleset, shown = _find(id)
    return lasting_answer(_document(ruleset, shown))


@blueprint.route("/<id>/board.svg")
@blueprint.operation("getOwnBoardPicture")
@blueprint.response(200, {"type": "string"}, content_type=SVG, headers=PICTURE)
@blueprint.alt_response(304, headers=PICTURE, description="The caller has the same picture already.")
@blueprint.problems(404, 422)
@blueprint.reads("If-None-Match")
def picture(id: str) -> Response:
    """Draw the board of one's own that a text stands for, as it lies before a game.

    Texts are in the requested language. `data-` attributes name the places, such as `data-tile="7"`.
    """
    ruleset, shown = _find(id)
    drawn = picture_of_board(ruleset, shown.config, language())
    response = Response(drawn, mimetype=SVG)
    response.headers["Content-Security-Policy"] = "default-src 'none'"
    return allow_caching(response, tag_of_content(drawn), OWN_KEPT)


def _find(text: str) -> tuple[Ruleset, Shown]:
    """Return the board of a text in the path; raises Problem: 404 for what is no text of a board, 422 for a bad one."""
    ruleset = context().rulesets.get(USUAL)
    shown = None if ruleset is None else show_board(ruleset, text, "id")
    if ruleset is None or shown is None:
        raise not_found("board")
    return ruleset, shown


def _document(ruleset: Ruleset, shown: Shown) -> dict[str, Any]:
    return {
        "map": shown.name,
        "seats": shown.seats,
        "board": shown.board,
        "geometry": {"ruleset": ruleset.name, **(ruleset.printed(shown.config) or {})},
        "picture": under(f"/v1/boards/{shown.name}/board.svg"),
    }
