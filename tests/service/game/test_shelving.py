"""Tests which old games are loaded to see whether they are to be archived."""

from redis import Redis

from eventstore.streams import open_store
from service.game.clocks import DAY_MS
from service.game.shelving import Due, Shelves
from service.handlers.commands import submit
from service.handlers.resignation import resign
from tests.conftest import StorePair
from tests.service.tables import caller, new_context, new_game, put_aside
from tests.toy import Roll

DAYS = 7


def test_an_old_game_is_loaded_again_only_after_it_went_on(
    stores: StorePair, events_redis: Redis, rq_redis: Redis
) -> None:
    ctx = new_context(open_store(stores.events_url), rq_redis)
    made = new_game(ctx)
    put_aside(ctx, made)
    shelves = Shelves(ctx.games, DAYS)

    def look() -> tuple[list[Due], int]:
        """Return what is due after some days, and how many scripts the store ran to find that out."""
        kept, before = ctx.store.describe_logs([made.id]), scripts(events_redis)
        return list(shelves.due(kept, ctx.clock() + (DAYS + 1) * DAY_MS)), scripts(events_redis) - before

    assert look() == ([], 1)
    assert look() == ([], 0)
    submit(ctx, made.id, 0, [Roll()])
    assert look() == ([], 1)
    resign(ctx, caller(ctx, made, 0))
    assert look() == ([Due(made.id, True)], 1)


def scripts(redis: Redis) -> int:
    """Return how many scripts a store has run."""
    return sum(stats["calls"] for name, stats in redis.info("commandstats").items() if "eval" in name)
