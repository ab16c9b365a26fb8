"""Tests that a review whose worker is killed is finished once by another, which goes on where it was."""

from typing import Any

import orjson
import pytest
from redis import Redis

from service.clients.authentication import Caller
from service.game.context import Context
from service.handlers.analyses import request_review
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.keys import review_pieces
from tests.service.processes import wait_for
from tests.workers.conftest import Start, is_finished, run_job
from tests.workers.serving.killing import kill, let_signatures_run_out
from workers.reviews.review import review_slice
from workers.reviews.work import Notes

OPTIONS = {"agent": "uniform", "language": "en"}
MARK = [0.25, 0.75]


@pytest.fixture
def game(ctx: Context) -> str:
    """Return a finished game of two agents."""
    made = create_game(ctx, NewGame("toy", [NewSeat("ai", agent="uniform")] * 2, seed="resumed"))
    run_job(ctx, made.id)
    assert is_finished(ctx, made.id)
    return made.id


def reviewed(ctx: Context, game: str, redis: Redis) -> Any:
    """Return the review as one process makes it."""
    notes, found = Notes(redis, "at once"), None
    while found is None:
        found = review_slice(ctx, game, ctx.games.load(game).version, OPTIONS, notes, lambda fraction: None)
    return found


@pytest.mark.slow
def test_another_worker_finishes_the_review(ctx: Context, game: str, rq_redis: Redis, start: Start) -> None:
    job = request_review(ctx, Caller(game), "en", "somebody").job["id"]
    key = review_pieces(job)
    first = start("run", "long", "slice=0")
    assert wait_for(lambda: rq_redis.hlen(key) > 0)
    kill(first.pid)
    let_signatures_run_out(rq_redis)
    kept: Any = rq_redis.hgetall(key)
    rq_redis.hset(key, "0", orjson.dumps(MARK))
    start("sweep", "missed=0.5")
    start("run", "long")
    assert wait_for(lambda: (ctx.jobs.read(job, None) or {})["status"] in ("finished", "failed"))
    found = ctx.jobs.read(job, None) or {}
    assert found["status"] == "finished"
    expected = reviewed(ctx, game, rq_redis)
    assert found["result"]["graph"][0]["probability"] == MARK, "what was kept is not done again"
    assert found["result"]["graph"][1:] == expected["graph"][1:]
    assert found["result"]["decisions"] == expected["decisions"]
    pieces: Any = rq_redis.hgetall(review_pieces("at once"))
    assert 0 < len(kept) < len(pieces), "it was killed in the midst"
    assert {number: pieces[number] for number in kept} == kept
