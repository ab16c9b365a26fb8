"""Tests how tables with slow agents are admitted: as far as workers serve them, and never others."""

from dataclasses import replace
from typing import Any

import pytest
from redis.exceptions import ConnectionError as Unreachable

from service.game.context import Context
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.seat_changes import SeatChange, change_seat
from service.handlers.thinking import capacity, cost_of
from service.problems import Problem
from service.queue import thinking
from service.queue.ai_jobs import AWAITED_S
from tests.clocks import Clock
from tests.service.tables import caller
from tests.workers.conftest import run_job
from workers.agents.catalog import default_agent, known_entry, seat_agent, split_name

SLOW = NewSeat("ai", agent="lookahead")
QUICK = NewSeat("ai", agent="planner")
PERSON = NewSeat("human")
COST = known_entry("lookahead").typical_ms


@pytest.fixture
def clock(ctx: Context) -> Clock:
    """Return the clock by which tables are counted."""
    ctx.jobs.thinking.clock = clock = Clock()
    return clock


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a server with room for four slow agents."""
    return replace(ctx, settings=replace(ctx.settings, thinking_ms=int(4 * COST), ai_workers=1))


def table(ctx: Context, *seats: NewSeat) -> str:
    """Make a game of Catan with these seats, and return its id."""
    return create_game(ctx, NewGame("catan", list(seats))).id


def free(ctx: Context) -> float:
    """Return how many ms of slow decisions are still free."""
    return float(capacity(ctx)["thinking"]["free_ms"])


def test_a_table_is_refused_when_workers_could_not_serve_it(ctx: Context, clock: Clock) -> None:
    table(ctx, PERSON, SLOW, SLOW, QUICK)
    assert free(ctx) == 2 * COST
    table(ctx, PERSON, SLOW, SLOW)
    clock.now += 10
    with pytest.raises(Problem) as caught:
        table(ctx, PERSON, SLOW, QUICK)
    problem = caught.value
    assert (problem.slug, problem.status) == ("agents_busy", 503)
    assert problem.members["retry_after"] == AWAITED_S - 10 + 1
    assert (problem.members["free_ms"], problem.members["needed_ms"]) == (0.0, COST)
    clock.now += problem.members["retry_after"]
    table(ctx, PERSON, SLOW, QUICK)


def test_the_only_table_is_admitted_whatever_it_costs(ctx: Context, clock: Clock) -> None:
    small = replace(ctx, settings=replace(ctx.settings, thinking_ms=1))
    table(small, PERSON, SLOW, SLOW, SLOW)
    with pytest.raises(Problem):
        table(small, PERSON, SLOW, SLOW)


def test_a_seat_that_names_no_agent_gets_a_quick_one_where_there_is_no_room(ctx: Context, clock: Clock) -> None:
    roomy = replace(ctx, settings=replace(ctx.settings, thinking_ms=10_000))
    agents = [seat_agent("catan"), default_agent("catan")]
    for server, agent in ((roomy, agents[0]), (ctx, agents[1])):
        made = table(server, PERSON, NewSeat("ai"), NewSeat("ai"), NewSeat("ai"))
        table_ = server.games.load(made).table
        assert {split_name(seat.agent).id for seat in table_.seats if seat.kind == "ai"} == {agent}
    with pytest.raises(Problem):
        table(ctx, PERSON, NewSeat("ai"), SLOW, SLOW)


def test_quick_agents_and_games_of_agents_alone_are_never_refused(ctx: Context, clock: Clock) -> None:
    table(ctx, PERSON, SLOW, SLOW, SLOW)
    for seats in ((PERSON, QUICK, QUICK), (SLOW, SLOW, SLOW, SLOW), (PERSON, NewSeat("ai", level=5), QUICK)):
        table(ctx, *seats)
    assert free(ctx) == COST
    assert cost_of(["planner", "graded@5", "", "uniform"]) == 0


def test_there_is_no_limit_with_the_setting_0(ctx: Context, clock: Clock) -> None:
    unlimited = replace(ctx, settings=replace(ctx.settings, thinking_ms=0))
    for _ in range(3):
        table(unlimited, PERSON, SLOW, SLOW, SLOW)
    assert capacity(unlimited) == {}


def test_each_worker_with_a_heartbeat_adds_to_the_capacity(ctx: Context, clock: Clock, monkeypatch: Any) -> None:
    monkeypatch.setattr(thinking.time, "time", clock)
    thinking.note_workers(ctx.jobs.redis, ["ai-1-1", "ai-1-2", "ai-2-1"])
    assert capacity(ctx)["thinking"]["capacity_ms"] == 3 * 4 * COST
    clock.now += thinking.WORKERS_S + 1
    assert capacity(ctx)["thinking"]["capacity_ms"] == 4 * COST


def test_a_table_counts_until_it_has_been_quiet_or_is_over(ctx: Context, clock: Clock) -> None:
    counted = ctx.jobs.thinking
    counted.note("game-a", COST)
    clock.now += AWAITED_S - 1
    counted.note("game-b", 2 * COST)
    assert counted.total_ms() == 3 * COST
    clock.now += 2
    assert counted.total_ms() == 2 * COST
    counted.note("game-b", 2 * COST, is_over=True)
    assert counted.total_ms() == 0


def test_a_seat_is_lent_to_a_slow_agent_only_where_there_is_room(ctx: Context, clock: Clock) -> None:
    table(ctx, PERSON, SLOW, SLOW, SLOW)
    made = create_game(ctx, NewGame("catan", [PERSON, PERSON, SLOW]))
    run_job(ctx, made.id)
    with pytest.raises(Problem) as caught:
        change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(agent="lookahead"))
    assert caught.value.slug == "agents_busy"
    change_seat(ctx, caller(ctx, made, 0), 0, SeatChange(agent="planner"))


def test_games_are_made_while_the_count_is_away(ctx: Context, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise Unreachable("no answer")

    for name in ("admit", "total_ms"):
        monkeypatch.setattr(thinking.Thinking, name, fail)
    for _ in range(3):
        table(ctx, PERSON, SLOW, SLOW, SLOW)
    assert capacity(ctx) == {}
