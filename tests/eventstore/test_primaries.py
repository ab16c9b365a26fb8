"""Tests how a store follows the nodes of its cluster."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from eventstore.outages import StoreAway
from eventstore.redis.connection import PROMPT
from eventstore.store import EventStore
from eventstore.streams import open_store
from tests.eventstore.clusters import Cluster, Node, met
from tests.eventstore.samples import versions
from tests.service.processes import wait_for

NAME = "walker"
"""Names the connections of the store under test: other stores of other tests are open in the same process."""


@pytest.fixture
def log(cluster: Cluster) -> Iterator[EventStore]:
    """Yield an empty store that does not wait for long."""
    cluster.await_whole()
    cluster.flush()
    store = open_store(f"{cluster.url}?client_name={NAME}", replace(PROMPT, reply_s=0.5))
    yield store
    store.close()


def connections(node: Node) -> set[str]:
    """Return the ids of the connections that the store has to a node."""
    return {str(client["id"]) for client in node.client.client_list(_type="normal") if client["name"] == NAME}


def test_a_walk_along_all_games_says_that_a_primary_is_away(cluster: Cluster, log: EventStore) -> None:
    games = {game for _, [game] in cluster.games_by_primary()}
    for game in games:
        log.append(game, 0, versions(1))
    with cluster.nodes[1].paused():
        for walk in (log.all_games, log.with_names, lambda: log.with_facts("key-"), lambda: [log.is_rewriting()]):
            with pytest.raises(StoreAway):
                list(walk())
    cluster.await_whole()
    assert wait_for(lambda: games == met(log))


def test_nothing_is_left_open_at_a_node_that_serves_no_slot_any_more(cluster: Cluster, log: EventStore) -> None:
    (_, _), (target, _), (source, [game]) = cluster.games_by_primary()
    log.append(game, 0, versions(1))
    log.delete(game)
    assert connections(source)
    source.client.flushall()
    slots = cluster.hand_over(source, target)
    try:
        assert wait_for(lambda: log.head(game) == 0 and not connections(source))
        assert log.append(game, 0, versions(1)) == 1
    finally:
        target.client.flushall()
        cluster.give(slots, target, source)
