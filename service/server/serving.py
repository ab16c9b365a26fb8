"""Serves the API: gunicorn with a gevent worker for REST and streams in each of LONGROAD_API_PROCESSES.

`python -m service.server.serving` listens on LONGROAD_HOST and LONGROAD_PORT, or on the socket that the supervisor
passes in LISTENER_FD. If gevent has patched the standard library first (`service/server/start.py`, which the supervisor
runs), the application is made in the master, otherwise in the worker. It opens no connection and starts no thread
before the first request, which is after the fork.
"""

import fcntl
import gc
import logging
import os
import sys
from typing import Any

import gevent
from gevent import monkey
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger

from eventstore.append_counts import TALLY
from service.http.connection_limits import CONNECTIONS, Shared, allow_connections
from service.process import logs
from service.process.pending import flush_all
from service.server.worker import KEEPALIVE, ApiWorker
from service.settings import Settings, SettingsError, read_settings
from service.supervisor.listener import turn_away
from service.tracing import spans

GRACE = 4  # seconds for requests in flight; streams close at once
LONGEST_LINE = 8190  # bytes of method, path and query
GARBAGE = (1_000, 10, 100)
"""Thresholds of the garbage collector. With 1,000 open streams, a full collection stops the process for 0.1 s."""
HUNG_AFTER = 30  # seconds without a heartbeat

log = logging.getLogger(__name__)


class OwnLines(Logger):
    """Hands gunicorn's log lines to the handlers of the service."""

    def _set_handler(self, log: logging.Logger, output: Any, fmt: Any, stream: Any = None) -> None:
        log.propagate = True


class Master(Arbiter):
    """Represents gunicorn's master; when it stops it refuses new connections, if the socket is its own."""

    def stop(self, graceful: bool = True) -> None:
        """Stop the workers, which still accept the waiting connections."""
        if not os.environ.get("LISTENER_FD"):
            for listener in self.LISTENERS:
                turn_away(listener.sock)
        super().stop(graceful)


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
            "worker_class": "service.server.worker.ApiWorker",
            "workers": self.settings.api_processes,
            "pre_fork": self._choose_row,
            "post_fork": self._take_row,
            "child_exit": lambda _arbiter, worker: self.shared.leave(worker.row),
            "worker_exit": lambda _arbiter, _worker: _end(),
            "preload_app": is_patched(),
            "worker_connections": self.connections,
            "graceful_timeout": GRACE,
            "keepalive": KEEPALIVE,
            "timeout": HUNG_AFTER,
            "limit_request_line": LONGEST_LINE,
            "forwarder_headers": "",  # no header may replace the path: a proxy may pass on a client's header
            "control_socket_disable": True,
            "proc_name": "longroad-api",
            "logger_class": OwnLines,
            "loglevel": "warning",
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def run(self) -> None:
        """Serve until stopped."""
        Master(self).run()

    def _choose_row(self, arbiter: Any, worker: ApiWorker) -> None:
        """Assign a process a free row of the shared counters."""
        taken = {one.row for one in arbiter.WORKERS.values()}
        worker.row = next(row for row in self.shared.rows if row not in taken)

    def _take_row(self, _arbiter: Any, worker: ApiWorker) -> None:
        self.shared.take(worker.row)
        TALLY.take(worker.row)

    def load(self) -> Any:
        """Return the WSGI application; if gevent was patched in first, the master makes it and workers inherit it."""
        from service.server.app import create_app

        gevent.get_hub().print_exception = lambda _context, *failed: logs.report(*failed)
        app = create_app(connections=self.connections, shared=self.shared)
        gc.collect()
        gc.freeze()  # exempt the application from collections, which would stop all requests
        gc.set_threshold(*GARBAGE)
        gc.enable()  # it was off if gevent was patched in first
        return app


def _end() -> None:
    """Send what a process has not sent yet, as its last act."""
    flush_all()
    spans.end()


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
    if turn := os.environ.get("TURN_FD"):  # a spare process waits here with everything loaded
        # the process itself holds the lock, so its death releases the lock at once
        fcntl.lockf(int(turn), fcntl.LOCK_EX)
    server.run()
    return 0


def is_patched() -> bool:
    """Return whether gevent was patched in first, so that the master may make the application."""
    return bool(monkey.is_module_patched("threading"))


if __name__ == "__main__":
    sys.exit(main())
