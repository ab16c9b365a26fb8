"""Describes jobs as the API shows them."""

from typing import Any, Final

import orjson
from rq.job import Job, JobStatus

from service.queue import keys
from service.queue.arena_book import ArenaBook

_STATUS: Final = {
    JobStatus.STARTED: "running",
    JobStatus.FINISHED: "finished",
    JobStatus.FAILED: "failed",
    JobStatus.STOPPED: "failed",
    JobStatus.CANCELED: "failed",
}


def describe_job(job: Job) -> dict[str, Any]:
    """Return a job as the API shows it: an arena with the games that it hosts, a running review with its first part."""
    found, kind = _find_outcome(job), job.meta["kind"]
    if kind == "arena" and (games := ArenaBook(job.connection, job.id).document()):
        return found | {"games": games}
    if kind == "review" and found["status"] == "running":
        part = job.connection.hget(keys.review_pieces(job.id), keys.REVIEW_PART)
        return found | ({"part": orjson.loads(part)} if part else {})
    return found


def _find_outcome(job: Job) -> dict[str, Any]:
    """Return the outcome of a job so far; a job function returns `{"result": ...}` or `{"problem": ...}`."""
    status = _STATUS.get(job.get_status(refresh=False), "running" if job.meta["progress"] else "queued")
    document = {"id": job.id, "kind": job.meta["kind"], "status": status, "progress": job.meta["progress"]}
    if status == "failed":
        return document | {"problem": {"slug": "job_failed", "status": 500}}
    if status != "finished":
        return document
    answer = job.return_value() or {}
    if "problem" in answer:
        return document | {"status": "failed", "problem": answer["problem"]}
    return document | {"progress": 1.0, "result": answer.get("result")}
