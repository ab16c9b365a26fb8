"""Tests logs that were packed: nothing that a store answers changes, and no byte may change unnoticed."""

from typing import Any

import pytest
from redis import Redis

from eventstore import keys
from eventstore.interfaces import START
from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.packing.log_packing import pack, unpack
from eventstore.records import Beside, Conflict
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore
from tests.eventstore.archive.putting_away import answers
from tests.eventstore.samples import versions
from tests.older_logs import grow_old

GAME = "g"
DAY_MS = 86_400_000


def made(store: EventStore, count: int = 6) -> None:
    """Append a game with something beside it."""
    store.append(GAME, 0, versions(count), beside=Beside(facts={"token": b"owner"}, names={0: "Ana"}))


@pytest.mark.parametrize("is_old", [False, True])
def test_a_packed_log_answers_as_before(redis_store: RedisEventStore, is_old: bool) -> None:
    made(redis_store)
    if is_old:
        grow_old(redis_store._redis, GAME, upto=4)
        redis_store.mark(redis_store.feed(keys.shard_of(GAME), START, 50))
    before = answers(redis_store, GAME)

    assert redis_store.pack(GAME)
    assert redis_store.pack(GAME) == 0
    assert redis_store._redis.xlen(keys.log(GAME)) == 1
    assert answers(redis_store, GAME) == before


def test_a_packed_log_goes_on_and_is_packed_again(redis_store: RedisEventStore) -> None:
    made(redis_store)
    redis_store.pack(GAME)
    more = versions(3)
    redis_store.append(GAME, 6, more)
    assert redis_store.append(GAME, 6, more) == 9
    before = answers(redis_store, GAME)
    [kept] = redis_store.describe_logs([GAME])
    assert (kept.version, kept.loose, kept.is_archived) == (9, 3, False)

    redis_store.pack(GAME)
    assert answers(redis_store, GAME) == before
    assert verify_chain(redis_store.read(GAME)) == redis_store.tip(GAME).chain
    with pytest.raises(Conflict):
        redis_store.append(GAME, 4, versions(1))


def test_an_append_that_comes_between_is_not_packed_away(redis_store: RedisEventStore) -> None:
    made(redis_store)
    packing = redis_store._packed._put

    def put(*arguments: Any, **more: Any) -> bool:
        redis_store.append(GAME, 6, versions(1))
        return packing(*arguments, **more)

    redis_store._packed._put = put  # type: ignore[method-assign]
    assert redis_store.pack(GAME) == 0
    assert (redis_store._redis.xlen(keys.log(GAME)), len(redis_store.read(GAME))) == (7, 7)


def test_every_store_is_asked_for_strays(store: EventStore) -> None:
    assert store.drop_strays(0, DAY_MS) == 0


def test_the_newest_snapshot_stays(redis_store: RedisEventStore) -> None:
    made(redis_store)
    for version in (2, 5):
        redis_store.put_snapshot(GAME, version, "tag", b"state")
    redis_store.pack(GAME)
    assert redis_store.snapshot(GAME, 4, "tag") is None
    assert redis_store.snapshot(GAME, 6, "tag") == (5, b"state")


def test_packed_bytes_are_of_one_game() -> None:
    packed = pack("a", 1, [(b"1-0", {b"e": b"x"})])
    assert unpack("a", packed.digest, packed.content) == [(b"1-0", {b"e": b"x"})]
    with pytest.raises(ChainBroken):
        unpack("b", packed.digest, packed.content)


def test_all_games_are_met_page_by_page(store: EventStore) -> None:
    games = {f"game-{number}" for number in range(40)}
    for game in games:
        store.append(game, 0, versions(2))
    place, first = store.games(count=10)
    met = set(first)
    while place:
        place, found = store.games(place, 10)
        met.update(found)
    assert met == games
    assert {game for page in store.all_games() for game in page} == games
    assert {(kept.game, kept.version, kept.loose) for kept in store.describe_logs(sorted(games))} == {
        (g, 2, 2) for g in games
    }


@pytest.mark.parametrize(("others", "games"), [(20_000, 20), (0, 500)])
def test_pages_are_few_where_few_keys_are_logs_and_never_long(
    redis_store: RedisEventStore, others: int, games: int
) -> None:
    client: Redis = redis_store._redis
    client.mset({f"{{s00}}:claim:{number}": "" for number in range(others)} | {"other": ""})
    for number in range(games):
        redis_store.append(f"game-{number}", 0, versions(1))
    pages, place = list[int](), ""
    while place or not pages:
        place, found = redis_store.games(place, 50)
        pages.append(len(found))
    assert len(pages) <= 4 + games / 25
    assert max(pages) <= 100 + 25


def test_packing_frees_memory(redis_store: RedisEventStore) -> None:
    redis_store.append(GAME, 0, versions(300))
    client: Redis = redis_store._redis
    places = [keys.log(GAME), keys.packed_log(GAME)]
    before = client.memory_usage(places[0], samples=0)
    redis_store.pack(GAME)
    assert sum(client.memory_usage(place, samples=0) or 0 for place in places) * 3 < before


@pytest.mark.parametrize("is_old", [False, True])
@pytest.mark.parametrize("keep", [1, 3])
def test_a_game_that_goes_on_answers_as_before_when_older_versions_are_packed(
    redis_store: RedisEventStore, keep: int, is_old: bool
) -> None:
    made(redis_store, 9)
    if is_old:
        grow_old(redis_store._redis, GAME, upto=9 - keep)
        redis_store.mark(redis_store.feed(keys.shard_of(GAME), START, 50))
    before = answers(redis_store, GAME)
    for again in range(3):
        assert bool(redis_store.pack(GAME, keep=keep)) == (not again)
        assert answers(redis_store, GAME) == before
    [kept] = redis_store.describe_logs([GAME])
    assert (kept.version, kept.loose) == (9, keep)
    assert redis_store.append(GAME, 9, versions(2)) == 11
    before = answers(redis_store, GAME)
    assert redis_store.pack(GAME, keep=keep)
    assert answers(redis_store, GAME) == before
    assert redis_store.pack(GAME)
    assert answers(redis_store, GAME) == before
    assert verify_chain(redis_store.read(GAME)) == redis_store.tip(GAME).chain


def test_an_append_that_comes_between_does_not_keep_older_versions_from_being_packed(
    redis_store: RedisEventStore,
) -> None:
    made(redis_store)
    packing = redis_store._packed._packing_older

    def put(**given: Any) -> Any:
        redis_store.append(GAME, 6, versions(1))
        return packing(**given)

    redis_store._packed._packing_older = put
    assert redis_store.pack(GAME, keep=2)
    assert (redis_store._redis.xlen(keys.log(GAME)), len(redis_store.read(GAME))) == (3, 7)


def test_another_past_is_not_packed_away(redis_store: RedisEventStore) -> None:
    made(redis_store)
    packing = redis_store._packed._packing_older

    def put(**given: Any) -> Any:
        redis_store._redis.xtrim(keys.log(GAME), minid="6-0", approximate=False)
        return packing(**given)

    redis_store._packed._packing_older = put
    assert redis_store.pack(GAME, keep=2) == 0


def test_a_conflict_with_packed_versions_is_told(redis_store: RedisEventStore) -> None:
    made(redis_store, 9)
    redis_store.pack(GAME, keep=2)
    for base in (3, 8):
        with pytest.raises(Conflict) as conflict:
            redis_store.append(GAME, base, versions(1))
        assert conflict.value.current == 9
    assert len(redis_store.glance(GAME, "token", 8).missed) == 1


def test_a_long_log_takes_half_of_the_memory_while_it_goes_on(redis_store: RedisEventStore) -> None:
    client: Redis = redis_store._redis
    places = [keys.log(GAME), keys.packed_log(GAME), keys.snapshots(GAME)]
    sizes = []
    for keep in (0, 32):
        redis_store.append(GAME, 0, versions(64))
        for head in range(64, 448, 64):
            redis_store.append(GAME, head, versions(64))
            if keep:
                assert redis_store.pack(GAME, keep=keep)
        sizes.append(sum(client.memory_usage(place, samples=0) or 0 for place in places))
        redis_store.delete(GAME)
    assert sizes[1] * 2 < sizes[0], sizes
