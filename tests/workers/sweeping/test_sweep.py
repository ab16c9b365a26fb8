"""Tests the sweep: whatever became of the queue, what is due is done."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from eventstore.keys import shard_of
from service.clients.authentication import Caller
from service.clients.names import is_plain
from service.game.context import Context
from service.game.deadlines import ABANDONED_MS, AI_DEADLINE, EXPIRY_DEADLINE, UNSTARTED_MS
from service.handlers.pauses import ask_pause
from service.problems import busy
from service.queue.jobs import Jobs
from service.views.lobby import list_of
from service.views.lobby_projection import LOBBY
from tests.service.following import follow_feeds
from tests.workers.conftest import act, later, new_game, owes, run_job, standing
from tests.workers.sweeping.swept import GRACE_S, queued
from workers.sweep import Shift
from workers.sweeping.due_work import sweep
from workers.sweeping.scrub import Scrub

HOUR_MS = 3_600_000


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still unless the test moves it."""
    return standing(ctx)


def test_a_game_whose_job_was_lost_is_queued_again(ctx: Context) -> None:
    game = new_game(ctx, "ai", "human")
    ctx.jobs.redis.flushall()
    assert sweep(ctx) == 0
    assert sweep(later(ctx, GRACE_S)) == 1
    assert queued(ctx) == [f"ai-{game}-1-1"]


def test_a_crash_between_append_and_enqueue_is_made_good(ctx: Context) -> None:
    unreachable = Jobs.at("unix:///nonexistent")
    game = new_game(replace(ctx, jobs=unreachable), "ai", "human")
    assert ctx.store.head(game) == 1
    assert queued(ctx) == []
    assert sweep(later(ctx, GRACE_S)) == 1
    assert queued(ctx) == [f"ai-{game}-1-1"]


def test_a_live_job_is_left_alone(ctx: Context) -> None:
    new_game(ctx, "ai", "human")
    assert sweep(later(ctx, GRACE_S)) == 0
    assert len(queued(ctx)) == 1


def test_a_game_that_waits_for_a_person_is_not_looked_at(ctx: Context) -> None:
    game = new_game(ctx, "ai", "human")
    run_job(ctx, game)
    assert owes(ctx, game, 1)
    ctx.jobs.redis.flushall()
    assert sweep(later(ctx, GRACE_S)) == 0
    act(ctx, game, 1)


def test_a_game_is_looked_after_again_and_again(ctx: Context) -> None:
    game = new_game(ctx, "ai", "human")
    for times in range(1, 4):
        ctx.jobs.redis.flushall()
        assert sweep(later(ctx, times * GRACE_S)) == 1
    assert queued(ctx) == [f"ai-{game}-1-1"]


def test_a_deferred_game_is_woken_when_its_time_has_come(ctx: Context) -> None:
    game = new_game(ctx, "ai", "human")
    ctx.jobs.redis.flushall()
    ctx.jobs.ai.defer(game, 0)
    assert sweep(ctx) == 1
    assert queued(ctx) == [f"ai-{game}-1-1"]


def test_a_game_that_never_starts_is_removed(ctx: Context) -> None:
    game = new_game(ctx, "human", "open")
    sweep(ctx)
    assert ctx.store.head(game) == 1
    sweep(later(ctx, UNSTARTED_MS / 1000 + 1))
    assert ctx.store.head(game) == 0


def test_the_lobby_is_kept_up_to_date(ctx: Context) -> None:
    game = new_game(ctx, "ai", "human")

    sweep(ctx)

    assert [row.game for row in ctx.store.rows.list_rows(LOBBY, list_of(None, None), 9)] == [game]
    assert follow_feeds(ctx) == 0


def test_agents_rest_while_the_game_does_and_nothing_looks_after_them(ctx: Context) -> None:
    game = new_game(ctx, "ai", "human")
    until = ctx.clock() + HOUR_MS
    ask_pause(ctx, Caller(game, seat=1, credential="x"), until)
    ctx.jobs.redis.flushall()
    head = ctx.store.head(game)

    assert sweep(later(ctx, GRACE_S)) == 0
    assert run_job(ctx, game) == head
    assert ctx.jobs.ai.fall_due() == []
    assert queued(ctx) == []

    sweep(later(ctx, HOUR_MS / 1000 + 1))
    assert queued(ctx) == [f"ai-{game}-{head + 1}-1"]
    assert run_job(later(ctx, HOUR_MS / 1000 + 1), game) > head + 1


def test_what_is_due_is_done_though_the_queues_are_away(ctx: Context) -> None:
    away = replace(ctx, jobs=Jobs.prompt("redis://127.0.0.1:1"))
    games = [new_game(away, "ai", "open") for _ in range(3)]
    sweep(later(away, UNSTARTED_MS / 1000 + 1))
    assert not ctx.store.find_existing(games)


def test_agents_are_woken_as_soon_as_the_queues_are_back(ctx: Context) -> None:
    away = replace(ctx, jobs=Jobs.prompt("redis://127.0.0.1:1"))
    games = [new_game(away, "ai", "human") for _ in range(3)]
    assert sweep(later(away, GRACE_S)) == 0
    assert sweep(later(ctx, 2 * GRACE_S)) == len(games)


def test_one_walk_that_fails_holds_up_no_other(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(scrub: Scrub) -> None:
        raise ValueError(scrub)

    monkeypatch.setattr(Scrub, "step", fail)
    game = new_game(ctx, "human", "open")
    ctx.store.set_name(game, 0, "Ann")
    shift = Shift(ctx)
    shift.round(0)
    shift.end()
    assert not is_plain(ctx.store.names(game)[0])


def test_deadlines_of_a_game_that_others_keep_busy_stay(ctx: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(ctx, "ai", "human")
    sweep(ctx)
    before = ctx.store.due(shard_of(game), 10**15, 100)
    monkeypatch.setattr(ctx.games, "load", Mock(side_effect=busy()))

    sweep(later(ctx, 2 * ABANDONED_MS / 1000))

    assert ctx.store.due(shard_of(game), 10**15, 100) == before
    assert {one.name for one in before} >= {AI_DEADLINE, EXPIRY_DEADLINE}
