"""Tests the queue as the API sees it: documents, their owner, waiting."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer
from rq.timeouts import BaseDeathPenalty

from service.queue.jobs import JOBS_QUEUE, Jobs
from tests.service.processes import wait_for
from tests.workers.sample_jobs import HERE

LONG_S = 300


class NoLimit(BaseDeathPenalty):
    """Sets no time limit, since a worker in a thread cannot take alarm signals."""

    def setup_death_penalty(self) -> None:
        return

    def cancel_death_penalty(self) -> None:
        return


class ThreadWorker(SimpleWorker):
    death_penalty_class = NoLimit

    def _install_signal_handlers(self) -> None:
        return


@pytest.fixture
def jobs(rq_redis: Redis) -> Jobs:
    return Jobs(rq_redis)


def work(jobs: Jobs) -> None:
    """Do everything that is queued, in this process."""
    url_client = jobs.redis
    queue = Queue(JOBS_QUEUE, connection=url_client, serializer=JSONSerializer)
    ThreadWorker([queue], connection=url_client, serializer=JSONSerializer).work(burst=True, logging_level="ERROR")


@contextmanager
def working(jobs: Jobs, after_s: float) -> Iterator[None]:
    def run() -> None:
        time.sleep(after_s)
        work(jobs)

    thread = threading.Thread(target=run)
    thread.start()
    yield
    thread.join(90)


def enqueue(jobs: Jobs, function: str, *arguments: Any, credential: str | None = "token") -> dict[str, Any]:
    return jobs.enqueue("sample", f"{HERE}.{function}", list(arguments), credential)


def test_a_new_job_is_queued(jobs: Jobs) -> None:
    document = enqueue(jobs, "double", 21)
    assert document == {"id": document["id"], "kind": "sample", "status": "queued", "progress": 0.0}
    assert jobs.read(document["id"], "token") == document


def test_a_finished_job_has_its_result(jobs: Jobs) -> None:
    job_id = enqueue(jobs, "double", 21)["id"]
    work(jobs)
    assert jobs.read(job_id, "token") == {
        "id": job_id, "kind": "sample", "status": "finished", "progress": 1.0, "result": 42,
    }  # fmt: skip


def test_a_refused_job_has_its_problem(jobs: Jobs) -> None:
    job_id = enqueue(jobs, "refuse")["id"]
    work(jobs)
    document = jobs.read(job_id, "token")
    assert document is not None
    assert document["status"] == "failed"
    assert document["problem"] == {"slug": "stale", "status": 412, "version": 7}
    assert "result" not in document


def test_a_crashed_job_tells_no_inner_workings(jobs: Jobs) -> None:
    job_id = enqueue(jobs, "crash")["id"]
    work(jobs)
    document = jobs.read(job_id, "token")
    assert document is not None
    assert document["status"] == "failed"
    assert "this job fails" not in str(document)


@pytest.mark.parametrize("other", ["another token", "", None])
def test_only_the_credential_that_made_a_job_reads_it(jobs: Jobs, other: str | None) -> None:
    job_id = enqueue(jobs, "double", 1)["id"]
    assert jobs.read(job_id, other) is None
    assert jobs.wait(job_id, other, 5) is None


def test_a_credential_is_kept_as_a_hash(jobs: Jobs) -> None:
    enqueue(jobs, "double", 1, credential="a-very-secret-token")
    stored = [jobs.redis.hgetall(key) for key in jobs.redis.scan_iter("rq:job:*")]
    assert stored
    assert "a-very-secret-token" not in str(stored)


@pytest.mark.parametrize("job_id", ["undo-0", "", "no such job", "ai-x-1-1"])
def test_an_unknown_job_is_none(jobs: Jobs, job_id: str) -> None:
    assert jobs.read(job_id, "token") is None


def test_ai_jobs_belong_to_nobody(jobs: Jobs) -> None:
    jobs.play_ai("game", 3)
    assert jobs.read("ai-game-3-1", None) is None
    assert jobs.read("ai-game-3-1", "") is None


def test_arguments_must_be_json(jobs: Jobs) -> None:
    with pytest.raises(TypeError):
        enqueue(jobs, "double", {1, 2})


def test_a_job_is_kept_for_a_day(jobs: Jobs) -> None:
    job_id = enqueue(jobs, "double", 21)["id"]
    work(jobs)
    assert 24 * 3600 - 60 < jobs.redis.ttl(f"rq:job:{job_id}") <= 24 * 3600


def test_wait_answers_when_the_job_ends(jobs: Jobs) -> None:
    job_id = enqueue(jobs, "double", 4)["id"]
    begun = time.monotonic()
    with working(jobs, after_s=0.3):
        document = jobs.wait(job_id, "token", LONG_S)
    assert document is not None
    assert document["result"] == 8
    assert time.monotonic() - begun < LONG_S


def test_wait_answers_when_the_job_fails(jobs: Jobs) -> None:
    job_id = enqueue(jobs, "crash")["id"]
    with working(jobs, after_s=0.2):
        document = jobs.wait(job_id, "token", LONG_S)
    assert document is not None
    assert document["status"] == "failed"


def test_wait_ends_in_time_and_asks_the_store_seldom(jobs: Jobs) -> None:
    job_id = enqueue(jobs, "double", 4)["id"]
    begun, asked = time.monotonic(), _commands(jobs)
    document = jobs.wait(job_id, "token", 1.0)
    assert document is not None
    assert document["status"] == "queued"
    assert time.monotonic() - begun > 0.9
    assert _commands(jobs) - asked < 40


def _commands(jobs: Jobs) -> int:
    """Return how many commands the store has processed."""
    return int(jobs.redis.info("stats")["total_commands_processed"])


def test_a_running_job_shows_its_progress(jobs: Jobs, tmp_path: Path) -> None:
    begun, told = tmp_path / "begun", tmp_path / "told"
    job_id = enqueue(jobs, "await_word", str(begun), str(told))["id"]
    with working(jobs, after_s=0):
        assert wait_for(begun.exists)
        document = jobs.read(job_id, "token")
        told.touch()
    assert document is not None
    assert (document["status"], document["progress"]) == ("running", 0.25)
