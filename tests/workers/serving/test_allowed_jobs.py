"""Tests that workers do nothing that the store of the queues names but their own jobs."""

import inspect
from pathlib import Path
from typing import Any

import pytest
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from service.game.context import Context
from tests.workers.conftest import work
from tests.workers.sample_jobs import HERE
from workers import jobs
from workers.run import SERVICES
from workers.serving.allowed_jobs import FUNCTIONS, REFUSALS

LINES = [(service, queue) for service, found in SERVICES.items() for queue in found.queues]


def line(ctx: Context, queue: str) -> Queue:
    return Queue(queue, connection=ctx.jobs.redis, serializer=JSONSerializer)


@pytest.mark.parametrize(("service", "queue"), LINES)
@pytest.mark.parametrize("function", ["os.mkdir", "workers.jobs.os.mkdir", "pathlib.Path.mkdir"])
def test_a_function_that_is_not_for_workers_is_refused(
    ctx: Context, tmp_path: Path, service: str, queue: str, function: str
) -> None:
    job = line(ctx, queue).enqueue(function, str(tmp_path / "made"))
    before = sum(REFUSALS.totals())
    work(ctx, service)
    assert not (tmp_path / "made").exists()
    assert Job.fetch(job.id, connection=ctx.jobs.redis, serializer=JSONSerializer).is_failed
    assert sum(REFUSALS.totals()) == before + 1


@pytest.mark.parametrize("ending", ["double", "crash"])
def test_callbacks_are_not_called(ctx: Context, ending: str) -> None:
    """Both would end in an import of this name, which a package that is not there would show by its error."""
    job = ctx.jobs.enqueue("sample", f"{HERE}.{ending}", [4] if ending == "double" else [], "token")["id"]
    called = f"{HERE}.note_call"
    ctx.jobs.redis.hset(
        f"rq:job:{job}", mapping=dict.fromkeys(("success_callback_name", "failure_callback_name"), called)
    )
    work(ctx, "jobs")
    document: Any = ctx.jobs.read(job, "token")
    assert document["status"] == {"double": "finished", "crash": "failed"}[ending]
    assert not ctx.jobs.redis.exists("called")


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b'["os.mkdir", "instance", ["made"], {}]', b"\x80\x04K\x01."])
def test_what_is_no_job_is_refused_and_the_next_is_done(ctx: Context, data: bytes) -> None:
    spoiled = ctx.jobs.enqueue("sample", f"{HERE}.double", [1], "token")["id"]
    ctx.jobs.redis.hset(f"rq:job:{spoiled}", "data", data)
    whole = ctx.jobs.enqueue("sample", f"{HERE}.double", [2], "token")["id"]
    work(ctx, "jobs")
    assert (ctx.jobs.read(whole, "token") or {})["status"] == "finished"


def test_every_job_of_the_workers_may_be_done() -> None:
    found = {
        f"{jobs.__name__}.{name}"
        for name, function in inspect.getmembers(jobs, inspect.isfunction)
        if function.__module__ == jobs.__name__ and not name.startswith("_") and name != "context"
    }
    assert found == {name for name in FUNCTIONS if name.startswith("workers.")}
