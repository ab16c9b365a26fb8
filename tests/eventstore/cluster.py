"""Provides a cluster of three nodes for the tests; it refuses a call whose keys lie in several slots."""

import socket
import subprocess
import time
from pathlib import Path

from redis import Redis
from redis.exceptions import ConnectionError as ServerGone

from eventstore.engines import find_engine

NODES = 3
SLOTS = 16384


class SmallCluster:
    """Represents a cluster of three primaries that share the slots."""

    def __init__(self, directory: Path) -> None:
        self._ports = [_free_port() for _ in range(2 * NODES)]
        self._servers = [_spawn(directory / str(n), *self._ports[n::NODES]) for n in range(NODES)]
        self.nodes = [Redis(port=port) for port in self._ports[:NODES]]
        self.url = f"redis+cluster://127.0.0.1:{self._ports[0]}"
        self._join()

    def _join(self) -> None:
        for number, node in enumerate(self.nodes):
            _await(lambda node=node: _answers(node))
            first, last = SLOTS * number // NODES, SLOTS * (number + 1) // NODES - 1
            node.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
            node.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for port, bus in zip(self._ports[1:NODES], self._ports[NODES + 1 :], strict=True):
            self.nodes[0].execute_command("CLUSTER", "MEET", "127.0.0.1", port, bus)
        _await(lambda: all(_is_whole(node) for node in self.nodes))

    def flush(self) -> None:
        """Empty every node."""
        for node in self.nodes:
            node.flushall()

    def stop(self) -> None:
        """Stop every node."""
        for server in self._servers:
            server.terminate()
        for server in self._servers:
            server.wait(90)


def _spawn(directory: Path, port: int, bus: int) -> "subprocess.Popen[bytes]":
    directory.mkdir()
    return subprocess.Popen(
        [
            *(str(find_engine().binary), "--port", str(port), "--cluster-port", str(bus)),
            *("--cluster-enabled", "yes", "--dir", str(directory), "--save", ""),
        ],
        stdout=subprocess.DEVNULL,
    )


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _answers(node: Redis) -> bool:
    try:
        return bool(node.ping())
    except ServerGone:
        return False


def _is_whole(node: Redis) -> bool:
    info = node.execute_command("CLUSTER", "INFO")
    return b"cluster_state:ok" in info and b"cluster_known_nodes:%d" % NODES in info


def _await(condition) -> None:
    ends = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < ends, "the cluster did not come up"
        time.sleep(0.05)
