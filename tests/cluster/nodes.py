"""Provides the servers of a cluster, each behind the network."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from eventstore.embedded.engines import find_engine
from tests.service.processes import PATIENCE_S, wait_for

NODE_TIMEOUT_MS: Final = 1500
"""After so long without a sign of life a node is taken for dead."""
SETTINGS: Final = {
    "appendonly": "yes",
    "appendfsync": "always",
    "save": "",
    "cluster-enabled": "yes",
    "cluster-node-timeout": str(NODE_TIMEOUT_MS),
    "cluster-require-full-coverage": "no",
    "cluster-allow-replica-migration": "no",
    "cluster-announce-ip": "127.0.0.1",
    "repl-diskless-sync-delay": "0",
    "repl-ping-replica-period": "1",
}


class Node:
    """Represents one server of a cluster, by its number: `port` is its own, `door` the one that all others know."""

    def __init__(self, number: int, directory: Path, ports: tuple[int, int, int, int]) -> None:
        self.number = number
        self.directory = directory
        self.port, self.bus, self.door, self.bus_door = ports
        self.id = ""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it on what there is in its directory."""
        self.directory.mkdir(parents=True, exist_ok=True)
        places = {
            "port": self.port,
            "cluster-port": self.bus,
            "cluster-announce-port": self.door,
            "cluster-announce-bus-port": self.bus_door,
            "dir": self.directory,
        }
        settings = [part for name, value in {**SETTINGS, **places}.items() for part in (f"--{name}", str(value))]
        with (self.directory / "store.log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(find_engine().binary), *settings], stdout=log, stderr=log, start_new_session=True
            )
        assert wait_for(self.answers), f"node {self.number} does not come up"

    @property
    def places(self) -> list[tuple[str, int, int, int]]:
        """Return what the network listens at for this node."""
        return [("client", self.number, self.door, self.port), ("bus", self.number, self.bus_door, self.bus)]

    def client(self) -> "Redis":
        """Return a client past the network; it gives up at once."""
        return Redis(port=self.port, socket_timeout=5.0, retry=Retry(NoBackoff(), 0), decode_responses=True)

    def ask(self, *command: Any) -> Any:
        """Return a node's answer to a command; raises RedisError."""
        with self.client() as client:
            return client.execute_command(*command)

    def answers(self) -> bool:
        """Return whether it lives and has read its log."""
        with suppress(RedisError):
            return bool(self.ask("PING"))
        return False

    def kill(self) -> None:
        """SIGKILL it, if it lives."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE_S)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.process is not None
        os.kill(self.process.pid, number)

    def empty(self) -> None:
        """Throw away all that a dead node had, but who it is in the cluster."""
        for path in self.directory.iterdir():
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name not in ("nodes.conf", "store.log"):
                path.unlink()
