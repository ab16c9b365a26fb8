"""A store whose answers are on the disks of two machines."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from secrets import token_bytes
from threading import Thread

import pytest

from eventstore import keys
from eventstore.cluster.barriers import REST_S
from eventstore.interfaces import START
from eventstore.keys import shard_of
from eventstore.outages import StoreAway, Unconfirmed
from eventstore.records import Beside, Claim, Duplicate
from eventstore.redis.connection import PROMPT
from eventstore.store import EventStore
from eventstore.streams import open_store
from tests.eventstore.clusters import Pair
from tests.eventstore.samples import versions
from tests.service.processes import wait_for


@pytest.fixture
def log(pair: Pair) -> Iterator[EventStore]:
    """Yield an empty store on them, as what answers requests has it."""
    pair.await_sync()
    pair.primary.client.flushall()
    store = opened(pair)
    yield store
    store.close()


def opened(pair: Pair) -> EventStore:
    """Return the store as another process has it."""
    return open_store(pair.url, patience=PROMPT, replicas=1)


def claim(key: str) -> Claim:
    return Claim(key, "hash", b"answer")


def test_an_append_is_answered_when_the_replica_has_it(pair: Pair, log: EventStore) -> None:
    assert log.append("g", 0, versions(2)) == 2
    assert pair.replica.client.xlen(keys.log("g")) == pair.primary.client.xlen(keys.log("g")) > 0
    assert log.durability() == "replicated"


def test_an_append_without_its_replica_is_in_doubt_until_the_repeat_is_confirmed(pair: Pair, log: EventStore) -> None:
    first, second = versions(1), versions(1)
    with pair.replica.paused():
        with pytest.raises(Unconfirmed):
            log.append("g", 0, first, beside=Beside(claim=claim("key")))
        with pytest.raises(Unconfirmed):  # the same call again, which finds itself written
            log.append("g", 0, first, beside=Beside(claim=claim("key")))
        with pytest.raises(Unconfirmed):  # the same request, judged again
            log.append("g", 0, second, beside=Beside(claim=claim("key")))
        with pytest.raises(Unconfirmed):
            log.find_claim("g", "key")
    pair.await_sync()
    assert wait_for(lambda: claimed_is_told(log))
    with pytest.raises(Duplicate):
        log.append("g", 0, second, beside=Beside(claim=claim("key")))
    assert log.append("g", 0, first) == 1
    assert log.head("g") == 1


def claimed_is_told(log: EventStore) -> bool:
    try:
        return log.find_claim("g", "key") == ("hash", b"answer")
    except Unconfirmed:
        return False


def test_what_no_replica_has_is_not_told(pair: Pair, log: EventStore) -> None:
    other, shard = opened(pair), shard_of("g")
    log.append("g", 0, versions(1))
    end, tip = log.feed_ends()[shard], other.tip("g")
    assert [item.version for item in other.feed(shard, START, 9)] == [1]
    with pair.replica.paused():
        with pytest.raises(Unconfirmed):
            log.append("g", 1, versions(1))
        fresh = opened(pair)
        assert {event.version for event in log.read("g")} == {event.version for event in other.read("g")} == {1}
        assert other.tip("g", 1) == tip
        for tells in (
            lambda: other.head("g"),
            lambda: other.tip("g"),
            lambda: other.glance("g", "fact", 1),
            lambda: other.read("g", 1),
            lambda: other.read("g", 0, 2),
            lambda: fresh.read("g"),
            lambda: other.tip("g", 2),
            lambda: other.feed(shard, end, 9),
            lambda: other.feeds([shard], end, 9),
            lambda: other.own_feeds(["g"], end, 9),
            lambda: other.wait({shard: end}, 50),
            other.feed_ends,
        ):
            with pytest.raises(StoreAway):
                tells()
        with pytest.raises(StoreAway):  # the log has gone on, but nobody may say how
            other.append("g", 1, versions(1), chain=tip.chain)
    pair.await_sync()
    assert wait_for(lambda: shown(other) == shown(fresh) == 2)
    assert [item.version for _, item in other.wait({shard: end}, 50)] == [2]
    fresh.close()
    other.close()


def shown(log: EventStore) -> int:
    """Return the newest version of the game, 0 while nobody may be shown it."""
    try:
        return log.head("g")
    except StoreAway:
        return 0


def test_what_was_confirmed_outlives_the_primary_and_nobody_saw_the_rest(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    log = opened(pair)
    log.append("g", 0, versions(2), beside=Beside(claim=claim("kept")))
    kept = log.tip("g")
    with pair.replica.paused():
        pair.primary.cut_replicas()
        with pytest.raises(Unconfirmed):
            log.append("g", 2, versions(1))
        with pytest.raises(StoreAway):
            log.tip("g")
        pair.primary.kill()
    pair.replica.client.replicaof("NO", "ONE")
    survivor = open_store(f"redis://127.0.0.1:{pair.replica.port}", patience=PROMPT)
    assert survivor.tip("g") == kept
    assert survivor.find_claim("g", "kept") == ("hash", b"answer")
    survivor.close()
    log.close()
    pair.primary.start()
    pair.stop()


def test_nothing_is_told_by_a_primary_that_takes_no_write(pair: Pair, log: EventStore) -> None:
    other, primary = opened(pair), pair.primary.client
    with pair.replica.paused():
        with pytest.raises(Unconfirmed):
            log.append("g", 0, versions(1))
        for setting in ("maxmemory", "min-replicas-to-write"):  # no counter is there, and none can be made
            primary.config_set(setting, 2)
            with pytest.raises(StoreAway):
                other.head("g")
            primary.config_set(setting, 0)
            time.sleep(2 * REST_S)
    pair.await_sync()
    other.close()


@pytest.mark.parametrize(
    "write",
    [
        lambda log: log.keep_data_key("g", "own", b"key"),
        lambda log: log.drop_data_keys("g", ["own"]),
        lambda log: log.note_forgotten({"key": 1}),
        lambda log: log.swap_name("g", 0, "was", "now"),
        lambda log: log.swap_fact("g", "fact", b"was", b"now"),
        lambda log: log.swap_facts("g", {"fact": (b"now", b"then")}),
        lambda log: log.set_deadlines("g", {"move": 1}, promised=True),
    ],
)
def test_what_somebody_relies_on_is_on_the_replica(
    pair: Pair, log: EventStore, write: Callable[[EventStore], object]
) -> None:
    with pair.replica.paused():
        log.set_deadlines("g", {"turn": 1})  # what nobody was promised waits for no replica
        with pytest.raises(Unconfirmed):
            write(log)
    pair.await_sync()


@pytest.mark.parametrize("replicas", [0, 1])
def test_no_file_of_the_replica_keeps_what_was_deleted(pair: Pair, log: EventStore, replicas: int) -> None:
    key = token_bytes(32)
    log.keep_data_key("g", "own", key)
    nodes = (pair.primary, pair.replica)
    assert all(node.stores(key) for node in nodes)
    with closing(open_store(pair.url, PROMPT, replicas=replicas)) as store:
        store.drop_data_keys("g", ["own"])
        assert store.rewrite()
        assert wait_for(lambda: not store.is_rewriting())
        assert not any(node.stores(key) for node in nodes)


def test_a_replica_that_does_not_rewrite_its_file_is_reported(pair: Pair, log: EventStore) -> None:
    pair.await_sync()
    allow = partial(pair.replica.client.acl_setuser, "default", enabled=True, reset_passwords=False)
    allow(commands=["-bgrewriteaof"])
    try:
        assert not log.rewrite()
    finally:
        allow(commands=["+bgrewriteaof"])
    assert wait_for(lambda: not log.is_rewriting() and log.rewrite())
    with pair.replica.paused():
        assert not log.rewrite()
        log.is_rewriting()
    pair.await_sync()


def test_a_demoted_primary_writes_nothing(pair: Pair, log: EventStore) -> None:
    log.append("g", 0, versions(1))
    pair.primary.client.replicaof("127.0.0.1", pair.replica.port)
    try:
        with pytest.raises(StoreAway):
            log.append("g", 1, versions(1))
    finally:
        pair.primary.client.replicaof("NO", "ONE")
    pair.await_sync()
    assert wait_for(lambda: log.append("other", 0, versions(1)) == 1)


def test_callers_who_wait_at_once_share_a_write(pair: Pair, log: EventStore) -> None:
    games = [f"game-{number}" for number in range(24)]
    for game in games:
        log.append(game, 0, versions(1))
    before = barriers(pair)
    reader = opened(pair)
    found: list[int] = []
    threads = [Thread(target=lambda game=game: found.append(reader.head(game))) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [1] * len(games)
    made = barriers(pair) - before
    assert 0 < made <= len(games)
    assert [reader.head(game) for game in games] == found
    assert barriers(pair) == before + made  # what is known to be confirmed is told at once
    reader.close()


def barriers(pair: Pair) -> int:
    """Return how many writes were made to wait for the replicas."""
    return sum(int(pair.primary.client.get(keys.barrier(shard)) or 0) for shard in range(64))
