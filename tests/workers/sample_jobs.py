"""Job functions for the tests of the queue; workers find them by their dotted names."""

import time
from typing import Any

from service.jobs import report_progress

HERE = "tests.workers.sample_jobs"


def double(number: int) -> dict[str, Any]:
    report_progress(0.5)
    return {"result": number * 2}


def dawdle(seconds: float) -> dict[str, Any]:
    report_progress(0.25)
    time.sleep(seconds)
    return {"result": "awake"}


def refuse() -> dict[str, Any]:
    return {"problem": {"slug": "stale", "status": 412, "version": 7}}


def crash() -> None:
    raise RuntimeError("this job fails")
