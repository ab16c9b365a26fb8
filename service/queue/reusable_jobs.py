"""Finds the job that a client queued before with the same arguments, where its result is the same at any time."""

import hashlib
import json
from typing import Any

from service.queue.ai_jobs import KEPT_S
from service.queue.jobs import Jobs
from service.queue.keys import same_job


def same(jobs: Jobs, kind: str, arguments: list[Any], credential: str | None) -> dict[str, Any] | None:
    """Return the document of the job that `remember` kept for these arguments, if it has not failed."""
    job_id: Any = jobs.redis.get(_place(kind, arguments, credential))
    document = None if job_id is None else jobs.read(job_id.decode(), credential)
    return None if document is None or document["status"] == "failed" else document


def remember(jobs: Jobs, kind: str, arguments: list[Any], credential: str | None, job_id: str) -> None:
    """Keep the id of the job that a client queued with these arguments, for as long as its result is kept."""
    jobs.redis.set(_place(kind, arguments, credential), job_id, ex=KEPT_S)


def _place(kind: str, arguments: list[Any], credential: str | None) -> str:
    return same_job(hashlib.sha256(json.dumps([kind, arguments, credential]).encode()).hexdigest())
