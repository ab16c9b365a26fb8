"""Answers what a job asks about itself: its id, its queue, the store of the queue, and since when somebody waits."""

from typing import Final

from rq import get_current_job

from service.queue.ai_jobs import SINCE
from service.queue.jobs import JOBS_QUEUE

PAUSE_S: Final = 2.0
"""Sets how long to wait before a job tries again after the log's store did not answer."""
_served = 0


def serve_store(number: int) -> None:
    """Note which of the queues' stores this process serves."""
    global _served
    _served = number


def number_of_store() -> int:
    """Return the number of the store that this process serves, from which all its jobs come."""
    return _served


def id_of_job() -> str:
    """Return the id of the running job."""
    job = get_current_job()
    assert job is not None
    return str(job.id)


def queue_of_job() -> str:
    """Return the name of the running job's queue; outside of a job, that of the jobs that clients wait for."""
    job = get_current_job()
    return JOBS_QUEUE if job is None else str(job.origin)


def waiting_since() -> float | None:
    """Return since when (s) somebody has waited for the running job; None outside of a job."""
    job = get_current_job()
    if job is None or job.enqueued_at is None:
        return None
    return float(job.meta.get(SINCE) or job.enqueued_at.timestamp())
