"""Tests that a host knows its store again wherever the games go, and notices a part that lost them, on real servers."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from eventstore.embedded.server import start
from eventstore.keys import place_in, shard_of
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.backups import back_up, restore
from service.process.known_store import FILE, KnownStore, is_replaced, remember
from tests.eventstore.clusters import Cluster, Node, Pair
from tests.eventstore.samples import versions
from tests.service.processes import wait_for

GAME = "g"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a host."""
    return tmp_path / FILE


@contextmanager
def opened(url: str, file: Path) -> Iterator[EventStore]:
    """Open a store for a host with this file."""
    store = open_store(url, known=KnownStore(file))
    yield store
    store.close()


def is_taken(url: str, file: Path) -> bool:
    """Return whether a host with this file takes a store for the one that it knows, and writes to it."""
    with opened(url, file) as store:
        if is_replaced(store, file):
            return False
        head = store.head(GAME)
        return store.append(GAME, head, versions(1)) == head + 1


def test_copies_of_the_files_bear_it(file: Path, tmp_path: Path) -> None:
    server = start(tmp_path / "var" / "events")
    with opened(server.url, file) as store:
        remember(store, file)
        store.append(GAME, 0, versions(2))
    back_up(tmp_path / "var", tmp_path / "backup", lambda *_: None)
    server.stop()
    shutil.copytree(tmp_path / "var" / "events", tmp_path / "copy")
    restore(tmp_path / "backup", tmp_path / "again", lambda *_: None)
    for directory in (tmp_path / "copy", tmp_path / "again" / "events"):
        copy = start(directory)
        try:
            assert is_taken(copy.url, file)
        finally:
            copy.stop()


def test_a_replica_that_takes_over_bears_it(pair: Pair, file: Path) -> None:
    pair.primary.client.flushall()
    replica = f"redis://127.0.0.1:{pair.replica.port}"
    with opened(pair.url, file) as store:
        remember(store, file)
    with opened(replica, file) as store:
        assert wait_for(lambda: not is_replaced(store, file))
    pair.replica.client.replicaof("NO", "ONE")
    try:
        assert is_taken(replica, file)
    finally:
        pair.replica.client.replicaof("127.0.0.1", pair.primary.port)
        pair.await_sync()


def test_it_goes_where_its_slot_goes(cluster: Cluster, file: Path) -> None:
    cluster.flush()
    source = cluster.primary_of(GAME)
    target = next(node for node in cluster.primaries if node is not source)
    slot = int(source.client.execute_command("CLUSTER", "KEYSLOT", place_in(shard_of(GAME))))
    with opened(cluster.url, file) as store:
        remember(store, file)
        store.append(GAME, 0, versions(1))
    try:
        move(cluster, slot, source, target)
        assert is_taken(cluster.url, file)
    finally:
        cluster.flush()
        cluster.give([slot], target, source)


def move(cluster: Cluster, slot: int, source: Node, target: Node) -> None:
    """Move a slot with its keys from one primary to another."""
    target.client.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", cluster.id_of(source))
    source.client.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", cluster.id_of(target))
    held = source.client.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 100)
    source.client.migrate("127.0.0.1", target.port, held, 0, 5000)
    for node in (target, source, *cluster.primaries):
        node.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", cluster.id_of(target))


def test_one_emptied_primary_of_a_cluster_is_noticed(cluster: Cluster, file: Path) -> None:
    cluster.flush()
    emptied = cluster.primary_of(GAME)
    others = next(node for node in cluster.primaries if node is not emptied)
    with opened(cluster.url, file) as store:
        remember(store, file)
        emptied.client.flushall()
        assert is_replaced(store, file)
        assert not is_taken(cluster.url, file)
        [elsewhere] = next(games for node, games in cluster.games_by_primary() if node is others)
        assert store.append(elsewhere, 0, versions(1)) == 1


def test_hosts_that_share_a_store_know_the_same(cluster: Cluster, file: Path) -> None:
    cluster.flush()
    second = file.with_name("second.json")
    with opened(cluster.url, file) as store:
        remember(store, file)
        remember(store, second)
    assert file.read_bytes() == second.read_bytes()
    assert is_taken(cluster.url, file)
    assert is_taken(cluster.url, second)
