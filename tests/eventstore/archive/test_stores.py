"""Tests that every store lets games go and takes them back: a server, a cluster, and a primary with a replica."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from eventstore.archive.archiver import STALLED_MS, settle_stalled
from eventstore.archive.lists import Entry
from eventstore.archive.objects import ObjectsAway
from eventstore.archive.opening import open_archive
from eventstore.archive.own_objects import IDENTITY
from eventstore.archiving import FILED
from eventstore.embedded.server import EmbeddedStore
from eventstore.keys import ARCHIVE, SHARDS
from eventstore.records import Beside, Conflict
from eventstore.store import EventStore
from eventstore.streams import open_store
from tests.eventstore.archive.putting_away import NOW_MS, answers, clear_away, collect, put_away
from tests.eventstore.clusters import Cluster, Pair
from tests.eventstore.samples import versions

GAMES = [f"game{number}" for number in range(12)]


@pytest.fixture(params=["server", "cluster", "replicated"])
def store(request: pytest.FixtureRequest, place: Path) -> Iterator[EventStore]:
    """Yield an empty store of each kind with an archive."""
    replicas = 0
    if request.param == "server":
        server: EmbeddedStore = request.getfixturevalue("server")
        url = server.url
        with Redis.from_url(url) as client:
            client.flushall()
    elif request.param == "cluster":
        cluster: Cluster = request.getfixturevalue("cluster")
        cluster.flush()
        url = cluster.url
    else:
        pair: Pair = request.getfixturevalue("pair")
        pair.primary.client.flushall()
        url, replicas = pair.url, 1
    opened = open_store(url, replicas=replicas, archive=open_archive(place))
    yield opened
    opened.close()


def test_games_are_let_go_found_changed_taken_back_and_deleted(store: EventStore) -> None:
    for number, game in enumerate(GAMES):
        beside = Beside(facts={"token": b"owner"}, names={0: "Ana"}, data_keys={"0": b"key"})
        store.append(game, 0, versions(number % 4 + 1), beside=beside)
    before = {game: answers(store, game) for game in GAMES}

    assert put_away(store, *GAMES) == GAMES
    assert store.find_here(GAMES) == set()
    assert sum(len(page) for page in store.all_games()) == 0
    assert {game: answers(store, game) for game in GAMES} == before
    assert sum(store.seal(shard, 1) for shard in range(SHARDS)) == len(GAMES)
    assert {game: answers(store, game) for game in GAMES} == before

    store.set_facts(GAMES[0], {"more": b"1"})
    assert store.append(GAMES[1], 2, versions(1)) == 3
    with pytest.raises(Conflict):
        store.append(GAMES[2], 1, versions(1))
    assert store.find_here(GAMES) == set(GAMES[:3])
    assert store.facts(GAMES[0]) == {"token": b"owner", "more": b"1"}
    for game in GAMES[:6]:
        store.delete(game)
    assert store.find_existing(GAMES) == set(GAMES[6:])
    assert clear_away(store) == 6
    assert [one.game for number in store.archive.list_segments() for one in store.archive.index_of(number)] == GAMES[6:]
    assert [len(store.read(game)) for game in GAMES[6:]] == [number % 4 + 1 for number in range(6, 12)]
    assert all(store.drop_strays(shard, NOW_MS) == 0 for shard in range(SHARDS))


def test_the_lists_of_owners_move_and_end(store: EventStore) -> None:
    owners = [f"key-{number:018x}" for number in range(6)]
    expected = {}
    for owner in owners:
        store.set_facts(owner, {f"game:{game}": b"%d 1" % (10 + at) for at, game in enumerate(GAMES)})
        assert store.file(owner, "game:", GAMES[:9], 7) == 9
        expected[owner] = [Entry(10 + at, game, "1") for at, game in enumerate(GAMES[:9])]
    assert {owner: store.entries(owner, 20)[::-1] for owner in owners} == expected
    assert sum(store.seal_lists(shard, 1) for shard in range(SHARDS)) == 9 * len(owners)
    assert sum(store.count_filed(shard) for shard in range(SHARDS)) == 0
    assert {owner: store.entries(owner, 20, is_up=True) for owner in owners} == expected
    assert store.entries(owners[0], 2, None, (13, GAMES[3])) == [Entry(12, GAMES[2], "1"), Entry(11, GAMES[1], "1")]
    assert store.fact(owners[0], FILED) == b"7"

    store.unfile(owners[1], [GAMES[4]])
    store.delete(owners[0])
    for shard in range(SHARDS):
        store.drop_strays(shard, NOW_MS)
    assert store.entries(owners[0], 20) == []
    assert [one.game for one in store.entries(owners[1], 20)] == [*GAMES[8:4:-1], *GAMES[3::-1]]
    assert store.entries(owners[2], 20)[::-1] == expected[owners[2]]


def test_a_segment_whose_writer_died_is_settled(store: EventStore) -> None:
    for game in GAMES[:3]:
        store.append(game, 0, versions(2))
    store.archive.write_segment, write = _die, store.archive.write_segment  # type: ignore[method-assign]
    with pytest.raises(SystemExit):
        put_away(store, *GAMES[:3])
    store.archive.write_segment = write  # type: ignore[method-assign]
    assert sum(len(store.list_begun(shard)) for shard in range(SHARDS)) > 0
    assert sum(settle_stalled(store, shard, NOW_MS + STALLED_MS) for shard in range(SHARDS)) == 0
    assert sum(len(store.list_begun(shard)) for shard in range(SHARDS)) == 0
    assert collect(store, GAMES[:3]).size > 0


def test_an_empty_directory_is_another_archive_for_every_store(store: EventStore, place: Path) -> None:
    assert store.name_objects() == []
    for game in GAMES:
        store.append(game, 0, versions(2))
    assert put_away(store, *GAMES[:6]) == GAMES[:6]
    assert len({*store.name_objects()}) == 1
    store.set_facts(ARCHIVE, {IDENTITY: b""})  # an older release wrote it
    kept = place.rename(place.with_name("kept"))
    place.mkdir()
    with pytest.raises(ObjectsAway, match="it lacks the objects that the store uses"):
        put_away(store, *GAMES[6:])
    place.rmdir()
    kept.rename(place)
    assert [len(store.read(game)) for game in GAMES] == [2] * len(GAMES)


def _die(number: int, content: bytes) -> None:
    raise SystemExit
