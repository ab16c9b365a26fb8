"""Routes undo, redo, votes, branches, replays, and jobs."""

from typing import Any, Final

from flask import Response

from service.game.results import Queued, Voted
from service.handlers.branches import NewBranch, branch
from service.handlers.undo_requests import request_redo, request_undo
from service.handlers.votes import cast_vote
from service.http.access import caller_of, context, game_and_caller, hash_credential, maker
from service.http.answers import json_answer
from service.http.arguments import Resources
from service.http.declared import Counts, Job
from service.http.idempotency import idempotency_key, mark
from service.http.negotiation import language, wait_seconds
from service.http.responses import answer_created, job_answer, job_document, note_preference, private, vote_answer
from service.http.seated_players import read_seats
from service.problems import not_found
from service.records.replay import request_replay
from service.schemas import links
from service.schemas.headers import LOCATION, PREFERENCE, REPLAYED
from service.schemas.jobs import JobSchema, MovedSchema, ReplayJobSchema
from service.schemas.new_games import BranchSchema, CreatedSchema, read_given
from service.schemas.replays import RECORD_FORMATS, ReplaySchema
from service.schemas.votes import AnswerSchema, RedoSchema, UndoSchema, VoteListSchema, VoteSchema
from service.views.game_view import votes_document

blueprint: Final = Resources(
    "history", __name__, order=4, url_prefix="/v1", description="Undo, votes, branches, replays and jobs."
)


@blueprint.route("/games/<id>/undo", methods=["POST"])
@blueprint.operation("requestUndo", job=Job.SHORT, links=links.MOVED)
@blueprint.opened_by("token")
@blueprint.arguments(UndoSchema(), required=False, example={"to_version": 40})
@blueprint.queues(MovedSchema())
@blueprint.alt_response(201, schema=MovedSchema(), headers=REPLAYED, description="The vote of the other parties.")
@blueprint.problems(400, 401, 403, 404, 409, 412, 413, 415, 422)
def undo(wish: dict[str, Any], id: str) -> Response:
    """Return to an earlier version; without `to_version`, to the one before the caller's newest command.

    A job does it if everything undone is the caller's own: its newest commands, if no other party has acted since, lost
    or gained anything. Otherwise, and always under the policy `consent`, the other parties vote. The position becomes
    that of the earlier version; nothing is erased. A finished game cannot be undone, but branched.
    """
    return answer_moved(request_undo(context(), caller_of(id), **wish, key=idempotency_key()))


@blueprint.route("/games/<id>/redo", methods=["POST"])
@blueprint.operation("requestRedo", job=Job.SHORT, links=links.MOVED)
@blueprint.opened_by("token")
@blueprint.arguments(RedoSchema(), required=False, example={"expected_version": 42})
@blueprint.queues(MovedSchema())
@blueprint.alt_response(201, schema=MovedSchema(), headers=REPLAYED, description="The vote of the other parties.")
@blueprint.problems(400, 401, 403, 404, 409, 412, 413, 415, 422)
def redo(wish: dict[str, Any], id: str) -> Response:
    """Return to the head that the newest undo left.

    This works as often as there were undos, until a command follows. A seat that could undo it alone can redo it alone;
    otherwise the other parties vote.
    """
    return answer_moved(request_redo(context(), caller_of(id), **wish, key=idempotency_key()))


@blueprint.route("/games/<id>/votes")
@blueprint.operation("listVotes", links=links.VOTES)
@blueprint.response(200, VoteListSchema())
@blueprint.problems(401, 403, 404, 409)
def votes(id: str) -> Response:
    """List all votes of the game, oldest first.

    They decide on undo and redo, on pauses, on abandoning the game, and on opening a seat. `beforehand` says how your
    seat answers them by itself; change it with `PATCH /v1/games/{id}/seats/{seat}`.
    """
    return json_answer(votes_document(context(), caller_of(id)))


@blueprint.route("/games/<game>/votes/<int:id>", methods=["POST"])
@blueprint.operation("castVote", links=links.VOTE_CAST)
@blueprint.opened_by("token")
@blueprint.arguments(AnswerSchema(), example={"accept": True})
@blueprint.repeatable(201, VoteSchema())
@blueprint.alt_response(200, schema=VoteSchema(), description="The party has given the same answer before.")
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def vote(wish: dict[str, Any], game: str, id: int) -> Response:
    """Answer a vote.

    Repeating the same answer changes nothing; a different one is refused.
    """
    return vote_answer(cast_vote(context(), caller_of(game), id, wish["accept"], idempotency_key()))


@blueprint.route("/games/<id>/branches", methods=["POST"])
@blueprint.operation("createBranch", counts=Counts.GAME, links=links.CREATED)
@blueprint.arguments(BranchSchema(), example={"version": 40})
@blueprint.repeatable(201, CreatedSchema(), LOCATION | REPLAYED)
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def branch_off(wish: dict[str, Any], id: str) -> Response:
    """Create a new game from any version of this one; the caller owns it.

    From a running game it takes what the caller may know, and deals the rest at random. From a finished game it takes
    everything, with `"chance": "same"` even the draws to come. While several parties play without analyses, no agent
    can have their seats in a branch (409 `branch.agents`).
    """
    game, caller = game_and_caller(id)
    seats = read_seats(wish["seats"]) if "seats" in wish else None
    chance, is_sandbox = wish.get("chance", "fresh"), wish.get("sandbox", False)
    given = read_given(game.ruleset, wish.get("given", []))
    asked = NewBranch(wish["version"], seats, chance, is_sandbox, given)
    return answer_created(branch(context(), caller, asked, idempotency_key(), maker()))


@blueprint.route("/games/<id>/replays", methods=["POST"])
@blueprint.operation("createReplay", job=Job.SHORT, links=links.QUEUED)
@blueprint.arguments(ReplaySchema(), required=False, example={"format": "text"})
@blueprint.queues(ReplayJobSchema())
@blueprint.problems(400, 401, 403, 404, 409, 413, 415, 422)
def replay(wish: dict[str, Any], id: str) -> Response:
    """Rebuild the game from its log, verify every hash, and make its record.

    The record is the job's result. While the game runs it holds only what the caller may see, after the end everything.
    """
    form = wish.get("format", RECORD_FORMATS[0])
    every = wish.get("every")
    return job_answer(request_replay(context(), caller_of(id), form, language(), idempotency_key(), every))


@blueprint.route("/jobs/<id>")
@blueprint.operation("getJob", links=links.OF_JOB)
@blueprint.response(200, JobSchema(), headers=PREFERENCE)
@blueprint.problems(401, 404)
@blueprint.reads("Prefer")
def job(id: str) -> Response:
    """Show a job to the credential that created it, for 24 hours.

    With `Prefer: wait=n` the answer comes when the job has ended, or after n seconds. A failed job has a `problem`.
    An arena with bots lists its `games`.
    """
    seconds = wait_seconds()
    found = context().jobs.wait(id, hash_credential(), seconds or 0)
    if found is None:
        raise not_found("job")
    response = note_preference(json_answer(job_document(found)), seconds)
    return private(response) if "games" in found else response


def answer_moved(answer: Queued | Voted) -> Response:
    """Return the result of an undo or a redo: `{job}` or `{vote}`."""
    if isinstance(answer, Voted):
        return mark(json_answer({"vote": answer.vote}, 201), answer.replayed)
    return job_answer(answer, lambda job: {"job": job})
