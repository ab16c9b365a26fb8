"""Represents the API's process for gunicorn: a gevent worker that limits connections and ends streams when it stops."""

import socket
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from fcntl import ioctl
from functools import partial
from math import ceil
from termios import FIONREAD
from types import FrameType
from typing import Any, Final, NamedTuple

import gevent
from gevent import Timeout, get_hub, getcurrent
from gunicorn.http.errors import InvalidResponseHeader, InvalidResponseHeaderName, ParseException
from gunicorn.util import write_nonblock
from gunicorn.workers.ggevent import GeventWorker

from eventstore import budget
from service.http import connections
from service.http.connection_limits import Held, Shared, connections_each, neighborhood
from service.http.forwarding import Forwarding
from service.http.refusal_delays import LONGEST_S
from service.live import announce_stop
from service.problems import Problem
from service.schemas.limits import LARGEST_BODY
from service.tracing import spans

KEEPALIVE = 15  # seconds
TURNED_AWAY = Problem("too_many_connections", retry_after=KEEPALIVE)
NONE: Mapping[str, str] = {}
OUR_FAULT = (InvalidResponseHeader, InvalidResponseHeaderName)
"""Gunicorn's parse errors that are faults of our answers; all its other parse errors are faults of requests."""
LAST_CALL_S: Final = 1.0
"""How long a client may still send its next request, in seconds; the answer has `Connection: close`."""
LOOK_S: Final = 0.05


class Waits:
    """Holds the connections that wait for a request."""

    def __init__(self) -> None:
        self._clients: dict[Any, socket.socket] = {}
        self._waits: dict[Any, tuple[Timeout, float]] = {}

    @contextmanager
    def serving(self, client: socket.socket) -> Iterator[None]:
        """Record in the block that this greenlet serves a connection."""
        here = getcurrent()
        self._clients[here] = client
        try:
            yield
        finally:
            del self._clients[here]

    @contextmanager
    def waiting(self, seconds: float) -> Iterator[None]:
        """Let this greenlet wait for its connection's next request; leave the block quietly if none arrives in time."""
        here = getcurrent()
        with Timeout(seconds, False) as timeout:
            self._waits[here] = timeout, time.monotonic()
            try:
                yield
            finally:
                del self._waits[here]

    def end_idle(self) -> None:
        """End every wait that has lasted for `LAST_CALL_S`, until the process ends."""
        while True:
            get_hub().loop.run_callback(self._end)
            gevent.sleep(LOOK_S)

    def _end(self) -> None:
        """End the idle waits; this runs in gevent's hub, like timeouts, so that no greenlet runs in between."""
        for greenlet in list(self._waits):
            timeout, began = self._waits.get(greenlet, (None, 0.0))
            if timeout and time.monotonic() - began > LAST_CALL_S and not _has_sent(self._clients[greenlet]):
                greenlet.throw(timeout)


def _has_sent(client: socket.socket) -> bool:
    """Return whether a client's socket holds unread bytes."""
    unread = array("i", [0])
    with suppress(OSError):
        ioctl(client.fileno(), FIONREAD, unread)
    return unread[0] > 0


class Named(NamedTuple):
    """Keeps the address of the listening socket, which gunicorn reads for each connection, even after closing it."""

    name: Any

    def getsockname(self) -> Any:
        """Return the address at which the socket listened."""
        return self.name


class ApiWorker(GeventWorker):
    """Represents a gevent worker that ends its streams as soon as it is stopped, rather than after the grace period.

    It limits the connections per address, except from trusted proxies.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.shared: Shared = self.app.shared
        self.connected = Held(connections_each(self.app.settings, self.app.connections), self.shared.held[0])
        self.forwarding = Forwarding(self.app.settings.trusted_proxies)
        self.row = 0
        self.waits = Waits()
        self.server_class = self._server

    def load_wsgi(self) -> None:
        """Load the application, begin to record traces and to count CPU time: after the fork, with gevent in place."""
        super().load_wsgi()
        metrics = self.wsgi.extensions["longroad"].metrics
        metrics.unnamed_proxies.set_function(lambda: self.forwarding.suspect is not None)
        spans.trace_requests(self.wsgi)
        budget.follow()

    def _server(self, listener: Any, spawn: Any, **settings: Any) -> connections.LastServer:
        """Return the server that gunicorn starts in this process."""
        handle = partial(self.handle, Named(listener.getsockname()))
        if self.shared.processes == 1:
            return connections.LastServer(listener, handle, spawn=spawn)
        self.shared.begin()
        gevent.spawn(self.wsgi.extensions["longroad"].metrics.together.keep_reporting)
        return connections.EvenServer(listener, handle, spawn, self.shared)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, unless its address holds too many."""
        try:
            self._serve(listener, client, addr)
        finally:
            if self.shared.processes > 1:
                self.shared.connections.add(-1)

    def _serve(self, listener: Any, client: Any, addr: Any) -> None:
        if addr and self.forwarding.trusted and self.forwarding.trusts(addr[0]):
            self._keep(listener, client, addr)
            return
        holder = neighborhood(addr[0]) if addr else ""
        if not self.connected.take(holder):
            self.turn_away(client)
            return
        try:
            self._keep(listener, client, addr)
        finally:
            self.connected.give_back(holder)

    def _keep(self, listener: Any, client: Any, addr: Any) -> None:
        with self.waits.serving(client):
            super().handle(listener, client, addr)

    def timeout_ctx(self) -> Any:
        """Return the context that limits the wait for a connection's next request."""
        return self.waits.waiting(KEEPALIVE)

    def wait(self, address: str, headers: Iterable[tuple[str, str]]) -> float:
        """Delay a request of a client that was often refused; return the seconds that the client has yet to wait."""
        application = self.wsgi.extensions["longroad"]
        if not application.patience.is_needed:
            return 0.0
        from service.http.quotas import lane

        given = dict(headers)
        here = lane(application.context, neighborhood(address), given.get("AUTHORIZATION"), given.get("X-API-KEY"))
        wait: float = 0.0 if here is None else application.patience.wait(here)
        if wait:
            gevent.sleep(min(wait, LONGEST_S))
        return max(0.0, wait - LONGEST_S)

    def refuse(self, client: Any, address: str, seconds: float) -> None:
        """Answer 429 to a client that was refused too often; it may retry after `seconds`."""
        from service.http.headers import quota_headers
        from service.http.quotas import count_request

        shares = count_request(self.wsgi, neighborhood(address))
        self.turn_away(client, Problem("too_many_requests", retry_after=ceil(seconds)), quota_headers(shares))

    def turn_away(self, client: Any, problem: Problem = TURNED_AWAY, headers: Mapping[str, str] = NONE) -> None:
        """Answer that a client exceeds a limit, and close its connection without waiting for the rest of a request."""
        from service.http.malformed_requests import raw_answer

        app = self.wsgi.extensions["longroad"]
        app.metrics.refusals.labels(problem.slug).inc()
        with suppress(OSError):
            write_nonblock(client, raw_answer(problem, headers, app.context.settings.base_path))
            client.shutdown(socket.SHUT_WR)
            client.settimeout(0)
            client.recv(LARGEST_BODY)
        client.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop on SIGTERM: end streams and waiting requests, answer requests that were read, close idle connections."""
        super().handle_exit(sig, frame)
        gevent.spawn(announce_stop)
        gevent.spawn(self.waits.end_idle)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer a request; close the connection after a large one, or one that cannot be read to its end."""
        if addr:
            addr = (self.forwarding.client(addr[0], req.headers), *addr[1:])
        here = addr[0] if addr else ""
        if left := self.wait(here, req.headers):
            self.refuse(sock, here, left)
            raise StopIteration
        if connections.has_more_than(LARGEST_BODY, req.body):
            req.force_close()
        try:
            with connections.limit_body(sock, req.body, connections.BODY_S):
                super().handle_request(listener_name, req, sock, addr)
                if connections.read_to_end(req.body, LARGEST_BODY, KEEPALIVE):
                    return
        except StopIteration:
            if connections.is_at_end(req.body):
                raise
        connections.linger(sock)
        raise StopIteration

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer anything that is not HTTP with a problem, like all other refusals."""
        if not isinstance(exc, ParseException) or isinstance(exc, OUR_FAULT):
            super().handle_error(req, client, addr, exc)
            return
        from service.http.malformed_requests import answer_unreadable
        from service.http.quotas import count_request

        self.log.warning("unreadable request: %s", exc)
        shares = count_request(self.wsgi, neighborhood(addr[0]) if addr else "")
        with suppress(OSError):
            write_nonblock(client, answer_unreadable(exc, shares, self.app.settings.base_path))
        connections.linger(client)
