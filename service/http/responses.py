"""Builds answers that several resources share: new resources, accepted commands, votes, jobs."""

from collections.abc import Callable
from typing import Any, Final

from flask import Response, request, url_for

from service.game.results import Created, Queued, Submitted, Voted
from service.http.access import context, hash_credential
from service.http.answers import json_answer
from service.http.idempotency import mark
from service.http.negotiation import language, wait_seconds
from service.http.problem_documents import problem_document
from service.http.quotas import room
from service.problems import Problem

ENDED: Final = ("finished", "failed")


def answer_created(created: Created) -> Response:
    """Return a new game with its tokens and its URL."""
    document: dict[str, Any] = {
        "id": created.id,
        "version": created.version,
        "status": created.status,
        "seats": created.seats,
    }
    kept = {"owner_token": created.owner_token, "invite": created.invite, "rated": created.rated}
    document |= {name: token for name, token in kept.items() if token is not None}
    response = json_answer(document, 201)
    response.headers["Location"] = url_for("games.view", id=created.id)
    return private(mark(response, created.replayed))


def answer_made(document: dict[str, Any], replayed: bool) -> Response:
    """Return a new resource whose secret must not be cached."""
    return private(mark(json_answer(document, 201), replayed))


def answer_accepted(done: Submitted) -> Response:
    """Return the accepted version and its events."""
    return mark(json_answer(describe_accepted(done), 201), done.replayed)


def describe_accepted(done: Submitted) -> dict[str, Any]:
    """Return the body: the new version and its events."""
    return {"version": done.version, "events": done.events}


def vote_answer(voted: Voted) -> Response:
    """Return a vote that was opened or answered."""
    return mark(json_answer(voted.vote, 201 if voted.is_new else 200), voted.replayed)


def job_answer(queued: Queued, shaped: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> Response:
    """Return a job: 202 at once, or 200 if it ends while the client waits; `shaped` makes the body of its document."""
    job, seconds = queued.job, wait_seconds()
    context().jobs.of_job(job["id"]).shares.note_job(room(), job["id"])
    if seconds is not None:
        job = context().jobs.wait(job["id"], hash_credential(), seconds) or job
    ended = job["status"] in ENDED and seconds is not None
    response = json_answer(shaped(job_document(job)), 200 if ended else 202)
    response.headers["Location"] = url_for("history.job", id=job["id"])
    return mark(note_preference(response, seconds), queued.replayed)


def note_preference(response: Response, seconds: int | None) -> Response:
    """Add to the answer the preference `wait` that was applied."""
    if seconds is not None:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    return response


def job_document(job: dict[str, Any]) -> dict[str, Any]:
    """Return a job's document, with its problem in words."""
    if "problem" not in job:
        return job
    problem = problem_document(Problem(**job["problem"]), language(), request.script_root)
    return job | {"problem": problem | {"instance": url_for("history.job", id=job["id"])}}


def private(response: Response) -> Response:
    """Forbid caches to keep an answer, since it holds a secret or may change at any time."""
    response.headers["Cache-Control"] = "no-store"
    return response
