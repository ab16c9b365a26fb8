"""Runs the supervisor: starts everything, keeps it running, and ends it in time."""

import contextlib
import gc
import logging
import os
import signal
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import IO, Final

from redis.exceptions import RedisError

from service.measuring.reports import Reporter, Sample, forget_reports
from service.process.build import rules_form
from service.process.known_store import VARIABLE, file_of_host
from service.settings import Settings
from service.settings.reading import list_changed
from service.supervisor.api_prestart import Early
from service.supervisor.child import Child, Program
from service.supervisor.data_directory import LOG, close_data_directory
from service.supervisor.disk_watch import DiskWatch
from service.supervisor.forgotten_people import BadEntry, forget_again
from service.supervisor.forked import warm_up
from service.supervisor.listener import listen, turn_away
from service.supervisor.log_limit import LogLimit
from service.supervisor.notifying import notify
from service.supervisor.store_watch import StoreWatch
from service.supervisor.stores import KeptStore, start_stores, stop_stores

logger = logging.getLogger("longroad")
TICK = 0.1  # seconds
GRACE = 4.3  # seconds for the children to end by themselves; the stores get the rest of five
SPARE_AFTER = 5.0  # seconds from the moment that the API answers
STILLBORN = 5  # early deaths of the API in a row, before it ever answered, after which the start has failed
API = "service.server.start"
JOBS = ("workers.run", "workers.jobs")
FORKED: Final = (
    *(Program(name, "workers.run", (name,), forked=True, needs=JOBS) for name in ("ai", "jobs", "long")),
    Program("sweep", "workers.sweep", forked=True, needs=("workers.sweep",)),
)
"""The programs besides the stores and the API; each has the name of its role."""


class StartError(Exception):
    """Reports that the data directory cannot be used, or the API did not start; the message is one line."""


class _StopRequested(Exception):
    """Interrupts the wait for a store that is still loading."""


class Supervisor:
    """Starts, restarts and stops the processes of a host's roles, in order."""

    def __init__(self, settings: Settings, environment: Mapping[str, str], early: Early | None = None) -> None:
        """Take the `environment` that holds the settings; the children get it, with the stores' URLs added.

        `early` is the API's first process, if it has already begun to import.
        """
        self._early = early
        self.settings = settings
        self.environment = environment
        self.stores: list[KeptStore] = []
        self.children: list[Child] = []
        self.disk = DiskWatch(settings)
        self.logs = LogLimit(settings.data_dir, settings.log_mb)
        self.watch = StoreWatch(settings)
        self._api: Child | None = None
        self._spare: Child | None = None
        self._listener: socket.socket | None = None
        self._turn: IO[bytes] | None = None
        self._stopping = False
        self._awaits_store = False
        self._is_ready = False
        self._reporter = Reporter(settings.data_dir, "supervisor")

    def run(self) -> None:
        """Serve until TERM, INT or HUP, then end everything and return.

        Raises ListenError, StoreUnavailable or StartError if the start fails; nothing is left running then.
        """
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, self._request_stop)
        try:
            with contextlib.suppress(_StopRequested):
                self._start()
                while not self._stopping:
                    self._tend()
                    time.sleep(TICK)
        finally:
            self._stop()

    def _request_stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopping = True
        if self._awaits_store:
            raise _StopRequested

    @contextlib.contextmanager
    def _awaiting_store(self) -> Iterator[None]:
        """Let a signal interrupt the wait for a store, which may load for many seconds."""
        self._awaits_store = True
        try:
            yield
        finally:
            self._awaits_store = False

    def _start(self) -> None:
        self._listener = listen(self.settings) if "api" in self.settings.role else None
        logs = open_data_directory(self.settings.data_dir)
        with self._awaiting_store():
            self.stores = start_stores(self.settings)
            self.watch.begin()
        self._turn = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the supervisor lives
        environment = self._environment()
        self._forget_again(environment)
        where = f"logs in {logs}" if self.settings.log == "files" else "logs follow"
        logger.info("starting with %s rules; data in %s, %s", rules_form(), self.settings.data_dir, where)
        logger.info("settings: %s", " ".join(list_changed(self.settings)) or "as they are when nothing is set")
        if self._listener is not None:
            self._start_api(api(self._listener.fileno(), self._turn.fileno()), environment, logs)
        forked = [program for program in FORKED if program.name in self.settings.role]
        self.children += [Child(one, environment, self._log(logs / f"{one.name}.log")) for one in forked]
        warm_up([name for program in forked for name in program.needs])
        gc.freeze()  # shared by all forks: no collection writes to it

    def _forget_again(self, environment: Mapping[str, str]) -> None:
        try:
            forget_again(self.settings, environment)
        except BadEntry as bad:
            raise StartError(str(bad)) from bad
        except RedisError as error:
            raise StartError(f"the events' store does not answer: {error}") from error

    def _start_api(self, program: Program, environment: Mapping[str, str], logs: Path) -> None:
        """Start the API first, so that it builds its application while the supervisor is still importing."""
        self._api = Child(program, environment, self._log(logs / "api.log"))
        self._api.early = self._early
        self._spare = Child(replace(program, name="api-spare"), environment, self._api.log)
        self.children.append(self._api)
        self._api.tend()

    def _environment(self) -> dict[str, str]:
        urls = {"events": self.settings.events_url, "rq": self.settings.rq_url}
        urls.update({store.name: store.url for store in self.stores})
        ours = {"LONGROAD_EVENTS_URL": str(urls["events"]), "LONGROAD_RQ_URL": str(urls["rq"]), "PYTHONUNBUFFERED": "1"}
        if self.settings.events_url is not None:
            ours["LONGROAD_MIN_FREE_MB"] = "0"  # the log is on another disk
        ours[VARIABLE] = str(file_of_host(self.settings) or "")
        ours["LISTENER_FD"] = str(self._listener.fileno() if self._listener else "")
        ours["TURN_FD"] = str(self._turn.fileno() if self._turn else "")
        return {**self.environment, **ours}

    def _log(self, path: Path) -> Path | None:
        return None if self.settings.log == "stderr" else path

    def _tend(self) -> None:
        self.disk.look()
        self.logs.tend()
        self.watch.tend()
        with self._awaiting_store():
            for store in self.stores:
                store.tend()
        for child in self.children:
            child.tend()
        if not self._is_ready:
            self._greet()
        self._reporter.report(self._restarts())

    def _restarts(self) -> Iterator[Sample]:
        for store in self.stores:
            yield Sample("longroad_restarts_total", (f"{store.name} store",), store.restarts)
        for child in self.children:
            yield Sample("longroad_restarts_total", (child.program.name,), max(0, child.starts - 1))

    def _greet(self) -> None:
        url = self.settings.local_url
        if self._api is None:
            self._be_ready(", ".join(self.settings.role))
        elif answers(f"{url}/readyz"):
            self._stand_by()
            path = self.settings.base_path
            behind = f"; their links are those of a proxy that has all of it at {path}/" if path else ""
            self._be_ready(f"API at {url}/v1, docs at {url}/docs, guide at {url}/guide, console at {url}/{behind}")
        elif self._api.deaths >= STILLBORN:
            raise StartError(f"the API does not start; see {self._api.log or 'above'}")

    def _stand_by(self) -> None:
        """Schedule the start of the spare API; started at once, it would take a core from the one that serves."""
        if self._spare is not None:
            self._spare.put_off(SPARE_AFTER)
            self.children.append(self._spare)

    def _be_ready(self, what: str) -> None:
        self._is_ready = True
        logger.info("ready: %s", what)
        notify("READY=1")

    def _stop(self) -> None:
        if self.children:
            logger.info("stopping")
            notify("STOPPING=1")
        if self._listener is not None:
            turn_away(self._listener)
            self._listener.close()
        for child in self.children:
            child.stop()
        wait_until(lambda: all(child.is_down() for child in self.children), GRACE)
        for child in self.children:
            child.kill()
        stop_stores(self.stores)


def open_data_directory(data_dir: Path) -> Path:
    """Make the data directory private and return its directory of logs; raises StartError if it is unusable."""
    try:
        others_read = close_data_directory(data_dir)
    except OSError as error:
        raise StartError(f"cannot use {data_dir}: {os.strerror(error.errno or 0)}") from error
    if others_read is not None:
        logger.warning("%s cannot be closed to others: whoever reads it knows all hidden cards", others_read)
    forget_reports(data_dir)
    return data_dir / LOG


def api(listener: int, turn: int) -> Program:
    """Describe the API's program, which serves at the socket `listener` once it holds the lock of the file `turn`."""
    return Program("api", API, descriptors=(listener, turn))


def answers(url: str) -> bool:
    """Return whether `url` answers 200 within half a second."""
    try:
        with urllib.request.urlopen(url, timeout=0.5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def wait_until(is_done: Callable[[], bool], seconds: float) -> None:
    """Wait until `is_done` returns True, at most `seconds`."""
    deadline = time.monotonic() + seconds
    while not is_done() and time.monotonic() < deadline:
        time.sleep(0.02)
