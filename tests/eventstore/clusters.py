"""Provides servers with replicas for the tests: a primary with its replica, and a cluster of primaries and replicas.

Every node is a process of its own that a test may pause, kill, start again and cut off from its replicas.
"""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from eventstore.embedded.engines import find_engine
from eventstore.keys import shard_of
from eventstore.outages import StoreAway
from eventstore.store import EventStore
from tests.ports import free_port
from tests.service.processes import wait_for

SLOTS = 16384
NODE_TIMEOUT_MS = 2000
DURABLE = ("--appendonly", "yes", "--appendfsync", "always")


class Node:
    """Represents a server process on a port of its own; its files outlive it. One with a file of settings is a
    Sentinel.
    """

    def __init__(
        self, directory: Path, options: Sequence[str] = (), clustered: bool = False, settings: Path | None = None
    ) -> None:
        self.port, self.bus = free_port(), free_port()
        self._directory = directory
        in_cluster = ("--cluster-enabled", "yes", "--cluster-port", str(self.bus)) if clustered else ()
        stored = ("--save", "", "--repl-diskless-sync-delay", "0", "--repl-timeout", "5")
        self._head = (str(settings), "--sentinel") if settings else ()
        self._options = (*(() if settings else stored), *in_cluster, *options)
        directory.mkdir(parents=True, exist_ok=settings is not None)
        self.client = Redis(port=self.port, retry=Retry(NoBackoff(), 0), socket_timeout=5)
        self.start()

    def start(self) -> None:
        """Start it, again after it was killed, and wait until it answers."""
        with (self._directory / "node.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(str(find_engine().binary), *self._head),
                    *("--port", str(self.port), "--dir", str(self._directory), *self._options),
                ],
                stdout=log,
            )
        assert wait_for(self.answers), f"{self._directory} did not come up"

    def answers(self) -> bool:
        """Return whether the node answers."""
        try:
            return bool(self.client.ping())
        except RedisError:
            return False

    def signal(self, number: int) -> None:
        """Send its process a signal, if it is alive."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process.pid, number)

    def pause(self) -> None:
        """Let it stand still with its connections open."""
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        self.signal(signal.SIGCONT)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let it stand still during the block."""
        self.pause()
        try:
            yield
        finally:
            self.resume()

    def kill(self) -> None:
        """Kill it without warning."""
        self._process.kill()
        self._process.wait(90)

    def cut_replicas(self) -> None:
        """Close its connections to its replicas: what it writes from now on waits for them to connect again."""
        self.client.execute_command("CLIENT", "KILL", "TYPE", "replica")

    def stop(self) -> None:
        """End it."""
        self.resume()
        self._process.terminate()
        self._process.wait(90)
        self.client.close()

    def stores(self, text: bytes) -> bool:
        """Return whether one of its files holds a text."""
        return any(text in path.read_bytes() for path in self._directory.rglob("*.aof"))

    def replication(self) -> dict[str, object]:
        """Return what the node says about its replication."""
        return dict(self.client.info("replication"))

    def is_synced(self, replicas: int = 1) -> bool:
        """Return whether this many replicas follow this primary closely."""
        said = self.replication()
        found = [said.get(f"slave{number}") for number in range(replicas)]
        return said["role"] == "master" and all(isinstance(one, dict) and one["state"] == "online" for one in found)

    def follows(self) -> bool:
        """Return whether the node is a replica that has its primary's data."""
        said = self.replication()
        return said["role"] == "slave" and said["master_link_status"] == "up"


class Pair:
    """Represents a standalone primary with its replica."""

    def __init__(self, directory: Path, options: Sequence[str] = DURABLE) -> None:
        self.primary = Node(directory / "primary", options)
        self.replica = Node(directory / "replica", options)
        self.replica.client.replicaof("127.0.0.1", self.primary.port)
        self.url = f"redis://127.0.0.1:{self.primary.port}"
        self.await_sync()

    def await_sync(self) -> None:
        """Wait until the replica follows."""
        assert wait_for(lambda: self.primary.is_synced() and self.replica.follows())

    def stop(self) -> None:
        """End both."""
        self.replica.stop()
        self.primary.stop()


class Cluster:
    """Represents a cluster of primaries that share the slots, each with its replicas.

    `nodes` lists the primaries of the beginning, then the replicas, round by round.
    """

    def __init__(
        self,
        directory: Path,
        primaries: int = 3,
        replicas: int = 1,
        options: Sequence[str] = DURABLE,
        node_timeout_ms: int = NODE_TIMEOUT_MS,
    ) -> None:
        settings = (
            *("--cluster-node-timeout", str(node_timeout_ms), "--cluster-require-full-coverage", "no"),
            *("--cluster-allow-replica-migration", "no", *options),
        )
        count = primaries * (1 + replicas)
        self.nodes = [Node(directory / str(number), settings, clustered=True) for number in range(count)]
        self._primaries = primaries
        self._share_slots()
        self._meet()
        for number, node in enumerate(self.nodes[primaries:]):
            node.client.execute_command("CLUSTER", "REPLICATE", self.id_of(self.nodes[number % primaries]))
        self.await_whole()

    @property
    def url(self) -> str:
        """Return the address of the cluster, with every node as a start node."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    @property
    def primaries(self) -> list[Node]:
        """Return the nodes that are primaries and alive, by their own account."""
        return [node for node in self.nodes if node.answers() and node.replication()["role"] == "master"]

    def miss_after(self, node_timeout_ms: int) -> None:
        """Let a node that does not answer be replaced after so many milliseconds; a dead one begins with its own."""
        for node in (node for node in self.nodes if node.answers()):
            node.client.config_set("cluster-node-timeout", node_timeout_ms)

    def holds(self, node: Node, key: str) -> bool:
        """Return whether a node has the slot of a key, by its own account."""
        slot = int(node.client.execute_command("CLUSTER", "KEYSLOT", key))
        return any(first <= slot <= last for first, last in _slots(node))

    def primary_of(self, game: str) -> Node:
        """Return the first primary that has a game's slot, by its own account."""
        slot = self._slot_of(game)
        return next(node for node in self.primaries if any(first <= slot <= last for first, last in _slots(node)))

    def replica_of(self, primary: Node) -> Node:
        """Return a live replica of a primary, by its own account."""
        return next(node for node in self.nodes if node.answers() and _primary_port(node) == primary.port)

    def games_by_primary(self, each: int = 1) -> list[tuple[Node, list[str]]]:
        """Return for each primary the names of this many games that lie there."""
        found: dict[int, list[str]] = {node.port: [] for node in self.primaries}
        for number in range(10_000):
            name = f"g{number}"
            at = self.primary_of(name) if min(map(len, found.values())) < each else None
            if at is None:
                break
            if len(found[at.port]) < each:
                found[at.port].append(name)
        return [(node, found[node.port]) for node in self.nodes if node.port in found]

    def id_of(self, node: Node) -> str:
        """Return the name of a node in the cluster."""
        return str(node.client.execute_command("CLUSTER", "MYID").decode())

    def _slot_of(self, game: str) -> int:
        tag = f"{{s{shard_of(game):02}}}"
        return int(self.primaries[0].client.execute_command("CLUSTER", "KEYSLOT", tag))

    def _share_slots(self) -> None:
        for number in range(self._primaries):
            first, last = SLOTS * number // self._primaries, SLOTS * (number + 1) // self._primaries - 1
            self.nodes[number].client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
        for number, node in enumerate(self.nodes, 1):
            node.client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number)

    def _meet(self) -> None:
        for node in self.nodes[1:]:
            self.nodes[0].client.execute_command("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus)
        assert wait_for(lambda: all(_knows(node, len(self.nodes)) for node in self.nodes))

    def await_whole(self) -> None:
        """Wait until every live node sees all slots served, and every live replica follows; note who is a primary."""
        alive = [node for node in self.nodes if node.answers()]
        assert wait_for(lambda: all(_is_well(node) for node in alive))
        self._were_primaries = {node.port for node in self.primaries}

    def await_failover(self, dead: Node) -> Node:
        """Wait until another node serves in place of one that has died since the cluster was last whole; return it.

        It may have taken over long ago: slow machines need longer for what a test does meanwhile.
        """
        before = self._were_primaries
        assert wait_for(lambda: {node.port for node in self.primaries} - before - {dead.port})
        self.await_whole()
        [new] = [node for node in self.primaries if node.port not in before]
        return new

    def hand_over(self, source: Node, target: Node) -> list[int]:
        """Give all slots of a primary that holds no keys to another one; return them."""
        slots = [slot for first, last in _slots(source) for slot in range(first, last + 1)]
        self.give(slots, source, target)
        return slots

    def give(self, slots: Sequence[int], source: Node, target: Node) -> None:
        """Give slots without keys from one primary to another, and wait until every node knows."""
        name = self.id_of(target)
        target.client.execute_command("CLUSTER", "SETSLOT", slots[-1], "IMPORTING", self.id_of(source))
        for node in (source, target):  # the end of the import lets the others believe the target
            with node.client.pipeline(transaction=False) as pipe:
                for slot in slots:
                    pipe.execute_command("CLUSTER", "SETSLOT", slot, "NODE", name)
                pipe.execute()
        assert wait_for(lambda: all(_has(node, name, slots) for node in self.nodes))

    def flush(self) -> None:
        """Empty every primary."""
        for node in self.primaries:
            node.client.flushall()

    def stop(self) -> None:
        """End every node."""
        for node in self.nodes:
            node.resume()
        for node in reversed(self.nodes):
            node.stop()


def met(log: EventStore) -> set[str]:
    """Return all games that a walk meets; none while a primary is away."""
    try:
        return {game for page in log.all_games() for game in page}
    except StoreAway:
        return set()


def _info(node: Node) -> bytes:
    found: bytes = node.client.execute_command("CLUSTER", "INFO")
    return found


def _knows(node: Node, count: int) -> bool:
    return b"cluster_known_nodes:%d" % count in _info(node) and b"handshake" not in _nodes(node)


def _is_well(node: Node) -> bool:
    is_primary = node.replication()["role"] == "master"
    is_whole = b"cluster_state:ok" in _info(node) and b"cluster_slots_ok:%d" % SLOTS in _info(node)
    return is_whole and (is_primary or node.follows())


def _nodes(node: Node) -> bytes:
    return repr(node.client.execute_command("CLUSTER", "NODES")).encode()


def _has(node: Node, name: str, slots: Sequence[int]) -> bool:
    """Return whether a node knows that the one with this name has all of some slots; it learns of them bit by bit."""
    found = {
        slot
        for first, last, owner, *_ in node.client.execute_command("CLUSTER", "SLOTS")
        if owner[2].decode() == name
        for slot in range(first, last + 1)
    }
    return found.issuperset(slots)


def _slots(node: Node) -> list[tuple[int, int]]:
    """Return the ranges of slots that a node has, by its own account."""
    name = node.client.execute_command("CLUSTER", "MYID")
    found = node.client.execute_command("CLUSTER", "SLOTS")
    return [(first, last) for first, last, owner, *_ in found if owner[2] == name]


def _primary_port(node: Node) -> int | None:
    said = node.replication()
    return int(str(said["master_port"])) if said["role"] == "slave" else None
