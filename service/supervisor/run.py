"""Runs the supervisor: starts everything, keeps it running, ends it in time, and says in one line why a start fails."""

import logging
import os
import signal
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import IO, Final

from redis.exceptions import RedisError

from domain.core.errors import InvalidFile
from eventstore.embedded.server import StoreUnavailable
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.forgetting import FILE as FORGOTTEN
from service.forgetting.entries import BadEntry, read_entries
from service.measuring.reports import Reporter, Sample
from service.process import logs
from service.process.build import rules_form
from service.process.disk import DiskWatch
from service.process.known_store import VARIABLE, file_of_host
from service.settings import Settings, read_settings
from service.settings.reading import list_changed
from service.supervisor.api_prestart import PRIVATE, WaitingProcess
from service.supervisor.child import Child, Program, warm_up
from service.supervisor.data_directory import StartError, open_data_directory
from service.supervisor.listener import ListenError, listen, turn_away
from service.supervisor.log_limit import LogLimit
from service.supervisor.stores import KeptStore, StoreWatch, start_stores, stop_stores

logger = logging.getLogger("longroad")
TICK = 0.1  # seconds
GRACE = 4.3  # seconds for the children to end by themselves; the stores get the rest of five
SPARE_AFTER = 5.0  # seconds from the moment that the API answers
STILLBORN = 5  # early deaths of the API in a row, before it ever answered, after which the start has failed
JOBS = ("workers.run", "workers.jobs")
FORKED: Final = (
    *(Program(name, "workers.run", (name,), forked=True, needs=JOBS) for name in ("ai", "jobs", "long")),
    Program("sweep", "workers.sweep", forked=True, needs=("workers.sweep",)),
)
"""The programs besides the stores and the API; each has the name of its role."""


class _StopRequested(Exception):
    """Interrupts the wait for a store that is still loading."""


class Supervisor:
    """Starts, restarts and stops the processes of a host's roles, in order."""

    def __init__(self, settings: Settings, environment: Mapping[str, str], early: WaitingProcess | None = None) -> None:
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
            with suppress(_StopRequested):
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

    @contextmanager
    def _awaiting_store(self) -> Iterator[None]:
        """Let a signal interrupt the wait for a store, which may load for many seconds."""
        self._awaits_store = True
        try:
            yield
        finally:
            self._awaits_store = False

    def _start(self) -> None:
        self._listener = listen(self.settings) if "api" in self.settings.role else None
        folder = open_data_directory(self.settings.data_dir)
        with self._awaiting_store():
            self.stores = start_stores(self.settings)
            self.watch.begin()
        self._turn = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the supervisor lives
        environment = self._environment()
        self._forget_again(environment)
        where = f"logs in {folder}" if self.settings.log == "files" else "logs follow"
        logger.info("starting with %s rules; data in %s, %s", rules_form(), self.settings.data_dir, where)
        logger.info("settings: %s", " ".join(list_changed(self.settings)) or "as they are when nothing is set")
        if self._listener is not None:
            descriptors = self._listener.fileno(), self._turn.fileno()  # it serves once it holds the turn's lock
            self._start_api(Program("api", "service.server.start", descriptors=descriptors), environment, folder)
        forked = [program for program in FORKED if program.name in self.settings.role]
        self.children += [Child(one, environment, self._log(folder / f"{one.name}.log")) for one in forked]
        warm_up([name for program in forked for name in program.needs])

    def _forget_again(self, environment: Mapping[str, str]) -> None:
        try:
            forget_again(self.settings, environment)
        except BadEntry as bad:
            raise StartError(str(bad)) from bad
        except RedisError as error:
            raise StartError(f"the events' store does not answer: {error}") from error

    def _start_api(self, program: Program, environment: Mapping[str, str], folder: Path) -> None:
        """Start the API first, so that it builds its application while the supervisor is still importing."""
        self._api = Child(program, environment, self._log(folder / "api.log"))
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
            if self._spare is not None:
                self._spare.put_off(SPARE_AFTER)  # started at once, it would take a core from the one that serves
                self.children.append(self._spare)
            path = self.settings.base_path
            behind = f"; their links are those of a proxy that has all of it at {path}/" if path else ""
            self._be_ready(f"API at {url}/v1, docs at {url}/docs, guide at {url}/guide, console at {url}/{behind}")
        elif self._api.deaths >= STILLBORN:
            raise StartError(f"the API does not start; see {self._api.log or 'above'}")

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
        deadline = time.monotonic() + GRACE
        while not all(child.is_down() for child in self.children) and time.monotonic() < deadline:
            time.sleep(0.02)
        for child in self.children:
            child.kill()
        stop_stores(self.stores)


def forget_again(settings: Settings, environment: Mapping[str, str]) -> None:
    """Forget everyone whom only a file in the data directory lists as forgotten, since the store is an old copy.

    The `environment` holds the settings with the stores' URLs. Raises BadEntry and RedisError.
    """
    path = settings.data_dir / FORGOTTEN
    if not path.is_file():
        return
    entries = read_entries(path)
    with closing(open_store(environment["LONGROAD_EVENTS_URL"])) as store:
        known = store.list_forgotten()
    if all(str(entry) in known for entry in entries):
        return
    from service.forgetting import people
    from service.game.context import build

    context = build(read_settings(environment), known_store=file_of_host(settings))
    with closing(context.store), closing(context.jobs):
        count = people.forget_again(context, entries)
        context.store.rewrite()
    logger.info("forgot %d whom this copy of the store still knew", count)


def answers(url: str) -> bool:
    """Return whether `url` answers 200 within half a second."""
    try:
        with urllib.request.urlopen(url, timeout=0.5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def serve(
    settings: Settings,
    environment: Mapping[str, str],
    refuse: Callable[[str], None],
    early: WaitingProcess | None = None,
) -> int:
    """Run until stopped, then return 0; return 1 if the start fails, with the reason given to `refuse`.

    The children, too, read their settings from `environment`. `early` is the API's process, if already started.
    """
    os.umask(PRIVATE)
    logs.begin("supervisor", settings.log_format)
    try:
        for ruleset in RULESETS.values():
            if (bad := ruleset.bad_file()) is not None:
                raise bad
        Supervisor(settings, environment, early).run()
    except (ListenError, StoreUnavailable, StartError, InvalidFile) as error:
        refuse(str(error))
        return 1
    return 0


def notify(state: str) -> None:
    """Send a state such as `READY=1` to the socket that NOTIFY_SOCKET names; do nothing if it is unset."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.sendto(state.encode(), "\0" + address[1:] if address.startswith("@") else address)
