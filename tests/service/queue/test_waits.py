"""Tests the signal by which workers are added: the age of the oldest job for which somebody waits."""

from datetime import UTC, datetime

import pytest
from redis import Redis
from rq.job import Job

from service.queue import keys, waits
from service.queue.ai_jobs import AI_QUEUES, CONTINUED_QUEUE, LAST_QUEUE, OVER_QUEUE
from service.queue.jobs import LONG_LAST_QUEUE, LONG_QUEUE, Jobs, Move
from service.queue.waits import AWAITED, longest_waits
from workers.run import SERVICES

NOW = 1_800_000_000.0
NONE = {"ai": 0.0, "jobs": 0.0, "long": 0.0}


@pytest.fixture
def jobs(rq_redis: Redis) -> Jobs:
    return Jobs(rq_redis)


def aged(redis: Redis, seconds: float, queue: str, place: int = -1) -> str:
    """Let a job, by default the last one of a queue, have come into line some seconds before NOW."""
    found = redis.lindex(keys.queue(queue), place)
    assert isinstance(found, bytes)
    time = datetime.fromtimestamp(NOW - seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    redis.hset(Job.key_for(found.decode()), "enqueued_at", time)
    return found.decode()


def asked(jobs: Jobs, kind: str, seconds: float) -> None:
    """Queue a long job that came into line some seconds before NOW."""
    jobs.enqueue(kind, f"workers.jobs.{kind}", [], None, is_long=True)
    aged(jobs.redis, seconds, LONG_QUEUE)


def test_nobody_waits_where_nothing_is_in_line(rq_redis: Redis) -> None:
    assert longest_waits(rq_redis, NOW) == NONE


def test_every_role_of_workers_is_covered_by_its_own_queues() -> None:
    assert AWAITED.keys() == SERVICES.keys()
    assert all({*queues} <= {*SERVICES[role].queues} for role, queues in AWAITED.items())


@pytest.mark.parametrize("queue", AI_QUEUES)
def test_only_tables_at_which_somebody_waits_count(jobs: Jobs, queue: str) -> None:
    jobs.ai.give_way("g1", 4, queue)
    aged(jobs.redis, 40, queue)
    expected = 0.0 if queue in (CONTINUED_QUEUE, LAST_QUEUE) else 40.0
    assert longest_waits(jobs.redis, NOW) == NONE | {"ai": expected}


def test_an_act_of_a_person_begins_a_wait_of_their_table(jobs: Jobs) -> None:
    jobs.ai.wake("g1", 4)
    aged(jobs.redis, 900, CONTINUED_QUEUE)
    assert longest_waits(jobs.redis, NOW) == NONE
    jobs.ai.wake("g1", 5, by_person=True)
    aged(jobs.redis, 3, "ai")
    assert longest_waits(jobs.redis, NOW) == NONE | {"ai": 3.0}


def test_the_oldest_of_a_role_counts_wherever_it_is_in_line(jobs: Jobs) -> None:
    for number, seconds in enumerate((5, 60, 20)):  # the first was put back at the front
        jobs.ai.wake(f"g{number}", 4, by_person=True)
        aged(jobs.redis, seconds, "ai")
    jobs.ai.give_way("g9", 4, OVER_QUEUE)
    aged(jobs.redis, 30, OVER_QUEUE)
    assert longest_waits(jobs.redis, NOW) == NONE | {"ai": 60.0}


def test_undo_waits_for_its_own_role(jobs: Jobs) -> None:
    jobs.undo("g1", Move(1, 2, 0), None)
    aged(jobs.redis, 7, "jobs")
    assert longest_waits(jobs.redis, NOW) == NONE | {"jobs": 7.0}


def test_nobody_waits_for_arenas_and_removals_that_go_round(jobs: Jobs) -> None:
    asked(jobs, "arena", 100)
    asked(jobs, "removal", 90)
    assert longest_waits(jobs.redis, NOW) == NONE
    asked(jobs, "advice", 50)
    asked(jobs, "review", 30)
    assert longest_waits(jobs.redis, NOW) == NONE | {"long": 50.0}


def test_long_work_of_clients_over_their_share_counts(jobs: Jobs) -> None:
    asked(jobs, "analysis", 80)
    jobs.redis.rename(keys.queue(LONG_QUEUE), keys.queue(LONG_LAST_QUEUE))
    assert longest_waits(jobs.redis, NOW) == NONE | {"long": 80.0}


def test_a_job_that_was_taken_meanwhile_is_no_wait(jobs: Jobs) -> None:
    jobs.ai.wake("g1", 4, by_person=True)
    jobs.redis.delete(Job.key_for(aged(jobs.redis, 40, "ai")))
    assert longest_waits(jobs.redis, NOW) == NONE


def test_a_clock_that_is_behind_gives_no_negative_wait(jobs: Jobs) -> None:
    jobs.ai.wake("g1", 4, by_person=True)
    aged(jobs.redis, -5, "ai")
    assert longest_waits(jobs.redis, NOW) == NONE


def test_what_is_looked_at_is_bounded(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waits, "MOST_SEEN", 3)
    monkeypatch.setattr(waits, "FIRST", 2)
    for seconds in (10, 20, 30, 40):
        asked(jobs, "advice", seconds)
    assert longest_waits(jobs.redis, NOW)["long"] == 20.0
