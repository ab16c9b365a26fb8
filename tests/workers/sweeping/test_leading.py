"""Tests that one of several sweeps leads, and that another one takes over when it is gone."""

import logging
import signal
import time

import pytest
from redis import Redis

from service.game.context import Context
from service.game.deadlines import AI_DEADLINE
from service.queue import keys
from service.queue.store import connect_prompt
from tests.service.processes import wait_for
from tests.workers.conftest import Start, new_game
from workers.sweeping import leading
from workers.sweeping.leading import LEASE_MS, Lead

DUE_FOR_MS = 10
SHORTER_MS = 60_000


@pytest.fixture(autouse=True)
def _ask_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "RENEWED_S", 0.0)


def test_one_of_two_leads(rq_redis: Redis) -> None:
    first, second = Lead(rq_redis), Lead(rq_redis)
    assert (first.is_ours(), second.is_ours()) == (True, False)
    assert (first.is_ours(), second.is_ours()) == (True, False)
    assert 0 < rq_redis.pttl(keys.SWEEP_LEAD) <= LEASE_MS


def test_another_one_leads_as_soon_as_the_lead_is_given_up(rq_redis: Redis) -> None:
    first, second = Lead(rq_redis), Lead(rq_redis)
    assert first.is_ours()
    second.leave()
    assert not second.is_ours(), "nobody gives up what another one holds"
    first.leave()
    assert second.is_ours()
    assert not first.is_ours()


def test_a_lost_lease_is_taken_over(rq_redis: Redis) -> None:
    first, second = Lead(rq_redis), Lead(rq_redis)
    assert first.is_ours()
    rq_redis.pexpire(keys.SWEEP_LEAD, 1)
    assert wait_for(second.is_ours)
    assert not first.is_ours()


def test_both_lead_while_nobody_can_say_who_does() -> None:
    away = connect_prompt("redis://127.0.0.1:1")
    assert Lead(away).is_ours()
    assert Lead(away).is_ours()


def test_a_sweep_says_once_why_it_leads(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "workers.sweeping.leading")
    lead = Lead(connect_prompt("redis://127.0.0.1:1"))
    for _ in range(3):
        assert lead.is_ours()
    assert [line.split(":")[0] for line in caplog.messages] == ["this sweep leads without the lease"]


def test_a_lease_outlives_a_long_round_but_not_an_endless_one(rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "RENEWED_S", 0.01)
    monkeypatch.setattr(leading, "LEASE_MS", 2 * SHORTER_MS)
    busy, other = Lead(rq_redis), Lead(rq_redis)
    assert busy.is_ours()
    busy.start()
    for _ in range(3):
        rq_redis.pexpire(keys.SWEEP_LEAD, SHORTER_MS)
        assert wait_for(lambda: rq_redis.pttl(keys.SWEEP_LEAD) > SHORTER_MS)
        assert not other.is_ours()
    monkeypatch.setattr(leading, "ROUND_S", 0.1)
    assert wait_for(lambda: rq_redis.pexpire(keys.SWEEP_LEAD, SHORTER_MS) and is_left_alone(rq_redis))
    rq_redis.pexpire(keys.SWEEP_LEAD, 1)
    assert wait_for(other.is_ours)
    busy.leave()


def is_left_alone(redis: Redis) -> bool:
    """Return whether nobody renews the lease in a time in which its holder would have done so often."""
    time.sleep(0.2)
    return 0 < redis.pttl(keys.SWEEP_LEAD) <= SHORTER_MS


def test_the_lease_is_renewed_once_a_second(rq_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "RENEWED_S", 60.0)
    lead = Lead(rq_redis)
    assert lead.is_ours()
    rq_redis.delete(keys.SWEEP_LEAD)
    assert lead.is_ours()
    assert not rq_redis.exists(keys.SWEEP_LEAD)


def test_what_is_due_is_done_though_the_leading_sweep_is_killed(ctx: Context, rq_redis: Redis, start: Start) -> None:
    first = start("sweep")
    assert wait_for(lambda: rq_redis.exists(keys.SWEEP_LEAD) == 1)
    leader = rq_redis.get(keys.SWEEP_LEAD)
    start("sweep")
    game = new_game(ctx, "human", "human")
    for death in (None, signal.SIGKILL):
        if death is not None:
            first.send_signal(death)
        ctx.store.set_deadlines(game, {AI_DEADLINE: ctx.clock() - DUE_FOR_MS})
        assert wait_for(lambda: not ctx.store.count_overdue(ctx.clock()))
        assert (rq_redis.get(keys.SWEEP_LEAD) == leader) == (death is None)
