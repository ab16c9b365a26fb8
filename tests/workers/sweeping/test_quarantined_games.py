"""Tests that the sweep goes on without games that it cannot read, and forgets nothing that is due in them."""

import logging

import pytest
from redis import Redis

from eventstore.keys import SHARDS
from service.game.context import Context
from service.game.deadlines import AI_DEADLINE
from service.handlers.commands import submit
from service.handlers.passed_deadlines import LATER_MS
from service.problems import Problem
from service.views.lobby import list_of
from service.views.lobby_projection import LOBBY
from tests.damage import append_unheard, log_of, put_back, tear_body
from tests.toy import TOY, EndTurn, Roll
from tests.toy_to_come import TO_COME
from tests.workers.conftest import later, new_game, standing
from tests.workers.sweeping.swept import GRACE_S, another, queued
from workers import jobs
from workers.sweeping.due_work import sweep


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still unless the test moves it."""
    return standing(ctx)


def due(ctx: Context) -> list[tuple[str, str]]:
    """Return all deadlines that have come, by game and name."""
    return [(one.game, one.name) for shard in range(SHARDS) for one in ctx.store.due(shard, ctx.clock(), 99)]


def listed(ctx: Context) -> dict[str, tuple[bytes, bytes]]:
    """Return the rows of the lobby, by game."""
    return {row.game: (row.body, row.tail) for row in ctx.store.rows.list_rows(LOBBY, list_of(None, None), 99)}


def from_to_come(ctx: Context, *kinds: str) -> str:
    """Return a game in which a seat has ended a turn by rules that only a newer version has."""
    newer = another(ctx, TO_COME)
    game = new_game(newer, *kinds)
    for seat in range(len(kinds)):
        chips = newer.games.load(game).ruleset.actions(newer.games.load(game).position, seat).templates[0].example
        submit(newer, game, seat, [chips])
    submit(newer, game, 0, [Roll()])
    submit(newer, game, 0, [EndTurn()])
    return game


def test_the_others_are_woken(ctx: Context) -> None:
    lost, kept = new_game(ctx, "ai", "human"), new_game(ctx, "ai", "human")
    append_unheard(ctx.store, lost)
    ctx.jobs.redis.flushall()

    assert sweep(another(later(ctx, GRACE_S))) == 1
    assert queued(ctx) == [f"ai-{kept}-1-1"]
    assert kept in listed(ctx)


def test_what_it_owes_is_not_forgotten(ctx: Context) -> None:
    lost = new_game(ctx, "ai", "human")
    append_unheard(ctx.store, lost)
    then = later(ctx, GRACE_S)

    sweep(another(then))
    sweep(another(then))

    assert due(then) == [(lost, AI_DEADLINE)]


def test_it_is_not_tried_again_and_again(ctx: Context, caplog: pytest.LogCaptureFixture) -> None:
    lost = new_game(ctx, "ai", "human")
    append_unheard(ctx.store, lost)
    old = another(later(ctx, GRACE_S))

    for _ in range(3):
        sweep(old)

    assert [told(record) for record in caplog.records] == [
        (lost, "from version 2 on it is of a newer version: Unheard")
    ]


def told(record: logging.LogRecord) -> tuple[str, str]:
    """Return the game that a log record is about, and its message."""
    return record.__dict__["game"], record.message


def test_a_job_of_its_agents_ends_quietly(
    here: Context, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = new_game(here, "ai", "human")
    version = append_unheard(here.store, lost)
    here.games.forget(lost)

    jobs.play_ai(lost, version)
    jobs.play_ai(lost, version)

    assert [told(record) for record in caplog.records if record.levelno >= logging.ERROR] == [
        (lost, f"from version {version} on it is of a newer version: Unheard")
    ]
    assert here.jobs.ai.redis.zcard("longroad:ai:deferred") == 0


def test_the_lobby_shows_it_as_it_stands_once_somebody_can_read_it(ctx: Context) -> None:
    game = from_to_come(ctx, "human", "human")
    ctx.store.rows.clear(LOBBY)

    sweep(another(ctx, TOY))
    assert listed(ctx) == {}

    sweep(another(ctx, TO_COME))
    assert list(listed(ctx)) == [game]
    assert another(ctx).games.quarantine.list_missed(LOBBY) == []


def test_a_log_that_was_mended_is_read_again(ctx: Context, events_redis: Redis) -> None:
    game = new_game(ctx, "human", "human")
    sound = log_of(events_redis, game)
    tear_body(events_redis, game, 1)
    there, elsewhere = another(ctx), another(ctx)
    for one in (there, elsewhere):
        with pytest.raises(Problem, match="log_damaged"):
            one.games.load(game)
    assert another(ctx).games.quarantine.list_damaged() == [game]

    put_back(events_redis, game, sound)
    there.games.quarantine.release(game)
    elsewhere.games.quarantine.read()

    assert [one.games.load(game).version for one in (there, elsewhere)] == [1, 1]


def test_a_deadline_of_a_version_to_come_is_left_to_it(ctx: Context) -> None:
    game = new_game(ctx, "human", "human")
    ctx.store.set_deadlines(game, {"eclipse": ctx.clock()})

    sweep(ctx)

    assert due(ctx) == []
    assert due(later(ctx, LATER_MS / 1000)) == [(game, "eclipse")]


def test_what_fails_for_no_known_reason_holds_up_nobody(
    ctx: Context, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lost, kept = new_game(ctx, "ai", "human"), new_game(ctx, "ai", "human")
    ctx.jobs.redis.flushall()
    then = another(later(ctx, GRACE_S))
    ctx.store.set_deadlines(lost, {"deliver-x": ctx.clock()})

    sweep(then, lambda hook, n: None)

    assert f"ai-{kept}-1-1" in queued(ctx)
    assert ("was left out" in caplog.text, (lost, "deliver-x") in due(then)) == (True, False)
