"""Tests that the sweep trims the feeds behind all their readers, and that a client far behind still gets everything."""

import pytest
from redis import Redis

from eventstore import keys
from eventstore.feed import Runner
from service.game.context import Context
from service.views.owed_games import OwedGames
from service.views.rated_games import RatedGames
from service.webhooks.notices import Notices
from tests.service.following import follow, follow_feeds
from tests.workers.conftest import later, standing
from tests.workers.sweeping.swept import begun_game, wave
from workers.sweeping.tidying import KEPT_MS, PAUSE_MS, Trimming


@pytest.fixture
def ctx(ctx: Context) -> Context:
    """Return a context whose clock stands still unless the test moves it."""
    return standing(ctx)


def waved(ctx: Context) -> str:
    """Return a game of many versions."""
    game = begun_game(ctx)
    for _ in range(4):
        wave(ctx, game, 60)
    return game


def length(redis: Redis, game: str) -> int:
    """Return how many items the feed of a game's shard has."""
    return redis.xlen(keys.feed(keys.shard_of(game)))


def test_it_trims_what_all_have_read_for_an_hour(ctx: Context, events_redis: Redis) -> None:
    game = waved(ctx)
    before = length(events_redis, game)
    trimming = Trimming(later(ctx, KEPT_MS / 1000 + 60))
    assert trimming.step() == 0
    follow_feeds(ctx)
    assert Trimming(trimming.ctx).step() == 0
    Runner(ctx.store, Notices(ctx, lambda hook, number: None)).catch_up()
    assert Trimming(trimming.ctx).step() == 0
    follow(ctx, RatedGames(ctx))
    assert Trimming(trimming.ctx).step() == 0
    follow(ctx, OwedGames(ctx))

    assert Trimming(later(ctx, KEPT_MS / 1000 - 60)).step() == 0
    assert trimming.step() == 0
    removed = Trimming(later(ctx, (KEPT_MS + PAUSE_MS) / 1000)).step()
    assert removed > 100
    assert length(events_redis, game) == before - removed
