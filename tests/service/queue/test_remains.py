"""Tests that what a worker wrote to a job after its store had lost that does not count as a job."""

from redis import Redis
from rq.job import Job

from service.queue.job_names import JobKey
from service.queue.jobs import Jobs
from tests.conftest import StorePair

KEY = JobKey("0123456789abcdef" * 2 + "89abcdef", "request")


def test_a_job_is_queued_again_where_a_worker_wrote_to_a_lost_one(stores: StorePair, rq_redis: Redis) -> None:
    jobs = Jobs.at(stores.rq_url)
    lost = jobs.replay("game", None, False, {}, "token", KEY)["id"]
    rq_redis.flushall()
    rq_redis.hset(Job.key_for(lost), "last_heartbeat", "2026-11-28T09:00:00Z")

    again = jobs.replay("game", None, False, {}, "token", KEY)

    assert (again["id"], again["status"]) == (lost, "queued")
    assert jobs.read(lost, "token") == again


def test_a_job_that_is_there_stays(stores: StorePair, rq_redis: Redis) -> None:
    jobs = Jobs.at(stores.rq_url)
    first = jobs.replay("game", None, False, {}, "token", KEY)

    assert jobs.replay("game", None, False, {}, "token", KEY)["id"] == first["id"]
    assert jobs.read(first["id"], "token") is not None
    assert len(list(rq_redis.scan_iter(match="rq:job:*"))) == 1
