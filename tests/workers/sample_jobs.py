"""Provides job functions for the tests of the queue; workers find them by their dotted names."""

import time
from pathlib import Path
from typing import Any

from redis import Redis
from rq.job import Job

from service.queue.jobs import LONG_QUEUE, report_progress
from workers.serving.allowed_jobs import FUNCTIONS
from workers.serving.sliced import again

HERE = "tests.workers.sample_jobs"


def double(number: int) -> dict[str, Any]:
    report_progress(0.5)
    return {"result": number * 2}


def dawdle(seconds: float) -> dict[str, Any]:
    report_progress(0.25)
    time.sleep(seconds)
    return {"result": "awake"}


def await_word(begun: str, told: str) -> dict[str, Any]:
    """Make the file `begun`, and return once the file `told` exists."""
    report_progress(0.25)
    Path(begun).touch()
    while not Path(told).exists():
        time.sleep(0.02)
    return {"result": "told"}


def go_on() -> dict[str, Any]:
    return again(LONG_QUEUE)


def refuse() -> dict[str, Any]:
    return {"problem": {"slug": "stale", "status": 412, "version": 7}}


def crash() -> None:
    raise RuntimeError("this job fails")


FUNCTIONS.update(f"{HERE}.{name}" for name in ("double", "dawdle", "await_word", "go_on", "refuse", "crash"))


def note_call(job: Job, redis: Redis, *_: Any) -> None:
    redis.set("called", 1)
