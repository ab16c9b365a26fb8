"""Provides a bad network: a proxy that loses requests or answers, repeats requests, or delays them.

If told to, it also cuts answers off in the middle, sends a request twice at once, or sends it again much later, or
answers in the server's place that it is busy. Streams it passes on as they come, and cuts them off after a message.
"""

import http.client
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from socket import SHUT_RDWR
from threading import Lock, Thread
from typing import Any

FAULTS = ("request lost", "answer lost", "repeated", "delayed")
ALL_FAULTS = (*FAULTS, "answer cut off", "sent twice at once", "repeated later")
DELAY_S = 0.2
LIMIT_S = 40.0
STREAM = "text/event-stream"
CUT = "stream cut off"
BUSY = "answered as busy"
BUSY_ANSWER = (
    503,
    {"Content-Type": "application/problem+json", "Retry-After": "1"},
    b'{"type": "/problems/busy", "title": "Busy", "status": 503, "detail": "Later.", "instance": ""}',
)
HOP_BY_HOP = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server")


class Network:
    """Represents a proxy in front of a port, which lets `rate` of the requests meet a fault and holds `busy` of them.

    `made` holds, by path and Idempotency-Key, each 201 that the server answered, whether or not it came through.
    """

    def __init__(self, upstream: int, rate: float, seed: int, faults: Sequence[str] = FAULTS) -> None:
        self.upstream = upstream
        self.rate = rate
        self.faults = faults
        self.busy = 0
        self.met: Counter[str] = Counter()
        self.made: dict[tuple[str, str], bytes] = {}
        self.port = 0
        self._rng = Random(seed)
        self._lock = Lock()

    def fault(self) -> str:
        """Return the fault that the next request meets, or `none`."""
        with self._lock:
            met = self._rng.choice(self.faults) if self._rng.random() < self.rate else "none"
            self.met[met] += 1
            return met

    def cuts(self) -> bool:
        """Return whether a stream is cut off after the message that it just sent."""
        with self._lock:
            is_cut = self._rng.random() < self.rate
            self.met[CUT] += is_cut
            return is_cut

    @contextmanager
    def in_hand(self) -> Iterator[None]:
        """Count a request as busy while the proxy has it."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        with self._lock:
            self.busy += change

    def forward(
        self, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        """Pass a request on to the server, and return its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.upstream, timeout=LIMIT_S)
        try:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            text = answer.read()
            if answer.status == 201:
                self.made.setdefault((path, headers.get("Idempotency-Key", "")), text)
            return answer.status, dict(answer.getheaders()), text
        finally:
            connection.close()


class _Handler(BaseHTTPRequestHandler):
    """Passes a request on, or not, as the network decides."""

    def __getattr__(self, name: str) -> Any:
        """Handle all methods (`do_GET`, `do_POST`) alike."""
        if name.startswith("do_"):
            return self._handle
        raise AttributeError(name)

    def _handle(self) -> None:
        network: Network = self.server.network  # type: ignore[attr-defined]
        self.close_connection = True
        with network.in_hand(), suppress(OSError):
            self._meet(network, network.fault())

    def _meet(self, network: Network, fault: str) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        if fault == "request lost":
            return
        if fault == "delayed":
            time.sleep(DELAY_S)
        if fault == BUSY:
            self._pass_on(*BUSY_ANSWER, is_cut=False)
        elif self.headers.get("Accept") == STREAM:
            self._stream(network, headers)
        else:
            self._exchange(network, fault, headers, body)

    def _exchange(self, network: Network, fault: str, headers: dict[str, str], body: bytes) -> None:
        """Forward a request, and pass its answer on unless the fault prevents it."""
        forward = partial(network.forward, self.command, self.path, headers, body)
        if fault == "sent twice at once":
            Thread(target=_once_more, args=(network, forward), daemon=True).start()
        for _ in range(2 if fault == "repeated" else 1):
            answer = forward()
        if fault != "answer lost":
            self._pass_on(*answer, is_cut=fault == "answer cut off")
        if fault == "repeated later":
            self.connection.shutdown(SHUT_RDWR)
            time.sleep(DELAY_S)
            forward()

    def _stream(self, network: Network, headers: dict[str, str]) -> None:
        """Pass a stream on line by line, until one side closes it or the network cuts it off."""
        connection = http.client.HTTPConnection("127.0.0.1", network.upstream, timeout=LIMIT_S)
        with closing(connection), suppress(OSError, http.client.HTTPException):
            connection.request(self.command, self.path, None, headers)
            answer = connection.getresponse()
            if STREAM not in answer.getheader("Content-Type", ""):
                self._pass_on(answer.status, dict(answer.getheaders()), answer.read(), is_cut=False)
                return
            self._begin(answer.status, dict(answer.getheaders()))
            self.end_headers()
            for line in iter(answer.readline, b""):
                self.wfile.write(line)
                self.wfile.flush()
                if not line.strip() and network.cuts():
                    return

    def _pass_on(self, status: int, headers: dict[str, str], text: bytes, *, is_cut: bool) -> None:
        self._begin(status, headers)
        if status != 204:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text[: len(text) // 2] if is_cut else text)
        self.wfile.flush()

    def _begin(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Connection", "close")

    def log_message(self, *args: object) -> None:
        """Log nothing."""


def _once_more(network: Network, forward: Callable[[], Any]) -> None:
    """Forward a request again, and ignore what comes of it."""
    with network.in_hand(), suppress(OSError, http.client.HTTPException):
        forward()


@contextmanager
def bad_network(upstream: int, rate: float, seed: int, faults: Sequence[str] = FAULTS) -> Iterator[Network]:
    """Yield a proxy on a free port."""
    network = Network(upstream, rate, seed, faults)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.network = network  # type: ignore[attr-defined]
    server.daemon_threads = True
    network.port = server.server_port
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield network
    server.shutdown()
    server.server_close()
