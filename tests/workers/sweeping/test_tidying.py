"""Tests that the sweep drops what the archive still holds of deleted games."""

from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis

from eventstore import keys
from eventstore.archive.opening import open_archive
from eventstore.keys import SHARDS, shard_of
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


def test_a_damaged_list_holds_up_no_other_shard(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store, owners = archiving.store, [f"player-{number:018x}" for number in range(20)]
    for owner in owners:
        store.set_facts(owner, {"game:0123456789abcdef01": b"1790000000000 1"})
        assert store.file(owner, "game:", ["0123456789abcdef01"], 1_790_000_000_000) == 1
        assert store.seal_lists(shard_of(owner), 1) == 1
        store.unfile(owner)
    damaged = min(map(shard_of, owners))
    for path in place.glob(f"lists/{damaged:02d}/*"):
        path.write_bytes(path.read_bytes()[:-1])
    walked(Tidying(archiving))
    assert {record.getMessage() for record in caplog.records} == {"the archive is damaged: a page of a list is damaged"}
    assert not any(store.entries(owner, 1) for owner in owners if shard_of(owner) != damaged)


def test_without_an_archive_there_is_nothing_to_do(ctx: Context) -> None:
    assert walked(Tidying(ctx)) == 0
