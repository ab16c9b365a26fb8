"""Routes positions: what a game's caller knows as a document, and what the rules say of any document."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response, request

from service.game.engine_help import require_advisable
from service.game.idempotency import queue_long
from service.handlers.analyses import seat_to_show
from service.http.access import caller_of, context, hash_credential, share
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.aside import run_aside
from service.http.declared import Counts, Job
from service.http.idempotency import idempotency_key
from service.http.negotiation import language, wants_job
from service.http.quotas import take_moves
from service.http.responses import job_answer
from service.http.spending import spend
from service.problems import Problem, refusal
from service.records.advice import advise_at_once, question_of
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
    restored = _restore(wish)
    document = position_document(restored.game, restored.seat, restored.shown)
    return _private({"text": write_notation(document), PLACE: document})


@blueprint.route("/positions/legal-actions", methods=["POST"])
@blueprint.operation("listPositionActions")
@blueprint.arguments(PositionActionsSchema())
@blueprint.response(200, LegalActionsSchema())
@blueprint.problems(400, 401, 403, 404, 413, 415, 422)
def legal_actions(wish: dict[str, Any]) -> Response:
    """List everything that a seat may do at a position.

    The answer is that of `GET /v1/games/{id}/legal-actions` in a game at this position. Nothing is stored.
    """
    restored = _restore(wish)
    return _private(actions_document(restored.game, acting_seat(restored, wish.get("seat")), language()))


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
    restored = _restore(wish)
    return _private(apply_wish(restored, wish))


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
    restored = _restore(wish)
    question = question_of(restored, wish, language())
    require_advisable(context(), restored.origin, restored.game.ruleset, restored.game.position)
    spend({question.agent: 1})
    if question.is_quick and not wants_job():
        return _private({"advice": run_aside(lambda: advise_at_once(question))})
    arguments = [[wish], _layouts([wish]), share(), {"language": language()}]
    queued = queue_long(context(), "advice", "advise", lambda: arguments, hash_credential(), idempotency_key())
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
    members = [*wish["members"]]
    spend()
    take_moves(len(members) - 1)
    options = {"language": language(), "base": request.script_root}
    arguments = [members, _layouts(members), share(), options]
    queued = queue_long(context(), "batch", "answer_batch", lambda: arguments, hash_credential(), idempotency_key())
    return job_answer(queued)


def _advised(job: dict[str, Any]) -> dict[str, Any]:
    """Return the result of a job that is done, else the job."""
    return {"advice": job["result"]} if "result" in job else {"job": job}


def _layouts(wishes: Sequence[Any]) -> dict[str, Any]:
    """Return what the set-up laid out in the games that documents name without telling it, as far as they are seen."""
    found: dict[str, Any] = {}
    for wish in wishes:
        document = wish.get(PLACE) if isinstance(wish, dict) else None
        if not isinstance(document, dict) or "layout" in document:
            continue
        named = document.get("id") if "status" in document else document.get("game", {})
        game_id = named.get("id") if isinstance(named, dict) else named
        if isinstance(game_id, str) and game_id not in found:
            found[game_id] = _layout_of(game_id)
    return found


def _restore(wish: Mapping[str, Any]) -> Restored:
    """Return the position that a request brings; raises ValidationError and Problem (422)."""
    return restore(context(), read_document(wish), _layout_of)


def _layout_of(game_id: str) -> Mapping[str, Any] | None:
    """Return what the set-up of a game laid out that the caller may see; None if there is none."""
    try:
        game = standing(context(), caller_of(game_id), None)
    except Problem:
        return None
    return None if game.position is None else game.ruleset.layout(game.position)


def _private(document: Mapping[str, Any]) -> Response:
    response = json_answer(document)
    response.headers["Cache-Control"] = "private, no-store"
    return response
