"""Serves the API in a real process on a port of its own, and reads its streams."""

import http.client
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from service.queue.store import connect
from tests.conftest import StorePair
from tests.ports import free_port
from tests.service.http.forks import ServerProcess
from tests.service.processes import wait_for
from tests.workers.warm import Worker

ROOT = Path(__file__).parent.parent.parent.parent
SOON_S = 180.0


class Server:
    """Represents a running API process."""

    def __init__(self, process: "ServerProcess | subprocess.Popen[bytes]", port: int) -> None:
        self.process = process
        self.port = port

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Send one request on a connection of its own; return status and JSON."""
        connection = self.connection()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None

    def text(self, path: str) -> str:
        """Return the text of a resource."""
        connection = self.connection()
        connection.request("GET", path)
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def connection(self) -> http.client.HTTPConnection:
        """Open a connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=SOON_S)

    def stream(self, path: str, **headers: str) -> "EventStream":
        """Open a stream of events."""
        return EventStream(self.connection(), path, headers)


class EventStream:
    """Reads Server-Sent Events as a client does."""

    def __init__(self, connection: http.client.HTTPConnection, path: str, headers: dict[str, str]) -> None:
        sent = {"Accept": "text/event-stream"} | {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, None, sent)
        self.connection = connection
        self.answer = connection.getresponse()

    @property
    def status(self) -> int:
        """Return the status of the answer."""
        return self.answer.status

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield every message but turns: its `event` (message, end, lagging), its `id` and its `data`."""
        return (message for message in self.all_messages() if message["event"] != "turn")

    def all_messages(self) -> Iterator[dict[str, Any]]:
        """Yield every message, those of a seat's turn too."""
        return messages_of(iter(self.answer.readline, b""))

    def take(self, count: int) -> list[dict[str, Any]]:
        """Return the next messages."""
        messages = self.messages()
        return [next(messages) for _ in range(count)]

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def messages_of(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the messages of a stream, from its lines."""
    message: dict[str, Any] = {"event": "message"}
    for line in lines:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name == "data":
            message["data"] = json.loads(value)
        elif name in ("id", "event"):
            message[name] = value
        elif not name and "data" in message:
            yield message
            message = {"event": "message"}


class Followed:
    """Collects the versions that a stream sends."""

    def __init__(self, stream: EventStream) -> None:
        self.versions: list[int] = []
        self._stream = stream
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for message in self._stream.messages():
            event = message["data"].get("event", message["data"])
            self.versions.append(event["version"])


@contextmanager
def served(stores: StorePair, module: str = "tests.service.http.serve", **settings: str) -> Iterator[Server]:
    """Serve the API until the block ends, as a module does."""
    port = int(settings.pop("LONGROAD_PORT", 0)) or free_port()
    environment = {**_environment(stores), "LONGROAD_PORT": str(port), **settings}
    process = ServerProcess(module, environment)
    server = Server(process, port)
    try:
        await_ready(server)
        yield server
    finally:
        process.terminate()
        process.wait(SOON_S)


@contextmanager
def worker(stores: StorePair, service: str, **settings: str) -> Iterator[None]:
    """Run processes that do the work of a queue (`ai`, `jobs`, `long`), or the `sweep`, until the block ends.

    The block begins when the first of them is at the queue.
    """
    environment = {**_environment(stores), **settings}
    what = (service,) if service == "sweep" else ("run", service)
    with connect(stores.rq_url) as redis:
        queue = f"rq:workers:{service}"
        earlier = redis.smembers(queue)
        process = Worker(what, environment)
        try:
            if service != "sweep":
                await_worker(process, lambda: redis.smembers(queue) - earlier)
            yield
        finally:
            process.terminate()
            process.wait(SOON_S)


def await_worker(process: Worker, is_there: Callable[[], object]) -> None:
    """Wait until a worker is at its queue; fail with its errors if it ends before, or takes too long."""
    wait_for(lambda: is_there() or process.poll() is not None)
    assert is_there(), f"no worker comes up:\n{process.read_errors()}"


@contextmanager
def staffed(stores: StorePair, **settings: str) -> Iterator[Server]:
    """Serve the API with a worker of agents and one of jobs until the block ends."""
    with served(stores, **settings) as server, worker(stores, "ai", **settings), worker(stores, "jobs", **settings):
        yield server


def _environment(stores: StorePair) -> dict[str, str]:
    own = {
        "LONGROAD_EVENTS_URL": stores.events_url,
        "LONGROAD_RQ_URL": stores.rq_url,
        "LONGROAD_STORE_PROMISES": "may-lose-games",
    }
    return {"LONGROAD_API_PROCESSES": "1", **os.environ, **own}


def await_ready(server: Server) -> None:
    """Wait until a server answers that it is ready."""
    until = time.monotonic() + SOON_S
    while time.monotonic() < until:
        try:
            if server.ask("GET", "/readyz")[0] == 200:
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("the API does not come up")
