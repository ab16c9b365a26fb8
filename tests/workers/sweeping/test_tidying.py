"""Tests that the sweep drops what the archive still holds of deleted games."""

from dataclasses import replace
from pathlib import Path

from redis import Redis

from eventstore import keys
from eventstore.archive.opening import open_archive
from eventstore.keys import SHARDS
from eventstore.streams import RedisEventStore, open_store
from service.game.context import Context
from tests.conftest import StorePair
from tests.eventstore.samples import versions
from tests.older_archives import put_in_file
from workers.sweeping.tidying import PASS_MS, Tidying

GAME = "mortal"


def walked(tidying: Tidying) -> int:
    """Return how many games lost their files in a pass."""
    return sum(tidying.step() for _ in range(SHARDS + 1))


def test_the_file_of_a_deleted_game_goes_after_a_week(
    ctx: Context, stores: StorePair, events_redis: Redis, tmp_path: Path
) -> None:
    now = [ctx.clock()]
    store = open_store(stores.events_url, archive=open_archive(tmp_path))
    assert isinstance(store, RedisEventStore)
    for game in (GAME, "other"):
        store.append(game, 0, versions(30))
        put_in_file(store, tmp_path, game)
    events_redis.delete(*(key for key in keys.of_game(GAME) if f":g:{GAME}:" in key))
    tidying = Tidying(replace(ctx, store=store, clock=lambda: now[0]))
    for _ in range(7):
        assert walked(tidying) == 0
        now[0] += PASS_MS
    assert walked(tidying) == 1
    assert [path.name.partition(".")[0] for path in tmp_path.glob("*/*")] == ["other"]
    tmp_path.rename(tmp_path.with_name("away"))
    now[0] += PASS_MS
    assert walked(tidying) == 0
    store.close()


def test_without_an_archive_there_is_nothing_to_do(ctx: Context) -> None:
    assert walked(Tidying(ctx)) == 0
