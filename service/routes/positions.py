"""Routes positions: what a game's caller knows as a document, and what the rules say of any document."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from flask import Response, request

from eventstore.budget import TooLong
from service.game.engine_help import require_advisable
from service.game.idempotency import queue_long
from service.handlers.analyses import seat_to_show
from service.http.access import caller_of, context, hash_credential, share
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.aside import run_aside
from service.http.declared import Counts, Job
from service.http.idempotency import idempotency_key
from service.http.layouts import missing_layout, missing_layouts
from service.http.negotiation import language, wants_job
from service.http.quotas import take_moves
from service.http.responses import job_answer
from service.http.spending import spend
from service.problems import refusal
from service.records.advice import Question, advise_at_once, is_ready, make_ready, question_of
from service.records.notation import write_notation
from service.records.positions import PLACE, Restored, acting_seat, position_document, restore
from service.schemas.advice import PositionBatchSchema, PositionQuestionSchema
from service.schemas.jobs import AdvisedSchema, BatchJobSchema
from service.schemas.limits import LARGEST_RECORD
from service.schemas.play import LegalActionsSchema
from service.schemas.positions import (
    AppliedSchema,
    NotationSchema,
    PositionActionsSchema,
    PositionBodySchema,
    PositionCommandsSchema,
    PositionDocumentSchema,
    PositionQuery,
    apply_wish,
    read_document,
)
from service.views.legal_actions import actions_document
from service.views.spectator_delay import standing

blueprint: Final = Resources(
    "positions", __name__, order=6, url_prefix="/v1", description="Positions of any game, hosted here or elsewhere."
)
TEXT: Final = {"text": "lp1."}
R = TypeVar("R")


@blueprint.route("/games/<id>/position")
@blueprint.operation("getPosition")
@blueprint.arguments(PositionQuery(), location="query")
@blueprint.response(200, PositionDocumentSchema())
@blueprint.problems(401, 403, 404, 409)
def position(query: dict[str, Any], id: str) -> Response:
    """Read what the caller knows of the position as a document, which the operations on positions take.

    It shows exactly what `GET /v1/games/{id}` shows the same caller at the same version. A `seat` other than the
    caller's own can be named once the game is over.
    """
    caller = caller_of(id)
    game = standing(context(), caller, query.get("version"))
    seat = seat_to_show(standing(context(), caller, None), caller, query.get("seat"))
    if game.position is None:
        raise refusal("game.not_started")
    return _private(position_document(game, seat))


@blueprint.route("/positions/notation", methods=["POST"])
@blueprint.operation("createPositionText")
@blueprint.arguments(PositionBodySchema())
@blueprint.response(200, NotationSchema())
@blueprint.problems(400, 401, 403, 404, 413, 415, 422)
def convert(wish: dict[str, Any]) -> Response:
    """Check a position, and write it as a document and as one line of text.

    Whatever cannot be in any game is refused with its place: cards that do not add up, buildings next to each other, an
    agenda that does not fit.
    """

    def write(restored: Restored) -> dict[str, Any]:
        document = position_document(restored.game, restored.seat, restored.shown)
        return {"text": write_notation(document), PLACE: document}

    return _private(_aside(wish, write))


@blueprint.route("/positions/legal-actions", methods=["POST"])
@blueprint.operation("listPositionActions")
@blueprint.arguments(PositionActionsSchema())
@blueprint.response(200, LegalActionsSchema())
@blueprint.problems(400, 401, 403, 404, 413, 415, 422)
def legal_actions(wish: dict[str, Any]) -> Response:
    """List everything that a seat may do at a position.

    The answer is that of `GET /v1/games/{id}/legal-actions` in a game at this position. Nothing is stored.
    """
    said = language()

    def read(restored: Restored) -> dict[str, Any]:
        return actions_document(restored.game, acting_seat(restored, wish.get("seat")), said)

    return _private(_aside(wish, read))


@blueprint.route("/positions/apply", methods=["POST"])
@blueprint.operation("tryPositionCommands", counts=Counts.MOVE)
@blueprint.arguments(PositionCommandsSchema())
@blueprint.response(200, AppliedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def apply_commands(wish: dict[str, Any]) -> Response:
    """Carry out commands of a seat at a position: the events, and the position after them. Nothing is stored.

    Chance follows from `draws` and `seed` alone, so the same request gets the same answer. With `outcomes` the answer
    lists what can happen, as `POST /v1/games/{id}/dry-runs` does.
    """
    return _private(_aside(wish, lambda restored: apply_wish(restored, wish)))


@blueprint.route("/positions/advice", methods=["POST"])
@blueprint.operation("createAdvice", counts=Counts.MOVE, job=Job.LONG, largest=LARGEST_RECORD)
@blueprint.arguments(PositionQuestionSchema())
@blueprint.queues(AdvisedSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def advise(wish: dict[str, Any]) -> Response:
    """Ask an agent what a seat should do at a position, by what that seat knows.

    Agents that decide within a few milliseconds answer at once: `advice`. Slow ones, and rankings (`limit`, `nodes`),
    answer by a job, as any does with `Prefer: respond-async`. The same request gets the same answer. 409 for a position
    of a game that runs here and whose `analyses` is not `all`.
    """
    said = language()
    question = _aside(wish, lambda restored: question_of(restored, wish, said))
    restored = question.restored
    require_advisable(context(), restored.origin, restored.game.ruleset, restored.game.position)
    is_quick = question.is_quick and not wants_job()
    if is_quick:
        spend({question.agent: 1})
        found = _answer_at_once(question)
        if found is not None:
            return _private({"advice": found})

    def charge() -> list[Any]:
        if not is_quick:
            spend({question.agent: 1})
        return [[wish], missing_layouts([wish]), share(), {"language": said}]

    queued = queue_long(context(), "advice", "advise", charge, hash_credential(), idempotency_key())
    return job_answer(queued, _advised)


@blueprint.route("/positions/batch", methods=["POST"])
@blueprint.operation("createPositionBatch", counts=Counts.MOVE, job=Job.LONG, largest=LARGEST_RECORD)
@blueprint.arguments(PositionBatchSchema())
@blueprint.queues(BatchJobSchema())
@blueprint.problems(400, 401, 403, 404, 413, 415, 422)
def batch(wish: dict[str, Any]) -> Response:
    """Answer up to 100 questions about positions: legal actions, commands, advice.

    Each is answered as a request of its own would be, and counts as one: a bad one fails alone. The result of the job
    is a `BatchResult`.
    """
    members, options = [*wish["members"]], {"language": language(), "base": request.script_root}

    def charge() -> list[Any]:
        spend()
        take_moves(len(members) - 1)
        return [members, missing_layouts(members), share(), options]

    queued = queue_long(context(), "batch", "answer_batch", charge, hash_credential(), idempotency_key())
    return job_answer(queued)


def _answer_at_once(question: Question) -> dict[str, Any] | None:
    """Return the advice; None if it takes longer than a request may."""
    if not is_ready(question.agent):
        run_aside(lambda: make_ready(question.agent), is_limited=False)
    try:
        return run_aside(lambda: advise_at_once(question))
    except TooLong:
        return None


def _advised(job: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a job that is done, else the job."""
    return {"advice": job["result"]} if "result" in job else {"job": job}


def _aside(wish: Mapping[str, Any], act: Callable[[Restored], R]) -> R:
    """Return what is made of the position that a request brings, beside other requests.

    Raises ValidationError, Problem (422), TooLong, and what the function raises.
    """
    ctx, document = context(), read_document(wish)
    layout = missing_layout(document)
    return run_aside(lambda: act(restore(ctx, document, lambda _: layout)))


def _private(document: Mapping[str, Any]) -> Response:
    response = json_answer(document)
    response.headers["Cache-Control"] = "private, no-store"
    return response
