"""Queues the long jobs that clients request, one for each idempotency key."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from service.game.context import Context
from service.game.idempotency import Key, find_queued, job_key
from service.game.results import Queued
from service.queue.ai_jobs import KEPT_S
from service.queue.jobs import Jobs
from service.queue.keys import same_job


def queue_long(
    ctx: Context,
    kind: str,
    function: str,
    judge: Callable[[], list[Any]],
    credential: str | None,
    key: Key | None,
    *,
    is_lasting: bool = False,
) -> Queued:
    """Queue a job of this kind, or return the one that was queued under the key before.

    `judge` returns the arguments of the function in `workers.jobs`, or raises Problem; a repeated request is not judged
    again. If the result `is_lasting` (the same at any time), there is one job for these arguments and this credential
    (single-flight) for as long as its result is kept; one that failed is queued again.
    """
    earlier = find_queued(ctx, kind, key, credential)
    if earlier is not None:
        return earlier
    arguments = judge()
    same = _find_same(ctx.jobs, kind, arguments, credential) if is_lasting else None
    if same is not None:
        return Queued(same)
    job = ctx.jobs.enqueue(kind, f"workers.jobs.{function}", arguments, credential, job_key(key), is_long=True)
    if is_lasting:
        _remember(ctx.jobs, kind, arguments, credential, job["id"])
    return Queued(job)


def _find_same(jobs: Jobs, kind: str, arguments: list[Any], credential: str | None) -> dict[str, Any] | None:
    """Return the document of the job that `_remember` kept for these arguments, if it has not failed."""
    job_id: Any = jobs.redis.get(_place(kind, arguments, credential))
    document = None if job_id is None else jobs.read(job_id.decode(), credential)
    return None if document is None or document["status"] == "failed" else document


def _remember(jobs: Jobs, kind: str, arguments: list[Any], credential: str | None, job_id: str) -> None:
    """Keep the id of the job that a client queued with these arguments, for as long as its result is kept."""
    jobs.redis.set(_place(kind, arguments, credential), job_id, ex=KEPT_S)


def _place(kind: str, arguments: list[Any], credential: str | None) -> str:
    return same_job(hashlib.sha256(json.dumps([kind, arguments, credential]).encode()).hexdigest())
