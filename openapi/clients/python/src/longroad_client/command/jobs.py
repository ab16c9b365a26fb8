"""Waits for jobs with a bar that shows how far they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from longroad_client.command.showing import progress

if TYPE_CHECKING:
    from longroad_client import Client

LOOK_S = 1


def await_result(client: Client, job: Any, what: str) -> Any:
    """Return the result of a job; raises the Problem with which it failed."""
    with progress(what) as tell:
        while job["status"] not in ("finished", "failed"):
            tell(job["progress"])
            job = cast("Any", client.get_job(job["id"], wait=LOOK_S))
    return cast("Any", client.finished(job))["result"]
