"""Tests the servers with replicas that other tests use."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.eventstore.clusters import Cluster, Pair
from tests.service.processes import wait_for


@pytest.fixture
def replicated(tmp_path: Path) -> Iterator[Cluster]:
    """Yield three primaries, each with its replica."""
    running = Cluster(tmp_path)
    yield running
    running.stop()


def test_what_a_primary_writes_once_it_is_cut_off_its_paused_replica_does_not_have(tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    pair.primary.client.set("before", "1")
    assert pair.primary.client.execute_command("WAITAOF", 1, 1, 10_000) == [1, 1]
    with pair.replica.paused():
        pair.primary.cut_replicas()
        pair.primary.client.set("after", "1")
        assert pair.primary.client.execute_command("WAITAOF", 1, 1, 50) == [1, 0]
        pair.primary.kill()
    assert pair.replica.client.mget("before", "after") == [b"1", None]
    pair.primary.start()
    pair.stop()


def test_a_replica_serves_in_place_of_a_dead_primary(replicated: Cluster) -> None:
    games = replicated.games_by_primary()
    assert len(games) == 3
    dead, [game] = games[0]
    replica = replicated.replica_of(dead)
    dead.kill()
    assert replicated.await_failover(dead) is replica
    assert replicated.primary_of(game) is replica
    dead.start()
    assert wait_for(dead.follows)
