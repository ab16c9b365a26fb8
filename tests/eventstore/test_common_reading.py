"""Tests projections that read the feeds together: each takes in every version, and each feed is read once for all."""

import pytest
from redis import Redis

from eventstore.common_reading import CommonReading
from eventstore.embedded.server import EmbeddedStore
from eventstore.feed import Projection, Runner
from eventstore.interfaces import NEWS, START
from eventstore.keys import SHARDS, shard_of
from eventstore.outages import StoreAway
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore
from tests.eventstore.counting import Spent
from tests.eventstore.projections import Heads
from tests.eventstore.samples import versions

GAMES = [f"game-{n}" for n in range(12)]
FAR_MS = 10**15
ALL = range(SHARDS)


class Others(Heads):
    """Represents another projection, which cannot store what it made of games that are in `waiting`."""

    name = "others"

    def __init__(self) -> None:
        super().__init__()
        self.waiting: set[str] = set()
        self._touched: set[str] = set()

    def apply(self, game: str, version: int) -> None:
        super().apply(game, version)
        self._touched.add(game)

    def settle(self) -> bool:
        touched, self._touched = self._touched, set()
        if touched & self.waiting:
            raise StoreAway("the primary of what it needs does not answer")
        return False


class Late(Heads):
    """Represents a projection that begins when the feeds have been trimmed."""

    name = "late"


def catch_up(store: EventStore, *projections: Projection) -> None:
    CommonReading(store, projections, ALL).catch_up()


def test_each_takes_in_each_version_once(store: EventStore) -> None:
    for length, game in enumerate(GAMES, 1):
        store.append(game, 0, versions(length))
    heads, others = Heads(), Others()

    catch_up(store, heads, others)
    store.append(GAMES[0], 1, versions(2))
    store.delete(GAMES[1])
    catch_up(store, heads, others)
    catch_up(store, heads, others)

    assert heads.heads == others.heads == {game: n for n, game in enumerate(GAMES, 1) if n > 2} | {GAMES[0]: 3}
    assert heads.applied == others.applied == sum(range(1, 13)) + 2


def test_one_that_stands_elsewhere_gets_what_it_lacks(store: EventStore) -> None:
    store.append("g", 0, versions(3))
    heads, others = Heads(), Others()
    Runner(store, heads).catch_up()
    store.append("g", 3, versions(1))

    catch_up(store, heads, others)

    assert (heads.applied, others.applied) == (4, 4)
    assert store.progress(["heads", "others"], [shard_of("g")])[shard_of("g")].keys() == {"heads", "others"}
    assert len(set(store.progress(["heads", "others"], [shard_of("g")])[shard_of("g")].values())) == 1


def test_one_whose_server_is_away_keeps_no_other_waiting(store: EventStore) -> None:
    heads, others = Heads(), Others()
    others.waiting = {"g"}
    for number in range(3):
        store.append("g", number, versions(1))
        catch_up(store, heads, others)

    assert (heads.applied, store.checkpoints("others")[shard_of("g")]) == (3, START)
    others.waiting, others.applied = set(), 0
    catch_up(store, heads, others)

    assert (others.heads, others.applied) == ({"g": 3}, 3)
    assert heads.applied == 3


def test_games_that_need_no_silent_server_do_not_wait_for_others(store: EventStore) -> None:
    heads, others = Heads(), Others()
    others.waiting = {GAMES[0]}
    for game in GAMES:
        store.append(game, 0, versions(1))
    behind = shard_of(GAMES[0])

    catch_up(store, heads, others)

    ends = {shard: end for shard, end in store.feed_ends().items() if end != START}
    assert {shard: end for shard, end in store.checkpoints("others").items() if end != START} == {
        shard: end for shard, end in ends.items() if shard != behind
    }
    store.append(GAMES[1], 1, versions(1))
    others.waiting = set()
    catch_up(store, heads, others)
    assert store.checkpoints("others") == store.checkpoints("heads") == store.feed_ends()


def test_what_failed_comes_again(store: EventStore) -> None:
    store.append("g", 0, versions(5))
    heads = Heads()
    heads.fails_at = 4
    with pytest.raises(ConnectionError):
        catch_up(store, heads, Others())
    catch_up(store, heads, Others())
    assert heads.heads == {"g": 5}


def test_one_that_has_not_begun_begins_with_the_games(store: EventStore) -> None:
    for game in GAMES:
        store.append(game, 0, versions(200))
    heads, others = Heads(), Others()
    catch_up(store, heads)
    store.append(GAMES[0], 200, versions(300))
    catch_up(store, heads)
    assert store.trim_feeds(FAR_MS, [heads.name])

    catch_up(store, heads, others)

    assert heads.heads == others.heads == dict.fromkeys(GAMES, 200) | {GAMES[0]: 500}


def test_one_that_cannot_begin_with_the_games_keeps_no_other_waiting(store: EventStore) -> None:
    for game in GAMES:
        store.append(game, 0, versions(200))
    Runner(store, Heads()).catch_up()
    assert store.trim_feeds(FAR_MS, [Heads.name])
    others, late = Others(), Late()
    others.waiting = {GAMES[0]}

    catch_up(store, others, late)
    assert late.heads == dict.fromkeys(GAMES, 200)

    others.waiting = set()
    catch_up(store, others, late)
    assert others.heads == dict.fromkeys(GAMES, 200)


def test_more_than_a_page_is_read_page_by_page(store: EventStore) -> None:
    for first in range(0, 2 * NEWS + 1, 500):
        store.append("g", first, versions(500))
    heads, others = Heads(), Others()

    catch_up(store, heads, others)

    assert heads.heads == others.heads == {"g": 2_500}
    assert store.checkpoints("others")[shard_of("g")] == store.feed_ends()[shard_of("g")]


def test_several_projections_ask_as_often_as_one(server: EmbeddedStore, redis_store: RedisEventStore) -> None:
    heads, others = Heads(), Others()
    redis_store.append("g", 0, versions(1))
    catch_up(redis_store, heads, others)
    redis_store.append("g", 1, versions(1))
    with Redis.from_url(server.url) as client:
        counting = Spent(client)
        catch_up(redis_store, heads, others)
        spent = counting.count()

    assert heads.applied == others.applied == 2
    assert spent == {"hmget": SHARDS + 1, "xrange": SHARDS, "hset": 1}
