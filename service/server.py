"""Serves the API: gunicorn with a gevent worker for REST and streams in each of API_PROCESSES.

`python -m service.server` listens on HOST and PORT, or on the socket that the supervisor passes in LISTENER_FD. If
gevent has patched the standard library first (`service/server_start.py`, which the supervisor runs), the application is
made in the master, otherwise in the worker. It opens no connection and starts no thread before the first request, which
is after the fork.
"""

import fcntl
import gc
import logging
import os
import socket
import sys
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import Any

import gevent
from gevent import monkey
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger
from gunicorn.http.errors import InvalidResponseHeader, InvalidResponseHeaderName, ParseException
from gunicorn.util import write_nonblock
from gunicorn.workers.ggevent import GeventWorker

from eventstore.tally import TALLY
from service import logs
from service.http import traced
from service.http.balance import EvenServer
from service.http.crowding import CONNECTIONS, Held, connections_each, neighborhood
from service.http.lingering import has_more_than, is_at_end, linger, read_to_end
from service.http.open_files import allow_connections
from service.http.sharing import Shared
from service.live.stopping import announce_stop
from service.problems import Problem
from service.schemas.limits import LARGEST_BODY
from service.settings import Settings, SettingsError, read_settings
from service.tracing import spans

GRACE = 3  # seconds for requests in flight; streams close at once
KEEPALIVE = 15  # seconds
LONGEST_LINE = 8190  # bytes of method, path and query
GARBAGE = (1_000, 10, 100)
"""Sets how many new objects start each kind of collection: with 1,000 streams open a full one stops all for 0.1 s."""
HUNG_AFTER = 30  # seconds without a heartbeat


TURNED_AWAY = Problem("too_many_connections", retry_after=KEEPALIVE)
log = logging.getLogger(__name__)
OUR_FAULT = (InvalidResponseHeader, InvalidResponseHeaderName)


class ApiWorker(GeventWorker):
    """Represents a gevent worker that ends its streams as soon as it is stopped, rather than after the grace period.

    It limits the connections per address.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.shared: Shared = self.app.shared
        self.connected = Held(connections_each(self.app.settings, self.app.connections), self.shared.held[0])
        self.row = 0
        if self.shared.processes > 1:
            self.server_class = self._even_server

    def load_wsgi(self) -> None:
        """Load the application, and begin to record traces: after the fork, and with gevent patched in."""
        super().load_wsgi()
        traced.begin(self.wsgi)

    def _even_server(self, listener: Any, spawn: Any, **settings: Any) -> EvenServer:
        """Return the server that gunicorn starts in this process."""
        self.shared.begin()
        gevent.spawn(self.wsgi.extensions["longroad"].metrics.together.keep_reporting)
        return EvenServer(listener, partial(self.handle, listener), spawn, self.shared)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        """Serve a connection, unless its address holds too many."""
        try:
            self._serve(listener, client, addr)
        finally:
            if self.shared.processes > 1:
                self.shared.connections.add(-1)

    def _serve(self, listener: Any, client: Any, addr: Any) -> None:
        holder = neighborhood(addr[0]) if addr else ""
        if not self.connected.take(holder):
            self.turn_away(client)
            return
        try:
            super().handle(listener, client, addr)
        finally:
            self.connected.give_back(holder)

    def turn_away(self, client: Any) -> None:
        """Answer that the address holds too many connections, without waiting for what the client may be sending."""
        from service.http.unreadable import raw_answer

        self.wsgi.extensions["longroad"].metrics.refusals.labels(TURNED_AWAY.slug).inc()
        with suppress(OSError):
            write_nonblock(client, raw_answer(TURNED_AWAY, {}))
            client.shutdown(socket.SHUT_WR)
            client.settimeout(0)
            client.recv(LARGEST_BODY)
        client.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop accepting on SIGTERM, and end streams and waiting requests."""
        super().handle_exit(sig, frame)
        gevent.spawn(announce_stop)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Answer a request; close the connection after a large one, or one that cannot be read to its end."""
        if has_more_than(LARGEST_BODY, req.body):
            req.force_close()
        try:
            super().handle_request(listener_name, req, sock, addr)
            if read_to_end(req.body, LARGEST_BODY, KEEPALIVE):
                return
        except StopIteration:
            if is_at_end(req.body):
                raise
        linger(sock)
        raise StopIteration

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer anything that is not HTTP with a problem, like all other refusals."""
        if not isinstance(exc, ParseException) or isinstance(exc, OUR_FAULT):
            super().handle_error(req, client, addr, exc)
            return
        from service.http.quotas import count_request
        from service.http.unreadable import answer_unreadable

        self.log.warning("unreadable request: %s", exc)
        shares = count_request(self.wsgi, neighborhood(addr[0]) if addr else "")
        with suppress(OSError):
            write_nonblock(client, answer_unreadable(exc, shares))
        linger(client)


class OwnLines(Logger):
    """Puts gunicorn's log lines among ours."""

    def _set_handler(self, log: logging.Logger, output: Any, fmt: Any, stream: Any = None) -> None:
        log.propagate = True


class ApiServer(BaseApplication):
    """Configures gunicorn from our settings, without a configuration file."""

    def __init__(self, settings: Settings, connections: int = CONNECTIONS) -> None:
        self.settings = settings
        self.connections = connections
        self.shared = Shared(settings.api_processes)
        TALLY.share(len(self.shared.rows))
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's options; gunicorn calls this before it listens."""
        listener = os.environ.get("LISTENER_FD")
        host = f"[{self.settings.host}]" if ":" in self.settings.host else self.settings.host
        options: dict[str, Any] = {
            "bind": f"fd://{listener}" if listener else f"{host}:{self.settings.port}",
            "worker_class": "service.server.ApiWorker",
            "workers": self.settings.api_processes,
            "pre_fork": self._choose_row,
            "post_fork": self._take_row,
            "child_exit": self._leave_row,
            "worker_exit": lambda _arbiter, _worker: spans.end(),
            "preload_app": is_patched(),
            "worker_connections": self.connections,
            "graceful_timeout": GRACE,
            "keepalive": KEEPALIVE,
            "timeout": HUNG_AFTER,
            "limit_request_line": LONGEST_LINE,
            "control_socket_disable": True,
            "proc_name": "longroad-api",
            "logger_class": OwnLines,
            "loglevel": "warning",
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def _choose_row(self, arbiter: Any, worker: ApiWorker) -> None:
        """Give a process a row of what all share which no living one has."""
        taken = {one.row for one in arbiter.WORKERS.values()}
        worker.row = next(row for row in self.shared.rows if row not in taken)

    def _take_row(self, _arbiter: Any, worker: ApiWorker) -> None:
        self.shared.take(worker.row)
        TALLY.take(worker.row)

    def _leave_row(self, _arbiter: Any, worker: ApiWorker) -> None:
        self.shared.leave(worker.row)

    def load(self) -> Any:
        """Return the WSGI application, made in the master if gevent was there first, so that workers fork with it."""
        from service.app import create_app

        gevent.get_hub().print_exception = lambda _context, *failed: logs.report(*failed)
        app = create_app(connections=self.connections, shared=self.shared)
        gc.collect()
        gc.freeze()  # exempt what is here from collections, which would stop all requests
        gc.set_threshold(*GARBAGE)
        return app


def main() -> int:
    """Serve until stopped; return 2 if a setting is invalid."""
    logs.begin("api")
    try:
        settings = read_settings()
    except SettingsError as error:
        sys.stderr.write(f"longroad: {error}\n")
        return 2
    logs.begin("api", settings.log_format)
    connections = allow_connections(CONNECTIONS)
    if connections < CONNECTIONS:
        log.warning("room for %d connections at once; raise `ulimit -n` for more", connections)
    server = ApiServer(settings, connections)
    if is_patched():
        server.wsgi()
    take_turn()
    server.run()
    return 0


def is_patched() -> bool:
    """Return whether gevent was patched in first, so that the master may make the application."""
    return bool(monkey.is_module_patched("threading"))


def take_turn() -> None:
    """Wait until no other process serves: a spare one stands by with everything loaded.

    The process holds the lock itself, so it is released the very moment it dies.
    """
    turn = os.environ.get("TURN_FD")
    if turn:
        fcntl.lockf(int(turn), fcntl.LOCK_EX)


if __name__ == "__main__":
    sys.exit(main())
