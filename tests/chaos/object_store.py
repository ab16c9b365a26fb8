"""Runs a store that speaks S3 and keeps what it confirmed although it is killed, behind a network that may be cut.

The server is moto's, which keeps objects in memory. A proxy in front of it keeps a copy of every object that the server
confirmed. Once a new server takes the place of a killed one, it gets these copies before anybody else reaches it. So an
object that was not confirmed may be gone, and all others are there, as in a store that writes to disks.
"""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection
from threading import Lock
from typing import Final

from tests.eventstore.archive.object_stores import BUCKET, Faults, address, port_for_moto, proxy, running_moto
from tests.trials.wire import Wire, wire

TIMEOUT_S: Final = 30.0
CONDITIONS: Final = ("if-match", "if-none-match", "authorization")
Kept = tuple[bytes, dict[str, str]]
"""Holds the bytes of an object and the headers with which it was written."""


@dataclass
class Copies(Faults):
    """Holds a copy of each object that the store confirmed, by its path, beside the faults of the proxy."""

    kept: dict[str, Kept] = field(default_factory=dict)
    guard: Lock = field(default_factory=Lock)

    def note(self, method: str, path: str, body: bytes, headers: dict[str, str], status: int) -> None:
        """Keep an object that was written, and forget one that was deleted."""
        if status >= HTTPStatus.MULTIPLE_CHOICES or method not in ("PUT", "DELETE"):
            return
        with self.guard:
            if method == "DELETE":
                self.kept.pop(path, None)
            else:
                self.kept[path] = body, {name: text for name, text in headers.items() if name.lower() not in CONDITIONS}

    def clear(self) -> None:
        """Cause no more faults; the copies stay."""
        fresh = Faults()
        for name in vars(fresh):
            setattr(self, name, getattr(fresh, name))


class ObjectStore:
    """Represents the store: its server at `port`, the copies and faults of the proxy, and the network before that."""

    def __init__(self, port: int) -> None:
        self.copies = Copies()
        self.way: Wire | None = None
        self.port = port
        self._running = ExitStack()
        self._server = self._start()

    @property
    def address(self) -> str:
        """Return the address of an archive in the store."""
        assert self.way is not None
        return address(self.way.port)

    @property
    def pid(self) -> int:
        """Return the process id of the server."""
        return self._server.pid

    def _start(self) -> "subprocess.Popen[bytes]":
        server = self._running.enter_context(running_moto(self.port))
        with self.copies.guard:
            kept = list(self.copies.kept.items())
        for path, (body, headers) in kept:
            self.send("PUT", path, body, headers)
        return server

    def send(self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> bytes:
        """Send a request to the server itself, not through the proxy, and return the body of the answer."""
        asked = HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        asked.request(method, path, body, headers or {"Host": "127.0.0.1", "Content-Length": str(len(body))})
        answer = asked.getresponse()
        content = answer.read()
        asked.close()
        assert answer.status < HTTPStatus.MULTIPLE_CHOICES, content
        return content

    def die(self) -> None:
        """Kill the server; nobody gets through until `rise`."""
        assert self.way is not None
        self.way.dead = True
        self.end()
        self.way.cut()

    def rise(self) -> None:
        """Start a server in the place of the killed one, with all that was confirmed."""
        assert self.way is not None
        self._server = self._start()
        self.way.dead = False

    def stop(self) -> None:
        """Suspend the server."""
        os.kill(self._server.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a suspended server go on."""
        os.kill(self._server.pid, signal.SIGCONT)

    def paths(self, part: str) -> list[str]:
        """Return the paths of the objects that were confirmed and have this in their names."""
        with self.copies.guard:
            return sorted(path for path in self.copies.kept if part in path and path.startswith(f"/{BUCKET}/"))

    def end(self) -> None:
        """Kill the server, if it runs."""
        self._running.close()


@contextmanager
def object_store() -> Iterator[ObjectStore]:
    """Run the store until the block ends; skips a test where moto is not installed."""
    store = ObjectStore(port_for_moto())
    try:
        with proxy(store.port, store.copies) as (front, _), wire(front) as way:
            store.way = way
            yield store
    finally:
        store.end()
