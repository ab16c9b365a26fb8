"""Passes requests on to a server: a proxy whose subclasses decide what becomes of each request and its answer."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

LIMIT_S: Final = 60.0
STREAMS: Final = ("text/event-stream", "application/x-ndjson")
Lines = Callable[[Iterator[bytes]], Iterator[bytes]]
HOP_BY_HOP: Final = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server")


def find_header(headers: dict[str, str], name: str) -> str:
    """Return a header, in whichever case it was written, or an empty text."""
    return next((value for each, value in headers.items() if each.lower() == name.lower()), "")


class Request(NamedTuple):
    """Holds a request as a client sent it; `target` is the path with the query."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    def header(self, name: str) -> str:
        """Return a header, or an empty text."""
        return find_header(self.headers, name)

    @property
    def is_stream(self) -> bool:
        """Return whether the answer would be a stream."""
        return self.header("Accept").startswith(STREAMS)


class Answer(NamedTuple):
    """Holds an answer as a server gave it."""

    status: int
    headers: dict[str, str]
    body: bytes


class Line(BaseHTTPRequestHandler):
    """Represents the connection of a client, which carries one request."""

    def __getattr__(self, name: str) -> Any:
        """Handle all methods (`do_GET`, `do_POST`) alike."""
        if name.startswith("do_"):
            return self._handle
        raise AttributeError(name)

    def _handle(self) -> None:
        proxy: Proxy = self.server.proxy  # type: ignore[attr-defined]
        self.close_connection = True
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("connection", "host")}
        with suppress(OSError, http.client.HTTPException):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            proxy.meet(Request(self.command, self.path, headers, body), self)

    def give(self, answer: Answer, share: float = 1.0) -> None:
        """Give an answer, or only a share of its body before the connection is closed."""
        self.begin(answer)
        if answer.status != 204:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.write(answer.body[: int(len(answer.body) * share)])

    def begin(self, answer: Answer) -> None:
        """Write the status and the headers of an answer, as far as they are for the client."""
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in HOP_BY_HOP:
                self.send_header(name, value)
        self.send_header("Connection", "close")

    def write(self, data: bytes) -> None:
        """Write a part of a body at once."""
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, *args: object) -> None:
        """Log nothing."""


class _Listener(ThreadingHTTPServer):
    """Hands connections to threads; that a client goes away is no error."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Report what went wrong with a connection, unless the client just closed it."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class Proxy:
    """Represents a proxy in front of a server; `port` is where it listens while it is `open`."""

    def __init__(self, upstream: str) -> None:
        self.upstream = urlsplit(upstream)
        self.port = 0

    @property
    def url(self) -> str:
        """Return its address, for clients on this machine."""
        return f"http://127.0.0.1:{self.port}{self.upstream.path.rstrip('/')}"

    @contextmanager
    def open(self) -> Iterator[None]:
        """Listen on a free port until the block ends."""
        server = _Listener(("127.0.0.1", 0), Line)
        server.proxy = self  # type: ignore[attr-defined]
        self.port = server.server_port
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()

    def meet(self, request: Request, line: Line) -> None:
        """Decide what becomes of a request: by default the server answers it."""
        line.give(self.forward(request))

    def connection(self) -> http.client.HTTPConnection:
        """Return a new connection to the server."""
        kind = http.client.HTTPSConnection if self.upstream.scheme == "https" else http.client.HTTPConnection
        return kind(self.upstream.hostname or "", self.upstream.port, timeout=LIMIT_S)

    def forward(self, request: Request) -> Answer:
        """Pass a request on to the server, and return its answer."""
        with closing(self.connection()) as connection:
            connection.request(request.method, request.target, request.body or None, request.headers)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())

    def relay(self, request: Request, line: Line, lines: Lines) -> Answer | None:
        """Pass a stream on, line by line as `lines` makes them of those of the server, until either is at its end.

        Returns the answer, which was not given yet, if the server answered with something else than a stream.
        """
        with closing(self.connection()) as connection:
            connection.request(request.method, request.target, None, request.headers)
            answer = connection.getresponse()
            head = Answer(answer.status, dict(answer.getheaders()), b"")
            if not answer.headers.get("Content-Type", "").startswith(STREAMS):
                return head._replace(body=answer.read())
            line.begin(head)
            line.end_headers()
            for part in lines(iter(answer.readline, b"")):
                line.write(part)
        return None
