"""Routes requests to list and say phrases, and to mute seats."""

from typing import Any, Final

from flask import Response

from service.game.idempotency import answer_once
from service.handlers.phrases import mute_seats, require_phrases, say_phrase
from service.http.access import application, context, game_and_caller
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.idempotency import idempotency_key, mark
from service.http.negotiation import language
from service.http.responses import private
from service.schemas.phrases import MutedSeatsSchema, SaidPhraseSchema, SayPhraseSchema, TalkSchema
from service.views.phrases import describe_said, phrases_document

blueprint: Final = Resources(
    "phrases", __name__, order=7, url_prefix="/v1/games", description="Phrases: what seats may say to each other."
)


@blueprint.route("/<id>/phrases")
@blueprint.operation("listPhrases")
@blueprint.response(200, TalkSchema())
@blueprint.problems(401, 403, 404, 409)
def show(id: str) -> Response:
    """List the phrases that may be said at a table, what was said last, and whom your seat has muted.

    All who see the game may read it, spectators as late as the game. A stream of events that was opened with
    `phrases=true` sends what is said from then on, as `event: phrase`.
    """
    game, caller = game_and_caller(id)
    require_phrases(game)
    return private(json_answer(phrases_document(context(), game, caller, language())))


@blueprint.route("/<id>/phrases", methods=["POST"])
@blueprint.operation("postPhrase")
@blueprint.opened_by("token")
@blueprint.arguments(SayPhraseSchema())
@blueprint.repeatable(201, SaidPhraseSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def speak(wish: dict[str, Any], id: str) -> Response:
    """Say a phrase to the whole table, at most 5 in a minute; it is no version of the game.

    It is allowed before the start and after the end, too. 409 where the game does not allow phrases.
    """
    game, caller = game_and_caller(id)

    def act() -> dict[str, Any]:
        return describe_said(say_phrase(context(), game, caller, wish["phrase"]), language())

    said, replayed = answer_once(context(), idempotency_key(), act)
    application().hub.call(game.id)
    return mark(private(json_answer(said, 201)), replayed)


@blueprint.route("/<id>/seats/<int:seat>/muted", methods=["PUT"])
@blueprint.operation("updateMutedSeats")
@blueprint.opened_by("token")
@blueprint.arguments(MutedSeatsSchema())
@blueprint.response(200, MutedSeatsSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def mute(wish: dict[str, Any], id: str, seat: int) -> Response:
    """Set which seats your seat does not hear, in place of all that were muted before.

    No other caller can read it. It holds for your seat's lists and streams, and while you hold the seat.
    """
    game, caller = game_and_caller(id)
    return private(json_answer({"seats": mute_seats(context(), game, caller, seat, wish["seats"])}))
