"""Tests that a job plays on in memory while only agents may act.

It makes fewer appends and the same log, and whatever comes between wins.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from math import ceil
from random import Random
from typing import Any, ClassVar

import pytest
from redis.exceptions import LockError

from eventstore.append_counts import TALLY
from eventstore.interfaces import START
from eventstore.keys import SHARDS
from eventstore.log.walking import prove
from eventstore.streams import open_store
from service.clients.authentication import Caller
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.handlers.undo_requests import move_head, request_undo
from service.queue.jobs import Jobs
from service.queue.keys import ai_job
from tests.conftest import StorePair
from tests.workers.conftest import act, is_finished, is_reproducible, new_game, owes, run_job
from workers import playing
from workers.agents import catalog
from workers.agents.agent import Agent
from workers.agents.entries import AgentEntry
from workers.agents.uniform import Uniform

DuringThought = Callable[[int, Callable[[], object]], None]


class Thinking(Agent):
    """Chooses as `uniform` does; just before its `at`-th decision something else happens."""

    at: ClassVar[int] = 0
    happening: ClassVar[Callable[[], object]] = staticmethod(lambda: None)
    thoughts: ClassVar[int] = 0

    def choose(self, ruleset: Any, knowledge: Any, actions: Any, budget: float, rng: Random) -> Any:
        Thinking.thoughts += 1
        if Thinking.thoughts == Thinking.at:
            Thinking.happening()
        return Uniform().choose(ruleset, knowledge, actions, budget, rng)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make slices of time and waits so long that none ends, however slow the machine is."""
    monkeypatch.setattr(playing, "SLICE_S", 600.0)
    monkeypatch.setattr(playing, "AHEAD_S", 600.0)


@pytest.fixture
def during_thought(monkeypatch: pytest.MonkeyPatch) -> DuringThought:
    """Return a function that lets something happen while the agent `thinking` makes its n-th decision from now."""
    entry = AgentEntry("thinking", ("toy",), 0, 0.05, 0.2, f"{__name__}:Thinking")
    monkeypatch.setitem(catalog.BY_ID, "thinking", entry)
    monkeypatch.setattr(Thinking, "thoughts", 0)
    monkeypatch.setattr(Thinking, "at", 0)

    def at(decision: int, happening: Callable[[], object]) -> None:
        monkeypatch.setattr(Thinking, "at", Thinking.thoughts + decision)
        monkeypatch.setattr(Thinking, "happening", staticmethod(happening))

    return at


def appends() -> int:
    """Return how many appends this process has made."""
    return next(TALLY.totals())


def test_several_versions_are_appended_at_once(ctx: Context) -> None:
    game = new_game(ctx, "ai", "ai", "ai", ruleset="catan", seat0="uniform", seat1="uniform", seat2="uniform")
    before = appends()
    run_job(ctx, game)
    assert is_finished(ctx, game)
    first, others = 1, ctx.store.head(game) - 2
    assert appends() - before == first + ceil(others / playing.MOST_AHEAD)


def test_each_of_them_is_in_the_feed_and_has_its_own_time(ctx: Context) -> None:
    ticks = count(ctx.clock())
    ticking = replace(ctx, clock=lambda: next(ticks))
    game = new_game(ticking, "ai", "ai")
    run_job(ticking, game)
    assert is_finished(ctx, game)
    events = ctx.store.read(game)
    times = {event.version: event.header.time_ms for event in events}
    assert sorted(times.values()) == list(dict.fromkeys(times.values()))
    assert sorted(times) == list(range(1, ctx.store.head(game) + 1))
    fed = [item.version for shard in range(SHARDS) for item in ctx.store.feed(shard, START, 1000) if item.game == game]
    assert fed == sorted(times)
    prove(ctx.store, game)


def test_the_first_of_a_job_waits_for_no_other(ctx: Context, during_thought: DuringThought) -> None:
    game = new_game(ctx, "ai", "ai", seat0="thinking", seat1="thinking")
    heads: list[int] = []
    during_thought(2, lambda: heads.append(ctx.store.head(game)))
    run_job(ctx, game)
    assert heads == [2]


def test_none_waits_long_for_the_others(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "AHEAD_S", 0.0)
    game = new_game(ctx, "ai", "ai")
    before = appends()
    run_job(ctx, game)
    assert appends() - before == ctx.store.head(game) - 1


def test_whatever_comes_between_wins(ctx: Context, during_thought: DuringThought) -> None:
    """After an undo while an agent thinks, nothing is written of what it thought on the other past."""
    seats = [NewSeat("human"), *[NewSeat("ai", agent="thinking")] * 2]
    game = create_game(ctx, NewGame("toy", seats, undo="free")).id
    run_job(ctx, game)
    start = ctx.store.head(game)
    while owes(ctx, game, 0):
        act(ctx, game, 0)
    founded = ctx.store.head(game)
    during_thought(3, lambda: move_head(ctx, game, start, ctx.store.head(game), 0))
    run_job(ctx, game)
    assert Thinking.thoughts >= Thinking.at
    assert [event.type for event in ctx.store.read(game, founded + 1)] == ["HeadMoved"]
    assert ctx.store.head(game) == founded + 2
    assert owes(ctx, game, 0)
    prove(ctx.store, game)


def test_a_vote_that_is_opened_between_is_not_overtaken(ctx: Context, during_thought: DuringThought) -> None:
    seats = [NewSeat("human"), NewSeat("human"), *[NewSeat("ai", agent="thinking")] * 2]
    game = create_game(ctx, NewGame("toy", seats, undo="consent")).id
    run_job(ctx, game)
    while owes(ctx, game, 0) or owes(ctx, game, 1):
        act(ctx, game, 0 if owes(ctx, game, 0) else 1)
    before = ctx.store.head(game)
    during_thought(3, lambda: request_undo(ctx, Caller(game, 0, credential="token")))
    assert run_job(ctx, game) == before + 2
    assert ctx.games.load(game).table.vote is not None


def test_a_player_who_resigns_between_has_resigned(ctx: Context, during_thought: DuringThought) -> None:
    seats = [NewSeat("human"), *[NewSeat("ai", agent="thinking")] * 3]
    game = create_game(ctx, NewGame("toy", seats)).id
    run_job(ctx, game)
    while owes(ctx, game, 0):
        act(ctx, game, 0)
    during_thought(3, lambda: resign(ctx, Caller(game, 0, credential="token")))
    run_job(ctx, game)
    assert is_finished(ctx, game)
    prove(ctx.store, game)


def test_a_worker_that_stalls_while_another_plays_on_writes_nothing_more(
    ctx: Context, during_thought: DuringThought, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "RENEWAL_S", 0.0)
    game = new_game(ctx, "ai", "ai", seat0="thinking", seat1="thinking")
    other = compose(ctx.settings, ctx.store, ctx.rulesets, ctx.jobs)

    def stall() -> None:
        """Lose the lease, and let another process play on."""
        ctx.jobs.redis.delete(ai_job(game, "held"))
        run_job(other, game)

    during_thought(4, stall)
    with pytest.raises(LockError):
        run_job(ctx, game)
    assert is_finished(ctx, game)
    assert is_reproducible(ctx, game)
    prove(ctx.store, game)


def test_a_worker_killed_in_thought_loses_and_doubles_nothing(
    ctx: Context, stores: StorePair, during_thought: DuringThought
) -> None:
    game = new_game(ctx, "ai", "ai", seat0="thinking", seat1="thinking")

    def work_and_die() -> None:
        """Be killed with decided versions that are not yet in the log."""
        mine = compose(ctx.settings, open_store(stores.events_url), ctx.rulesets, Jobs.at(stores.rq_url))
        during_thought(6, lambda: os.kill(os.getpid(), signal.SIGKILL))
        run_job(mine, game)

    worker = multiprocessing.get_context("fork").Process(target=work_and_die)
    worker.start()
    worker.join()
    assert worker.exitcode == -signal.SIGKILL
    assert 1 < ctx.store.head(game) < 6
    ctx.jobs.redis.delete(ai_job(game, "held"))  # as ten seconds would
    run_job(ctx, game)
    assert is_finished(ctx, game)
    assert is_reproducible(ctx, game)
    prove(ctx.store, game)
