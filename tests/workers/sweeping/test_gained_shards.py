"""Tests that due work of shards that a sweep gains begins at its next step, and that idle steps cost nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from redis.exceptions import RedisError

from eventstore.archive.objects import ObjectsAway
from eventstore.keys import SHARDS, shard_of
from service.clients import fact_names
from service.clients.api_keys import NewKey, make_key
from service.game.context import Context
from tests.eventstore.archive.putting_away import put_away
from tests.workers.serving.given_shares import GivenShares
from tests.workers.sweeping.aged import DAY_MS, clock, ended
from workers.serving.shares import ALL
from workers.sweeping.list_filing import RETRY_MS, ListFiling
from workers.sweeping.long_work import LongWork
from workers.sweeping.retention import Retention
from workers.sweeping.tidying import Tidying

DAYS = 10
LONG_S = 600


def two_apart(make: Callable[[], str]) -> tuple[str, str]:
    """Return two things of different shards."""
    first = second = make()
    while shard_of(first) == shard_of(second):
        second = make()
    return first, second


def rests(walk: LongWork, context: Context, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Return whether a step asks no store for anything."""
    asked = list[object]()
    with monkeypatch.context() as patch:
        for name in ("games", "with_facts", "facts", "describe_logs"):
            patch.setattr(context.store, name, lambda *which: asked.append(which))
        walk.step()
    return not asked


def test_games_that_are_due_in_a_gained_shard_are_deleted_at_once(
    archiving: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = replace(archiving, settings=replace(archiving.settings, keep_finished_days=DAYS))
    own, other = two_apart(lambda: ended(context))
    clock(context).ms += (DAYS + 1) * DAY_MS
    shares = GivenShares(frozenset((shard_of(own),)))
    walk = Retention(context, shares)
    walk.step()
    assert context.store.find_here([own, other]) == {other}
    assert rests(walk, context, monkeypatch)
    shares.own = ALL.shards
    walk.step()
    assert context.store.find_here([own, other]) == set()
    shares.own = frozenset()
    assert rests(walk, context, monkeypatch)
    shares.own = ALL.shards
    assert rests(walk, context, monkeypatch), "what it had a moment ago is not new"


def test_the_archive_is_tidied_of_a_gained_shard_at_once(archiving: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[int]()

    def drop_strays(shard: int, now_ms: int) -> int:
        looked.append(shard)
        if shard == 9:
            raise ObjectsAway("slow", "it is slow")
        return 0

    monkeypatch.setattr(archiving.store, "drop_strays", drop_strays)
    shares = GivenShares(frozenset((3, 5)))
    walk = Tidying(archiving, shares)

    def go() -> list[int]:
        looked.clear()
        for _ in range(2 * SHARDS):
            walk.step()
        return list(looked)

    assert go() == [3, 5]
    assert go() == []
    shares.own = frozenset((3, 5, 7, 8))
    assert go() == [7, 8]
    clock(archiving).ms += DAY_MS
    assert go() == [3, 5, 7, 8]
    shares.own = frozenset((9, 10))
    assert go() == [9], "an archive that is away is left alone until the next pass"


def test_lists_of_owners_in_a_gained_shard_move_at_once(archiving: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    store, game = archiving.store, ended(archiving)
    assert put_away(store, game) == [game]
    owners = two_apart(lambda: make_key(archiving, None, NewKey())[0].id)

    def note() -> None:
        for owner in owners:
            store.set_facts(owner, {fact_names.game(game): b"1 1"})

    note()
    shares = GivenShares(frozenset((shard_of(owners[0]),)))
    walk = ListFiling(archiving, shares)
    assert walk.step(LONG_S) == 1
    assert rests(walk, archiving, monkeypatch)
    shares.own = ALL.shards
    note()
    assert walk.step(LONG_S) == 1, "only the gained shards are walked along"
    assert rests(walk, archiving, monkeypatch)
    clock(archiving).ms += DAY_MS
    note()
    assert walk.step(LONG_S) == 2


def test_lists_move_some_minutes_after_a_store_did_not_answer(
    archiving: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, game = archiving.store, ended(archiving)
    assert put_away(store, game) == [game]
    owner, walk = make_key(archiving, None, NewKey())[0].id, ListFiling(archiving)
    store.set_facts(owner, {fact_names.game(game): b"1 1"})

    def fail(prefix: str) -> list[str]:
        raise RedisError

    with monkeypatch.context() as patch:
        patch.setattr(store, "with_facts", fail)
        with pytest.raises(RedisError):
            walk.step(LONG_S)
    assert rests(walk, archiving, monkeypatch)
    clock(archiving).ms += RETRY_MS
    assert walk.step(LONG_S) == 1
