"""Tests that at most one job of a game is queued and one plays; a wake-up in between is never lost."""

import pytest
from redis import Redis
from redis.exceptions import LockError
from rq import Queue
from rq.job import Job
from rq.serializers import JSONSerializer

from service.queue import ai_jobs
from service.queue.ai_jobs import AI_QUEUES, AWAITED_S, CONTINUED_QUEUE, SILENCE_S, AiJobs
from tests.clocks import Clock
from workers.run import SERVICES

GAME = "g1"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ai(rq_redis: Redis, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AiJobs:
    monkeypatch.setattr(ai_jobs, "LEASE_S", 600)  # no lease ends while the machine stands still
    return AiJobs(rq_redis, clock)


def queued(ai: AiJobs) -> list[str]:
    return ai.queue.get_job_ids()


def test_a_wake_up_queues_one_job(ai: AiJobs) -> None:
    ai.wake(GAME, 4, by_person=True)
    ai.wake(GAME, 5, by_person=True)
    ai.wake("g2", 9, by_person=True)
    assert queued(ai) == ["ai-g1-4-1", "ai-g2-9-1"]
    job = Job.fetch("ai-g1-4-1", ai.redis, serializer=JSONSerializer)
    assert (job.func_name, list(job.args)) == ("workers.jobs.play_ai", [GAME, 4])


def test_a_held_game_is_not_queued_but_the_holder_can_tell(ai: AiJobs) -> None:
    ai.wake(GAME, 4, by_person=True)
    lock = ai.hold(GAME)
    ai.wake(GAME, 6, by_person=True)
    assert queued(ai) == ["ai-g1-4-1"]
    assert ai.reset_failures(GAME) == 6
    assert lock is not None
    lock.release()
    ai.wake(GAME, 7, by_person=True)
    assert queued(ai) == ["ai-g1-4-1", "ai-g1-7-2"]


def test_a_job_that_goes_on_gives_way_to_new_ones(ai: AiJobs) -> None:
    ai.wake(GAME, 4, is_continued=True)
    ai.wake("g2", 9, by_person=True)
    queues = [Queue(name, connection=ai.redis, serializer=JSONSerializer) for name in SERVICES["ai"].queues]
    found = [Queue.dequeue_any(queues, None, ai.redis, serializer=JSONSerializer) for _ in range(2)]
    assert [taken[0].id for taken in found if taken] == ["ai-g2-9-1", "ai-g1-4-1"]


def test_one_job_holds_a_game(ai: AiJobs) -> None:
    lock = ai.hold(GAME)
    assert lock is not None
    assert ai.hold(GAME) is None
    assert ai.hold("g2") is not None
    lock.release()
    assert ai.hold(GAME) is not None


def test_a_lease_that_ended_is_not_renewed(ai: AiJobs) -> None:
    lock = ai.hold(GAME)
    assert lock is not None
    ai.redis.flushall()
    with pytest.raises(LockError):
        lock.reacquire()


def test_the_agents_state(ai: AiJobs) -> None:
    assert ai.state(GAME) == "late"
    ai.wake(GAME, 4, by_person=True)
    assert ai.state(GAME) == "queued"
    lock = ai.hold(GAME)
    assert ai.state(GAME) == "thinking"
    assert lock is not None
    lock.release()
    assert ai.state(GAME) == "late"
    ai.defer(GAME, 5)
    assert ai.state(GAME) == "queued"


def test_revive_leaves_a_live_job_alone(ai: AiJobs) -> None:
    ai.wake(GAME, 4, by_person=True)
    assert not ai.revive(GAME, 4)
    lock = ai.hold(GAME)
    assert not ai.revive(GAME, 4)
    assert lock is not None
    lock.release()
    ai.defer(GAME, 5)
    assert not ai.revive(GAME, 4)


def test_revive_leaves_alone_what_gave_way_to_others(ai: AiJobs) -> None:
    ai.wake(GAME, 4, by_person=True)
    ai.queue.empty()  # a worker took the job, whose client had used more than its share
    ai.give_way(GAME, 4)
    assert not ai.revive(GAME, 4)
    assert (queued(ai), ai.last.count) == ([], 1)


def test_an_act_of_a_person_brings_a_game_forward(ai: AiJobs) -> None:
    for queue in AI_QUEUES[1:]:
        ai.redis.flushall()
        ai.wake("g2", 9)
        ai.give_way(GAME, 4, queue)
        ai.wake(GAME, 5)
        assert queued(ai) == []
        ai.wake(GAME, 6, by_person=True)
        assert (queued(ai), ai.queues[queue].get_job_ids()[1:]) == (["ai-g1-6-2"], [])
        assert not Job.exists("ai-g1-4-1", ai.redis)


def test_a_game_belongs_to_those_who_wait_for_minutes_after_an_act(ai: AiJobs) -> None:
    ai.wake(GAME, 4)
    assert (ai.last_act_s(GAME), ai.queues[CONTINUED_QUEUE].count) == (None, 1)
    ai.wake(GAME, 5, by_person=True)
    assert ai.last_act_s(GAME) == ai.clock()
    assert 0 < ai.redis.ttl("longroad:ai:g1:acted") <= AWAITED_S
    ai.queue.empty()
    ai.give_way(GAME, 5)
    ai.recall(GAME)
    assert (ai.queue.count, ai.last.count) == (1, 0)


def test_only_a_game_that_waits_is_recalled(ai: AiJobs) -> None:
    ai.recall(GAME)
    ai.wake(GAME, 4, by_person=True)
    ai.recall(GAME)
    assert queued(ai) == ["ai-g1-4-1"]


def test_revive_queues_what_a_dead_worker_took(ai: AiJobs) -> None:
    ai.wake(GAME, 4, by_person=True)
    taken = Queue.dequeue_any([ai.queue], None, ai.redis, serializer=JSONSerializer)
    assert taken
    assert taken[0].get_status() == "queued"  # for RQ, until a worker has started it
    assert ai.revive(GAME, 4)
    assert queued(ai)[-1] == "ai-g1-4-2"


def test_revive_queues_what_a_lost_queue_held(ai: AiJobs) -> None:
    ai.wake(GAME, 4, by_person=True)
    ai.redis.flushall()
    assert ai.revive(GAME, 4)
    assert ai.queues[CONTINUED_QUEUE].get_job_ids() == ["ai-g1-4-1"]


def test_a_deferred_game_falls_due_once(ai: AiJobs, clock: Clock) -> None:
    ai.defer(GAME, 5)
    clock.now += 4.9
    assert ai.fall_due() == []
    clock.now += 0.2
    assert ai.fall_due() == [GAME]
    assert ai.fall_due() == []


def test_holding_a_game_ends_its_deferral(ai: AiJobs) -> None:
    ai.defer(GAME, 0)
    ai.hold(GAME)
    assert ai.fall_due() == []


def test_failures_back_off_until_one_attempt_succeeds(ai: AiJobs) -> None:
    assert [ai.count_failure(GAME) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
    ai.reset_failures(GAME)
    assert ai.count_failure(GAME) == 1


def test_silences_are_counted_and_forgotten(ai: AiJobs) -> None:
    assert ai.silences(GAME) == 0
    ai.note_silence(GAME)
    ai.note_silence(GAME)
    assert ai.silences(GAME) == 2
    assert 0 < ai.redis.ttl("longroad:ai:g1:silences") <= SILENCE_S
