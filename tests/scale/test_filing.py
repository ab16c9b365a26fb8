"""Tests that games to copy are at the point that is wanted, and copies in the archive as the archiver writes them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from redis import Redis

from eventstore.archive.bundles import pack_bundle
from eventstore.archive.opening import open_archive
from eventstore.keys import SHARDS
from eventstore.log.walking import Walk
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.scale.filing import Copier, file_copies
from tests.scale.shapes import RUNNING, copy_logs, new_ids, play, play_short, shape_of


@pytest.fixture
def ctx(stores: StorePair, events_redis: Redis, rq_redis: Redis, place: Path) -> Context:
    """Return the context of a process with an archive."""
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    return compose(settings, open_store(stores.events_url, archive=open_archive(place)), RULESETS, Jobs(rq_redis))


def test_a_game_that_is_played_up_to_a_version_still_runs(ctx: Context) -> None:
    found = ctx.games.load(play(ctx, "running", RUNNING))
    assert found.version >= RUNNING
    assert not found.table.finished


def test_a_copy_has_the_bytes_of_the_bundle(ctx: Context) -> None:
    bundle = ctx.store.collect(play_short(ctx))
    assert bundle is not None
    assert Copier(bundle).copy(bundle.game) == pack_bundle(bundle)


def test_a_copy_of_a_packed_log_is_proven_like_any_other(ctx: Context, events_redis: Redis) -> None:
    game = play_short(ctx)
    assert ctx.store.pack(game)
    hall: Any = SimpleNamespace(by_shard=[events_redis] * SHARDS)
    copies = new_ids(3)
    copy_logs(hall, shape_of(events_redis, ctx, game), copies, "later")
    for copy in copies:
        walk = Walk(ctx.store, copy)
        while walk.step():
            continue
        assert walk.version == ctx.store.head(game)
        assert ctx.games.load(copy).table.finished


def test_copies_are_found_and_open_like_any_archived_game(ctx: Context, events_redis: Redis) -> None:
    game = play_short(ctx)
    bundle = ctx.store.collect(game)
    assert bundle is not None
    hall: Any = SimpleNamespace(by_shard=[events_redis] * SHARDS)
    copies = new_ids(20)
    assert list(file_copies(hall, ctx.store, Copier(bundle), copies)) == [20]
    assert {len(ctx.store.read(copy)) for copy in copies} == {len(ctx.store.read(game))}
    assert all(ctx.games.load(copy).table.finished for copy in copies)
    assert ctx.store.find_here(copies) == set()
