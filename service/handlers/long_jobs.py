"""Queues the long jobs that clients request, one for each idempotency key."""

from collections.abc import Callable
from typing import Any

from service.game.context import Context
from service.game.idempotency import Key, find_queued, job_key
from service.game.results import Queued
from service.queue import reusable_jobs


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
    again. If the result `is_lasting`, the same at any time, there is one job for these arguments and this credential
    (single-flight) for as long as its result is kept; one that failed is queued again.
    """
    earlier = find_queued(ctx, kind, key, credential)
    if earlier is not None:
        return earlier
    arguments = judge()
    same = reusable_jobs.same(ctx.jobs, kind, arguments, credential) if is_lasting else None
    if same is not None:
        return Queued(same)
    job = ctx.jobs.enqueue(kind, f"workers.jobs.{function}", arguments, credential, job_key(key), is_long=True)
    if is_lasting:
        reusable_jobs.remember(ctx.jobs, kind, arguments, credential, job["id"])
    return Queued(job)
