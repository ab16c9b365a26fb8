"""Tests how many commands the server carries out for the calls that every command of a player makes."""

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from eventstore import keys
from eventstore.embedded.server import EmbeddedStore
from eventstore.interfaces import START
from eventstore.records import Beside, Claim
from eventstore.streams import RedisEventStore
from tests.eventstore.counting import Spent
from tests.eventstore.samples import versions


def count_commands(server: EmbeddedStore, store: RedisEventStore, beside: Beside) -> dict[str, int]:
    """Return what the second of two like appends makes the server do, which loads no script."""
    store.append("g", 0, versions(1), beside=beside._replace(claim=None))
    chain = store.tip("g").chain
    with Redis.from_url(server.url) as client:
        counting = Spent(client)
        store.append("g", 1, versions(1), chain, beside)
        return counting.count()


def test_a_version_is_written_by_two_commands(server: EmbeddedStore, redis_store: RedisEventStore) -> None:
    redis_store.set_facts("g", {"token:a": b"seat:0:a"})

    spent = count_commands(server, redis_store, Beside(given={"token:a": b"seat:0:a"}))

    assert spent == {"xadd": 2, "xrevrange": 1, "hget": 1, "type": 1}


def test_what_goes_with_a_version_takes_a_write_each(server: EmbeddedStore, redis_store: RedisEventStore) -> None:
    spent = count_commands(server, redis_store, Beside(Claim("s", "h", b"answer"), {"ai": 7}, {"f": b"v"}, {0: "Ana"}))

    written = {name: spent[name] for name in ("xadd", "set", "zadd", "hset")}
    assert written == {"xadd": 2, "set": 1, "zadd": 1, "hset": 2}
    assert sum(spent.values()) <= 12


def test_a_glance_reads_each_of_its_parts_once(server: EmbeddedStore, redis_store: RedisEventStore) -> None:
    redis_store.append("g", 0, versions(3), beside=Beside(facts={"token:a": b"owner"}))
    redis_store.glance("g", "token:a", 3)
    with Redis.from_url(server.url) as client:
        counting = Spent(client)
        redis_store.glance("g", "token:a", 3)
        glanced = counting.count()
        redis_store.tip("g")

        assert glanced == {"xrevrange": 1, "hget": 1, "hgetall": 1}
        assert counting.count() == {**glanced, "xrevrange": 2}


def test_a_log_without_its_newest_entry_takes_no_other_in_its_place(
    server: EmbeddedStore, redis_store: RedisEventStore
) -> None:
    redis_store.append("g", 0, versions(3))
    shard = keys.shard_of("g")
    feed = redis_store.feed(shard, START, 9)
    with Redis.from_url(server.url) as client:
        client.xdel(keys.log("g"), "3-0")

    with pytest.raises(ResponseError):
        redis_store.append("g", 2, versions(1), beside=Beside(deadlines={"ai": 7}, facts={"f": b"v"}))

    assert redis_store.feed(shard, START, 9) == feed
    assert (redis_store.due(shard, 9, 9), redis_store.facts("g")) == ([], {})
