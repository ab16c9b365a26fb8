"""Tests that the network does to a cluster what the trial relies on: lag, deaths, partitions of each kind of link."""

import sys
from collections.abc import Iterator

import pytest
from redis import RedisCluster
from redis.crc import key_slot

from tests.cluster.network import clients, replication
from tests.cluster.nodes import Node
from tests.cluster.shards import Cluster, cluster
from tests.service.processes import wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ends what it starts by /proc")
KEY, OLD, NEW = "a key", "before the lag", "while it lagged"


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Yield a cluster."""
    with cluster(tmp_path_factory.mktemp("cluster")) as made:
        yield made


def pair(nodes: Cluster) -> tuple[Node, Node]:
    """Return the primary of the key and its replica."""
    primary = nodes.owner(key_slot(KEY.encode()))
    return primary, nodes.replicas(primary)[0]


def confirmed(primary: Node, value: str) -> int:
    """Write the key; return how many replicas have it on disk half a second later."""
    with primary.client() as client:
        client.set(KEY, value)
        return int(client.execute_command("WAITAOF", 1, 1, 500)[1])


def test_what_a_dead_primary_had_not_passed_on_is_gone(nodes: Cluster) -> None:
    primary, replica = pair(nodes)
    assert wait_for(lambda: confirmed(primary, OLD) == 1)
    with nodes.network.held(replication(primary.number), cut_after=True):
        assert confirmed(primary, NEW) == 0
        primary.kill()
    assert wait_for(lambda: nodes.role(replica) == "primary")
    primary.start()

    assert nodes.await_whole()
    assert nodes.role(primary) == "replica"
    with RedisCluster(host="127.0.0.1", port=nodes.nodes[0].door, decode_responses=True) as client:
        assert client.get(KEY) == OLD


def test_clients_alone_can_be_cut_off(nodes: Cluster) -> None:
    primary, _ = pair(nodes)
    with nodes.network.held(clients(primary.number)):
        assert wait_for(lambda: confirmed(primary, NEW) == 1)  # past the network, to its replica through it
    assert nodes.role(primary) == "primary"
