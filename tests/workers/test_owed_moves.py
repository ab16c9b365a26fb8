"""Tests that an undo which was accepted is carried out, whatever becomes of the queue."""

import pytest
from redis import Redis
from redis.exceptions import RedisError

from eventstore.records import Tip
from service.game.context import Context, compose
from service.game.deadlines import MOVE_GRACE_MS, OwedMove, parse_owed
from service.game.results import Created
from service.handlers.commands import submit
from service.handlers.undo_requests import request_redo, request_undo
from service.queue.jobs import Jobs
from service.queue.store import connect_prompt
from tests.service.tables import caller, new_game, put_aside
from tests.toy import Roll, Step
from tests.workers.conftest import later, work
from workers.sweeping.due_work import sweep

SOON_S = MOVE_GRACE_MS / 1000 + 1


def rolled(ctx: Context) -> Created:
    """Return a game in which seat 0 has rolled and taken a step, which it may take back alone."""
    made = new_game(ctx, undo="free")
    put_aside(ctx, made)
    submit(ctx, made.id, 0, [Roll()])
    submit(ctx, made.id, 0, [Step()])
    return made


def owed(ctx: Context) -> int:
    """Return how many moves are noted."""
    ever = ctx.clock() + 10**12
    noted = [ctx.store.due(shard, ever, 100) for shard in range(64)]
    return sum(parse_owed(deadline.name) is not None for due in noted for deadline in due)


def test_an_undo_is_carried_out_though_the_queue_was_lost(here: Context, rq_redis: Redis) -> None:
    made = rolled(here)
    head = here.store.head(made.id)
    request_undo(here, caller(here, made, 0))
    rq_redis.flushall()

    sweep(here)
    assert (here.store.head(made.id), owed(here)) == (head, 1), "its job has some time"
    sweep(later(here, SOON_S))

    assert here.store.head(made.id) == head + 1
    assert here.games.load(made.id).table.redo == (head,)
    assert owed(here) == 0


def test_a_redo_is_carried_out_too(here: Context, rq_redis: Redis) -> None:
    made = rolled(here)
    request_undo(here, caller(here, made, 0))
    work(here, "jobs")
    head = here.store.head(made.id)
    request_redo(here, caller(here, made, 0))
    rq_redis.flushall()
    sweep(later(here, SOON_S))
    assert here.store.head(made.id) == head + 1
    assert here.games.load(made.id).table.redo == ()


def test_nothing_is_owed_once_the_job_is_done(here: Context) -> None:
    made = rolled(here)
    request_undo(here, caller(here, made, 0))
    work(here, "jobs")
    done = here.store.head(made.id)
    assert owed(here) == 0
    sweep(later(here, SOON_S))
    assert here.store.head(made.id) == done


def test_a_job_that_comes_after_the_sweep_finds_the_move_made(here: Context) -> None:
    made = rolled(here)
    request_undo(here, caller(here, made, 0))
    sweep(later(here, SOON_S))
    done = here.store.head(made.id)
    work(here, "jobs")
    assert here.store.head(made.id) == done


def test_a_move_on_which_the_game_went_on_is_dropped(here: Context, rq_redis: Redis) -> None:
    made = rolled(here)
    request_undo(here, caller(here, made, 0))
    rq_redis.flushall()
    submit(here, made.id, 0, [Step()])
    head = here.store.head(made.id)
    sweep(later(here, SOON_S))
    assert (here.store.head(made.id), owed(here)) == (head, 0)


def test_nothing_is_owed_for_an_undo_that_the_queue_did_not_take(here: Context) -> None:
    made = rolled(here)
    away = compose(here.settings, here.store, here.rulesets, Jobs(connect_prompt("redis://127.0.0.1:1")), here.clock)
    with pytest.raises(RedisError):
        request_undo(away, caller(here, made, 0))
    assert owed(here) == 0


def test_an_undo_that_the_queue_did_not_take_leaves_the_note_of_the_same_undo(here: Context, rq_redis: Redis) -> None:
    made = rolled(here)
    head = here.store.head(made.id)
    away = compose(here.settings, here.store, here.rulesets, Jobs(connect_prompt("redis://127.0.0.1:1")), here.clock)
    request_undo(here, caller(here, made, 0))
    with pytest.raises(RedisError):
        request_undo(away, caller(here, made, 0))
    rq_redis.flushall()
    sweep(later(here, SOON_S))
    assert (here.store.head(made.id), owed(here)) == (head + 1, 0)


def test_the_same_undo_twice_is_made_once(here: Context) -> None:
    made = rolled(here)
    head = here.store.head(made.id)
    for _ in range(2):
        request_undo(here, caller(here, made, 0))
    work(here, "jobs")
    assert (here.store.head(made.id), owed(here)) == (head + 1, 0)


@pytest.mark.parametrize("request_id", ["", "c0de"])
@pytest.mark.parametrize("by", [0, 5, None])
def test_a_note_says_everything_about_the_move(by: int | None, request_id: str) -> None:
    move = OwedMove(3, by, Tip(41, "c0ffee"), request_id)
    assert parse_owed(move.deadline) == move
    assert parse_owed("vote") is None
