"""Queues the long jobs that clients request, one for each idempotency key."""

from collections.abc import Callable
from typing import Any

from service.game.context import Context
from service.game.idempotency import Key, job_key, queued_before
from service.game.results import Queued


def queue_long(
    ctx: Context, kind: str, function: str, judge: Callable[[], list[Any]], credential: str | None, key: Key | None
) -> Queued:
    """Queue a job of this kind, or return the one that was queued under the key before.

    `judge` returns the arguments of the function in `workers.jobs`, or raises Problem; a repeated request is not judged
    again.
    """
    earlier = queued_before(ctx, kind, key, credential)
    if earlier is not None:
        return earlier
    job = ctx.jobs.enqueue(kind, f"workers.jobs.{function}", judge(), credential, job_key(key), is_long=True)
    return Queued(job)
