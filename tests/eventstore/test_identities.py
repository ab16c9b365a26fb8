"""Tests that nothing of a game is written into another store than the one that is known."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from eventstore.keys import IDENTITY, owner_in, shard_of
from eventstore.outages import StoreReplaced
from eventstore.records import Beside, Conflict
from eventstore.store import EventStore
from eventstore.streams import open_store
from tests.eventstore.clusters import Cluster, Pair
from tests.eventstore.samples import versions

GAME: Final = "g"
WRITES: Final[dict[str, Callable[[EventStore], object]]] = {
    "a new game": lambda store: store.append("new", 0, versions(1)),
    "a move": lambda store: store.append(GAME, 1, versions(1)),
    "a game with what is beside it": lambda store: store.append(
        "newer", 0, versions(1), beside=Beside(names={0: "Ana"})
    ),
    "a key": lambda store: store.set_facts(GAME, {"f": b"v"}),
    "a name": lambda store: store.set_name(GAME, 0, "Bea"),
    "another name": lambda store: store.swap_name(GAME, 0, "Ana", "Bea"),
    "other facts": lambda store: store.swap_facts(GAME, {"f": (b"v", b"w")}),
    "another fact": lambda store: store.swap_fact(GAME, "f", b"v", b"w"),
    "a count": lambda store: store.count_fact(GAME, "n", 1),
    "a sum": lambda store: store.add_up(GAME, "batch", {"n": [1]}),
    "a deadline": lambda store: store.set_deadlines(GAME, {"turn": 1}),
    "a data key": lambda store: store.keep_data_key(GAME, "0", b"k"),
    "no data key": lambda store: store.drop_data_keys(GAME, ["0"]),
    "a forgotten one": lambda store: store.note_forgotten({GAME: 1}),
    "a packed log": lambda store: store.pack(GAME),
    "no game": lambda store: store.delete(GAME),
}
BORNE: Final = b"the one that the store bears"


@pytest.fixture(params=["redis", "cluster", "replicated"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the URL of an empty store of each kind in turn, whose shards bear an identity and which has a game."""
    if request.param == "redis":
        url: str = request.getfixturevalue("server").url
        request.getfixturevalue("redis_store")
    elif request.param == "cluster":
        cluster: Cluster = request.getfixturevalue("cluster")
        cluster.flush()
        url = cluster.url
    else:
        pair: Pair = request.getfixturevalue("pair")
        pair.primary.client.flushall()
        url = pair.url
    store = open_store(url)
    for shard in {0, *map(shard_of, (GAME, "new", "newer"))}:
        store.keep_data_key(owner_in(shard), IDENTITY, BORNE)
    store.append(GAME, 0, versions(1), beside=Beside(names={0: "Ana"}))
    store.close()
    return url


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> int:
    """Return with how many replicas the store is opened."""
    return int("replicated" in request.node.name)


def opened(url: str, known: bytes, replicas: int) -> Iterator[EventStore]:
    store = open_store(url, replicas=replicas, known=lambda shard: known)
    yield store
    store.close()


@pytest.fixture
def ours(url: str, kind: int) -> Iterator[EventStore]:
    """Yield the store to one who knows it."""
    yield from opened(url, BORNE, kind)


@pytest.fixture
def strange(url: str, kind: int) -> Iterator[EventStore]:
    """Yield the store to one who knows another."""
    yield from opened(url, b"another", kind)


def test_another_store_is_read_and_not_written(strange: EventStore) -> None:
    for what, write in WRITES.items():
        with pytest.raises(StoreReplaced):
            pytest.fail(f"{what}: {write(strange)}")
    assert strange.head(GAME) == 1
    assert strange.head("new") == 0
    assert (strange.names(GAME), strange.facts(GAME), strange.due(shard_of(GAME), 9, 9)) == ({0: "Ana"}, {}, [])
    assert strange.list_forgotten() == {}


def test_the_store_that_is_known_is_written(ours: EventStore) -> None:
    for write in WRITES.values():
        write(ours)
    assert ours.head("new") == 1
    assert ours.head(GAME) == 0


def test_what_was_written_before_is_known_again(ours: EventStore, strange: EventStore) -> None:
    made = versions(1)
    assert ours.append(GAME, 1, made) == 2
    assert strange.append(GAME, 1, made) == 2
    with pytest.raises(Conflict):
        ours.append(GAME, 1, versions(1))
