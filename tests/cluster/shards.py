"""Provides a cluster of three primaries and three replicas behind a network, and what its nodes know of each other."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from redis.crc import key_slot
from redis.exceptions import RedisError

from eventstore import keys
from tests.cluster.network import Network
from tests.cluster.nodes import Node
from tests.ports import free_port
from tests.service.processes import PATIENCE_S, wait_for

SHARDS: Final = 3
NODES: Final = 2 * SHARDS
SLOTS: Final = 16384
MEETINGS: Final = 20
MEETING_S: Final = 5.0


class Known(NamedTuple):
    """Holds what a node says of another one: who it is, what it does, whose replica it is, which slots it serves."""

    id: str
    flags: frozenset[str]
    primary: str
    is_linked: bool
    slots: tuple[tuple[int, int], ...]


class Cluster:
    """Represents all nodes and the network between them."""

    def __init__(self, directory: Path) -> None:
        self.network = Network()
        ports = iter([free_port() for _ in range(4 * NODES)])
        self.nodes = [
            Node(number, directory / str(number), four)
            for number, four in enumerate(zip(ports, ports, ports, ports, strict=True))
        ]

    def begin(self) -> None:
        """Start everything and join it; returns when the cluster is whole."""
        self.network.order(listen=[place for node in self.nodes for place in node.places])
        for node in self.nodes:
            node.start()
            node.id = node.ask("CLUSTER", "MYID")
        names = {node.id: node.number for node in self.nodes} | {str(node.port): node.number for node in self.nodes}
        self.network.order(names=names)
        self._join()

    def _join(self) -> None:
        for number, node in enumerate(self.nodes[:SHARDS]):
            first, last = SLOTS * number // SHARDS, SLOTS * (number + 1) // SHARDS - 1
            node.ask("CLUSTER", "ADDSLOTSRANGE", first, last)
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        assert any(self._have_met() for _ in range(MEETINGS)), "the nodes do not meet"
        for primary, replica in zip(self.nodes[:SHARDS], self.nodes[SHARDS:], strict=True):
            assert wait_for(lambda primary=primary, replica=replica: _follows(replica, primary.id))
        assert self.await_whole(), "the cluster does not come up"

    def _have_met(self) -> bool:
        """Let the first node greet all others that it does not know; return whether all know all a moment later."""
        for node in self.nodes[1:]:
            if node.id not in {one.id for one in self.known(self.nodes[0])}:
                self.nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", node.door, node.bus_door)
        return wait_for(lambda: all(len(self.known(node)) == NODES for node in self.nodes), MEETING_S)

    @property
    def url(self) -> str:
        """Return the address of the cluster, with every node to start from."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.door}" for node in self.nodes)

    def known(self, node: Node) -> list[Known]:
        """Return what a node says of all nodes; nothing where it does not answer."""
        with suppress(RedisError):
            return [_known(line) for line in node.ask("CLUSTER", "NODES").splitlines()]
        return []

    def role(self, node: Node) -> str:
        """Return `primary`, `replica`, or `dead`, as the node itself has it."""
        mine = next((one for one in self.known(node) if "myself" in one.flags), None)
        if mine is None:
            return "dead"
        return "primary" if "master" in mine.flags else "replica"

    def primaries(self) -> list[Node]:
        """Return the nodes that serve slots, as most of the nodes have it."""
        seen = [{one.id for one in self.known(node) if _serves(one)} for node in self.nodes]
        return [node for node in self.nodes if 2 * sum(node.id in ids for ids in seen) > len(list(filter(None, seen)))]

    def replicas(self, primary: Node) -> list[Node]:
        """Return the nodes that say that they follow a primary."""
        return [node for node in self.nodes if self._follows(node) == primary.id]

    def _follows(self, node: Node) -> str:
        return next((one.primary for one in self.known(node) if "myself" in one.flags), "")

    def owner(self, slot: int) -> Node:
        """Return the primary of a slot, as the others have it too."""
        return next(node for node in self.primaries() if any(a <= slot <= b for a, b in self.slots(node)))

    def slots(self, node: Node) -> tuple[tuple[int, int], ...]:
        """Return the ranges of slots that a node says it serves."""
        return next((one.slots for one in self.known(node) if "myself" in one.flags), ())

    def is_whole(self) -> bool:
        """Return whether all slots are served, and every primary has a replica that has come up with it."""
        primaries = self.primaries()
        return (
            len(primaries) == SHARDS
            and all(_is_ok(node) for node in self.nodes)
            and all(any(map(_is_in_step, self.replicas(primary))) for primary in primaries)
        )

    def await_whole(self) -> bool:
        """Return whether it became whole within some minutes."""
        return wait_for(self.is_whole, PATIENCE_S)

    def say(self) -> str:
        """Return who is what, for a complaint."""
        return ", ".join(f"{node.number} {self.role(node)} {self.slots(node)}" for node in self.nodes)

    def stop(self) -> None:
        """End everything."""
        for node in self.nodes:
            node.kill()
        self.network.stop()


def slot_of_shard(shard: int) -> int:
    """Return the slot in which a shard of games lies."""
    return int(key_slot(keys.feed(shard).encode()))


@contextmanager
def cluster(directory: Path) -> Iterator[Cluster]:
    """Yield a cluster that is whole; ended afterwards."""
    made = Cluster(directory)
    try:
        made.begin()
        yield made
    finally:
        made.stop()


def _follows(replica: Node, primary: str) -> bool:
    try:
        return bool(replica.ask("CLUSTER", "REPLICATE", primary))
    except RedisError:  # it has not heard of that one yet
        return False


def _is_ok(node: Node) -> bool:
    try:
        return "cluster_state:ok" in node.ask("CLUSTER", "INFO")
    except RedisError:
        return False


def _is_in_step(replica: Node) -> bool:
    try:
        info = replica.ask("INFO", "replication")
    except RedisError:
        return False
    return info["role"] == "slave" and info["master_link_status"] == "up"


def _serves(one: Known) -> bool:
    return "master" in one.flags and bool(one.slots)


def _known(line: str) -> Known:
    """Read a line of CLUSTER NODES; slots on their way stand there in brackets."""
    own, _, flags, primary, _, _, _, link, *slots = line.split()
    ranges = [slot.split("-") for slot in slots if not slot.startswith("[")]
    found = tuple((int(ends[0]), int(ends[-1])) for ends in ranges)
    return Known(own, frozenset(flags.split(",")), primary.strip("-"), link == "connected", found)
