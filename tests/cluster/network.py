"""Controls the network between the nodes and clients of a cluster: links are held, released and cut."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final

from tests.cluster.proxy import BUS, CLIENT, REPLICA, Rule
from tests.service.http.live import ROOT

PATIENCE_S: Final = 60


class Network:
    """Represents the process through which all nodes and clients of a cluster reach each other."""

    def __init__(self) -> None:
        command = (sys.executable, "-m", "tests.cluster.proxy")
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
        self._lock = Lock()

    def order(self, **orders: Any) -> None:
        """Send orders to the proxy, and wait until they are carried out."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            self._process.stdin.write(json.dumps(orders).encode() + b"\n")
            self._process.stdin.flush()
            assert self._process.stdout.readline(), "the network has ended"

    @contextmanager
    def held(self, rules: Iterable[Rule], cut_after: bool = False) -> Iterator[None]:
        """Hold links until the block ends; then what waits on them is passed on, or lost where they are cut."""
        rules = list(rules)
        self.order(hold=rules)
        try:
            yield
        finally:
            self.order(release=rules, cut=rules if cut_after else [])

    def stop(self) -> None:
        """End it, and every connection with it."""
        self._process.terminate()
        self._process.wait(PATIENCE_S)


def gossip(node: int) -> list[Rule]:
    """Return the links by which a node and the others know that they live."""
    return [Rule(BUS, node, None), Rule(BUS, None, node)]


def replication(node: int) -> list[Rule]:
    """Return the links by which a node's log is copied, in either direction."""
    return [Rule(REPLICA, node, None), Rule(REPLICA, None, node)]


def clients(node: int) -> list[Rule]:
    """Return the links by which clients reach a node."""
    return [Rule(CLIENT, None, node)]
