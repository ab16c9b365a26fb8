"""Tests that one client which requests work without end does not stall the work of another."""

import pytest
from redis import Redis

from service.clients.ownership import Maker
from service.game.context import Context
from service.handlers.create_game import NewGame, create_game
from service.handlers.new_seats import NewSeat
from service.problems import Problem
from service.queue import ai_jobs
from service.queue.fair_shares import MOST_JOBS, SHARE_S, WINDOW_S, WorkerShares
from tests.workers.conftest import is_finished, work

FLOOD = 4
JOBS = 200  # more than the other client's game takes


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


class Clock:
    """Represents a clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0 * WINDOW_S

    def __call__(self) -> float:
        return self.now


def test_who_used_little_is_not_over(rq_redis: Redis) -> None:
    shares = WorkerShares(rq_redis, Clock())
    shares.charge("a", SHARE_S * 0.9)
    assert not shares.is_over("a")
    shares.charge("a", SHARE_S * 0.2)
    assert shares.is_over("a")
    assert not shares.is_over("b")


def test_what_was_used_counts_for_two_windows(rq_redis: Redis) -> None:
    clock = Clock()
    shares = WorkerShares(rq_redis, clock)
    shares.charge("a", SHARE_S * 2)
    clock.now += WINDOW_S
    assert shares.is_over("a")
    clock.now += WINDOW_S
    assert not shares.is_over("a")


def test_a_client_has_only_so_many_jobs_waiting(ctx: Context) -> None:
    shares = ctx.jobs.shares
    for number in range(MOST_JOBS):
        shares.check_room("a")
        shares.note_job("a", ctx.jobs.replay(f"game{number}", None, False, {}, None)["id"])
    with pytest.raises(Problem) as refusal:
        shares.check_room("a")
    assert (refusal.value.status, refusal.value.members["retry_after"]) == (429, 2)
    shares.check_room("b")
    ctx.jobs.queue.empty()
    shares.check_room("a")
