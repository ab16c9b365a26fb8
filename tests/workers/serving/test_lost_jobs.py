"""Tests that jobs whose worker was killed are begun again, and that those whose worker lives are left alone."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.game.context import Context
from service.queue.jobs import JOBS_QUEUE, LONG_LAST_QUEUE, LONG_QUEUE
from service.queue.keys import OPEN_JOBS
from tests.service.processes import wait_for
from tests.workers.conftest import Start, children_of, work
from tests.workers.sample_jobs import HERE
from tests.workers.serving.killing import kill, let_signatures_run_out
from workers.serving import lost_jobs, pool
from workers.serving.lost_jobs import BEGINNINGS, MOST_BEGINNINGS, LostJobs, may_begin_again
from workers.serving.pool import Attendance

PID = 4711
MISSED = "missed=0.5"  # seconds


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a worker count as missed at once."""
    monkeypatch.setattr(lost_jobs, "MISSED_S", 0.0)


def asked(ctx: Context) -> str:
    return str(ctx.jobs.enqueue("sample", f"{HERE}.double", [4], "token")["id"])


def take(redis: Redis, name: str) -> None:
    """Begin the job at the front as the worker of this name does, and do no more about it."""
    queue = Queue(JOBS_QUEUE, connection=redis, serializer=JSONSerializer)
    worker = SimpleWorker([queue], name=name, connection=redis, serializer=JSONSerializer)
    taken = worker.dequeue_job_and_maintain_ttl(None)
    assert taken is not None
    worker.prepare_execution(taken[0])
    worker.prepare_job_execution(taken[0])


def status(ctx: Context, job: str) -> Any:
    return (ctx.jobs.read(job, "token") or {})["status"]


@pytest.mark.usefixtures("at_once")
def test_a_job_without_its_worker_is_begun_again(ctx: Context, rq_redis: Redis) -> None:
    first, second = asked(ctx), asked(ctx)
    take(rq_redis, "a worker that is gone")
    assert status(ctx, first) == "running"
    assert LostJobs(rq_redis).begin_again() == 1
    assert ctx.jobs.queue.get_job_ids() == [first, second]
    assert (status(ctx, first), status(ctx, second)) == ("queued", "queued")
    assert LostJobs(rq_redis).begin_again() == 0


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("is_long", "queues"), [(False, [JOBS_QUEUE]), (True, [LONG_QUEUE, LONG_LAST_QUEUE])])
def test_a_job_that_was_taken_but_not_begun_is_queued_again(
    ctx: Context, rq_redis: Redis, is_long: bool, queues: list[str]
) -> None:
    first, second = (
        str(ctx.jobs.enqueue("sample", f"{HERE}.double", [4], "token", is_long=is_long)["id"]) for _ in "ab"
    )
    lines = [Queue(name, connection=rq_redis, serializer=JSONSerializer) for name in queues]
    worker = SimpleWorker(lines, name="gone", connection=rq_redis, serializer=JSONSerializer)
    assert worker.dequeue_job_and_maintain_ttl(None) is not None
    assert lines[0].get_job_ids() == [second]
    lost = LostJobs(rq_redis)
    assert lost.begin_again() == 1
    assert lines[0].get_job_ids() == [first, second]
    assert lines[0].intermediate_queue.get_job_ids() == []
    assert lost.begin_again() == 0
    work(ctx, queues[0], 2)
    assert [status(ctx, job) for job in (first, second)] == ["finished", "finished"]
    assert lost.begin_again() == 0
    assert rq_redis.zcard(OPEN_JOBS) == 0


def test_a_job_that_waits_for_long_is_not_lost(ctx: Context, rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost_jobs, "MISSED_S", 0.0)
    monkeypatch.setattr(lost_jobs, "OPEN_AT_ONCE", 2)
    waiting = [asked(ctx) for _ in range(5)]
    lost = LostJobs(rq_redis)
    assert [lost.begin_again() for _ in range(4)] == [0] * 4
    assert ctx.jobs.queue.get_job_ids() == waiting


@pytest.mark.usefixtures("at_once")
def test_a_job_with_its_worker_is_left_alone(ctx: Context, rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "SIGNED_S", 600)
    job = asked(ctx)
    signed = Attendance(rq_redis, JOBS_QUEUE)
    signed.renew([PID])
    take(rq_redis, signed.name(PID))
    assert LostJobs(rq_redis).begin_again() == 0
    assert status(ctx, job) == "running"


def test_a_worker_must_be_missed_for_a_while(ctx: Context, rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost_jobs, "MISSED_S", 600.0)
    asked(ctx)
    take(rq_redis, "a worker that has yet to sign")
    jobs = LostJobs(rq_redis)
    assert (jobs.begin_again(), jobs.begin_again()) == (0, 0)


def test_a_slice_that_came_to_its_end_proves_that_its_job_kills_no_worker(here: Context, rq_redis: Redis) -> None:
    job = str(here.jobs.enqueue("sample", f"{HERE}.go_on", [], "token", is_long=True)["id"])
    queued = Job.fetch(job, connection=rq_redis, serializer=JSONSerializer)
    queued.meta[BEGINNINGS] = MOST_BEGINNINGS
    queued.save_meta()
    work(here, "long", 1)
    queued.refresh()
    assert (status(here, job), may_begin_again(queued)) == ("queued", True)


@pytest.mark.usefixtures("at_once")
def test_a_job_that_outlives_no_worker_has_failed(ctx: Context, rq_redis: Redis) -> None:
    job = asked(ctx)
    for _ in range(MOST_BEGINNINGS):
        assert status(ctx, job) == "queued"
        take(rq_redis, "a worker that it kills")
        assert LostJobs(rq_redis).begin_again() == 1
    assert status(ctx, job) == "failed"
    assert ctx.jobs.queue.get_job_ids() == []
    assert ctx.jobs.queue.started_job_registry.get_job_ids() == []


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds worker processes by /proc")
@pytest.mark.parametrize("line", ["jobs", "long"])
def test_a_job_outlives_its_killed_worker(ctx: Context, start: Start, line: str, tmp_path: Path) -> None:
    arguments = [str(tmp_path / "begun"), str(tmp_path / "told")]
    job = str(ctx.jobs.enqueue("sample", f"{HERE}.await_word", arguments, "token", is_long=line == "long")["id"])
    worker = start("run", line)
    assert wait_for((tmp_path / "begun").exists)
    kill(worker.pid)
    assert status(ctx, job) == "running"
    let_signatures_run_out(ctx.jobs.redis)
    (tmp_path / "begun").unlink()
    start("run", line)
    start("sweep", MISSED)
    assert wait_for((tmp_path / "begun").exists)
    (tmp_path / "told").touch()
    assert wait_for(lambda: status(ctx, job) == "finished")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds worker processes by /proc")
def test_a_job_outlives_its_killed_process(ctx: Context, start: Start, tmp_path: Path) -> None:
    begun, word = tmp_path / "begun", tmp_path / "told"
    job = killed_at_its_beginnings(ctx, start, MOST_BEGINNINGS - 1, begun, word)
    assert wait_for(begun.exists)
    word.touch()
    assert wait_for(lambda: status(ctx, job) == "finished")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds worker processes by /proc")
def test_a_job_whose_process_is_killed_too_often_has_failed(ctx: Context, start: Start, tmp_path: Path) -> None:
    job = killed_at_its_beginnings(ctx, start, MOST_BEGINNINGS, tmp_path / "begun", tmp_path / "told")
    assert wait_for(lambda: status(ctx, job) == "failed")


def killed_at_its_beginnings(ctx: Context, start: Start, times: int, begun: Path, word: Path) -> str:
    """Run a job whose process is killed each of the first times that it begins; return its id."""
    job = str(ctx.jobs.enqueue("sample", f"{HERE}.await_word", [str(begun), str(word)], "token")["id"])
    pool = start("run", "jobs")
    for _ in range(times):
        assert wait_for(begun.exists)
        begun.unlink()
        kill_processes_of_jobs(pool.pid)
    return job


def kill_processes_of_jobs(pool: int) -> None:
    """SIGKILL every process that a worker of the pool has forked for a job; the workers live on."""
    for worker in children_of(pool):
        for process in children_of(worker):
            os.kill(process, signal.SIGKILL)
