"""Tests that one client which requests work without end does not stall the work of another."""

import pytest
from redis import Redis

from service.clients.ownership import Maker
from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.problems import Problem
from service.queue import ai_jobs
from service.queue.ai_jobs import AI_QUEUE, AWAITED_S, LAST_QUEUE, OVER_QUEUE
from service.queue.fair_shares import (
    KEYS_SHARES,
    MOST_AWAITED,
    MOST_JOBS,
    RECALLED,
    SHARE_S,
    WINDOW_S,
    WorkerShares,
    check_room,
)
from service.queue.keys import ai_job
from service.queue.waits import longest_waits
from tests.clocks import Clock
from tests.service.processes import wait_for
from tests.workers.conftest import act, is_finished, work
from workers.sweeping.due_work import wake_deferred

FLOOD = 4
JOBS = 200  # more than the other client's game takes
START_S = 100.0 * WINDOW_S


def open_game(ctx: Context, client: str, ruleset: str, number: int = 0) -> str:
    seats = [NewSeat("ai", agent="uniform") for _ in range(4)]
    return create_game(ctx, NewGame(ruleset, seats, seed=f"{client} {number}"), maker=Maker(client)).id


def test_a_flood_of_games_does_not_stall_another_clients(here: Context) -> None:
    flood = [open_game(here, "greedy", "catan", number) for number in range(FLOOD)]
    here.jobs.shares.charge("greedy", 2 * SHARE_S)
    modest = open_game(here, "modest", "toy")
    for _ in range(JOBS):
        work(here, "ai", 1)
        if is_finished(here, modest):
            break
    assert is_finished(here, modest)
    assert [here.store.head(game) for game in flood] == [1] * FLOOD, "it had to wait for a slice of another's game"
    work(here, "ai", FLOOD)
    assert max(here.store.head(game) for game in flood) > 1


def test_nobody_is_charged_for_what_keeps_a_worker_waiting(here: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai_jobs, "WAY_MS", int(1000 * SHARE_S) + 500)
    game = open_game(here, "patient", "toy")
    here.jobs.ai.ask_for_way(game)
    work(here, "ai", 1)
    assert not here.jobs.shares.is_over("patient")


def open_table(ctx: Context, client: str, number: int = 0) -> str:
    """Make a game of one person against agents."""
    seats = [NewSeat("human"), NewSeat("ai", agent="uniform")]
    return create_game(ctx, NewGame("toy", seats, seed=f"table {number}"), maker=Maker(client)).id


def test_a_person_is_answered_before_the_games_of_agents_at_the_same_address(here: Context) -> None:
    farm = [open_game(here, "shared", "catan", number) for number in range(FLOOD)]
    here.jobs.shares.charge("shared", 2 * SHARE_S)
    work(here, "ai", FLOOD)
    table = open_table(here, "shared")
    version = act(here, table, 0)
    for _ in range(3):  # two jobs may find that their client has used up its share
        if here.store.head(table) == version:
            work(here, "ai", 1)
    assert here.store.head(table) > version
    assert [here.store.head(game) for game in farm] == [1] * FLOOD


def test_a_table_that_begins_to_wait_while_its_job_gives_way_is_served_first(
    here: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    farm = [open_game(here, "shared", "catan", number) for number in range(FLOOD)]
    here.jobs.shares.charge("shared", 2 * SHARE_S)
    work(here, "ai", FLOOD)
    table = open_table(here, "shared")
    assert wait_for(lambda: here.jobs.ai.last_act_s(table))
    here.jobs.ai.redis.delete(ai_job(table, "acted"))  # which is forgotten after some minutes
    set_aside, versions = here.jobs.shares.set_aside, []

    def act_and_set_aside(client: str, game: str) -> None:
        versions.append(act(here, table, 0))
        assert wait_for(lambda: here.jobs.ai.last_act_s(table))
        set_aside(client, game)

    with monkeypatch.context() as patch:
        patch.setattr(here.jobs.shares, "set_aside", act_and_set_aside)
        work(here, "ai", 1)
    work(here, "ai", 1)
    assert [here.store.head(table) > version for version in versions] == [True]
    assert [here.store.head(game) for game in farm] == [1] * FLOOD


def test_who_waits_at_a_table_of_a_client_over_its_share_has_waited_since_the_first_queue(here: Context) -> None:
    table = open_table(here, "greedy")
    act(here, table, 0)
    assert wait_for(lambda: here.jobs.ai.queue.count)
    here.jobs.shares.charge("greedy", 2 * SHARE_S, is_awaited=True)
    [first] = here.jobs.ai.queue.get_job_ids()
    here.jobs.ai.redis.hset(f"rq:job:{first}", "enqueued_at", "2026-01-01T00:00:00.000000Z")
    work(here, "ai", 1)
    assert (here.jobs.ai.queue.count, here.jobs.ai.queues[OVER_QUEUE].count) == (0, 1)
    assert longest_waits(here.jobs.redis, 1_767_225_600.0 + 25)["ai"] == 25.0


def test_a_share_that_recovers_is_served_at_once(here: Context) -> None:
    farm = [open_game(here, "greedy", "catan", number) for number in range(FLOOD)]
    modest = open_game(here, "modest", "toy")
    for client in ("greedy", "modest"):
        here.jobs.shares.charge(client, 2 * SHARE_S)
    for game in (*farm, modest):
        here.jobs.play_ai(game, 1)
    work(here, "ai", FLOOD + 1)
    now = here.jobs.shares.clock()
    here.jobs.shares.clock = lambda: now + 2 * WINDOW_S
    here.jobs.shares.charge("greedy", 2 * SHARE_S)
    wake_deferred(here)
    work(here, "ai", 1)
    assert here.store.head(modest) > 1
    assert [here.store.head(game) for game in farm] == [1] * FLOOD


def test_who_used_little_is_not_over(rq_redis: Redis) -> None:
    shares = WorkerShares(rq_redis, Clock(START_S))
    shares.charge("a", SHARE_S * 0.9)
    assert not shares.is_over("a")
    shares.charge("a", SHARE_S * 0.2)
    assert shares.is_over("a")
    assert not shares.is_over("b")


def test_what_was_used_counts_for_two_windows(rq_redis: Redis) -> None:
    clock = Clock(START_S)
    shares = WorkerShares(rq_redis, clock)
    shares.charge("a", SHARE_S * 2)
    clock.now += WINDOW_S
    assert shares.is_over("a")
    clock.now += WINDOW_S
    assert not shares.is_over("a")


def test_only_the_tables_where_somebody_acted_last_count(rq_redis: Redis) -> None:
    shares = WorkerShares(rq_redis, clock := Clock(START_S))
    assert not shares.is_awaited("a", "game", None)
    assert shares.is_awaited("a", "first", clock.now)
    clock.now += 1
    for number in range(MOST_AWAITED):
        assert shares.is_awaited("a", f"game{number}", clock.now)
    assert not shares.is_awaited("a", "first", clock.now - 1)
    assert shares.is_awaited("b", "other", clock.now - 1)
    clock.now += 1
    assert shares.is_awaited("a", "first", clock.now), "it is the newest again"
    clock.now += AWAITED_S + 1
    assert not shares.is_awaited("a", "first", clock.now - AWAITED_S - 1)


def test_only_the_time_of_such_tables_counts_against_them(rq_redis: Redis) -> None:
    shares = WorkerShares(rq_redis, Clock(START_S))
    shares.charge("a", SHARE_S * 2)
    assert (shares.queue_for("a", is_awaited=True), shares.queue_for("a", is_awaited=False)) == (AI_QUEUE, LAST_QUEUE)
    shares.charge("a", SHARE_S * 2, is_awaited=True)
    assert shares.queue_for("a", is_awaited=True) == OVER_QUEUE
    shares.charge("b", SHARE_S * 2, is_awaited=True)
    assert shares.queue_for("b", is_awaited=False) == LAST_QUEUE, "machines come after the people of their share"


def test_a_visitors_key_is_a_share_of_its_own_within_its_address(rq_redis: Redis) -> None:
    shares = WorkerShares(rq_redis, Clock(START_S))
    shares.charge("address", SHARE_S * 2)
    assert not shares.is_over("address/key-1")
    shares.charge("address/key-1", SHARE_S * 2)
    assert shares.is_over("address/key-1")
    assert not shares.is_over("address/key-2")
    for number in range(KEYS_SHARES):
        shares.charge(f"address/key-{3 + number}", SHARE_S * 0.9)
    assert shares.is_over("address/key-2"), "many keys are not many shares"
    assert not shares.is_over("elsewhere/key-9")


def test_games_come_forward_once_their_share_has_recovered(rq_redis: Redis) -> None:
    shares = WorkerShares(rq_redis, clock := Clock(START_S))
    shares.charge("a", SHARE_S * 2)
    for number in range(RECALLED + 2):
        shares.set_aside("a", f"game{number}")
        clock.now += 0.01
    assert shares.list_recovered() == []
    clock.now += 2 * WINDOW_S
    assert shares.list_recovered() == [f"game{number}" for number in range(RECALLED)], (
        "a few at a time, the oldest first"
    )
    assert shares.list_recovered() == [f"game{RECALLED}", f"game{RECALLED + 1}"]
    assert shares.list_recovered() == []


def test_a_client_has_only_so_many_jobs_waiting(ctx: Context) -> None:
    shares = ctx.jobs.shares
    for number in range(MOST_JOBS):
        check_room([shares], "a")
        shares.note_job("a", ctx.jobs.replay(f"game{number}", None, False, {}, None)["id"])
    with pytest.raises(Problem) as refusal:
        check_room([shares], "a")
    assert (refusal.value.status, refusal.value.members["retry_after"]) == (429, 2)
    check_room([shares], "b")
    ctx.jobs.queue.empty()
    check_room([shares], "a")
