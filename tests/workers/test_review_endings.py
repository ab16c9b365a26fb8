"""Tests that a review tells how the table ended a game, which no step of the rules does."""

from typing import Any

import pytest
from redis import Redis

from domain.catan.chapters.setup.messages import FoundSettlement
from eventstore.memory.store import MemoryEventStore
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.service.tables import caller
from workers.reviews.review import review_slice
from workers.reviews.work import Notes


@pytest.fixture
def ctx(rq_redis: Redis) -> Context:
    return compose(read_settings({}), MemoryEventStore(), RULESETS, Jobs(rq_redis))


def turning_points(ctx: Context, game: str, redis: Redis, language: str) -> list[dict[str, Any]]:
    """Return the turning points of the review of a game."""
    options, found = {"agent": "planner", "language": language}, None
    while found is None:
        version = ctx.games.load(game).version
        found = review_slice(ctx, game, version, options, Notes(redis, language), lambda fraction: None)
    points: list[dict[str, Any]] = found["turning_points"]
    return points


@pytest.mark.parametrize("founded", [0, 1])
def test_a_game_that_all_but_one_resigned_turned_by_that(ctx: Context, rq_redis: Redis, founded: int) -> None:
    made = create_game(ctx, NewGame("catan", [NewSeat("human")] * 3, seed="left"))
    for _ in range(founded):
        game = ctx.games.load(made.id)
        seat = game.awaiting()[0].seat
        site = next(one for one in game.ruleset.moves(game.position, seat) if isinstance(one, FoundSettlement))
        submit(ctx, made.id, seat, [site])
    for seat in (1, 2):
        resign(ctx, caller(ctx, made, seat), None)
    game = ctx.games.load(made.id)
    last = turning_points(ctx, made.id, rq_redis, "en")[-1]
    assert last["version"] == game.version
    assert [line.partition(";")[0].rstrip(".") for line in last["summaries"][-3:]] == [
        "Seat 1 resigns",
        "Seat 2 resigns",
        "The game is over: resigned",
    ]
    assert turning_points(ctx, made.id, rq_redis, "es")[-1]["summaries"][-1].startswith("La partida ha terminado")
