"""Supervises the stores: embedded ones, for events and for RQ, are restarted when they die, others are checked.

Those that the supervisor does not start itself must answer, and give the required guarantees.
"""

import logging
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Final, cast

from redis.exceptions import RedisError

from eventstore.cluster.replicas import require_replicas
from eventstore.embedded.mending import set_aside
from eventstore.embedded.server import EmbeddedStore, Fsync, StoreUnavailable, StoreUnreadable, start
from eventstore.redis.connection import PROMPT
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.measuring.readiness import (
    REASONS,
    REPLACED,
    WRONG_PASSWORD,
    directory_fault,
    is_wrong_password,
    list_broken,
)
from service.process.known_store import BadKnownStore, differs, file_of_host, identities_of, load_known, remember
from service.queue.store import connect_prompt, read_shared, share
from service.settings import Settings
from service.settings.extras import find_missing_extra
from service.settings.queue_urls import name_store, split_urls
from service.settings.reading import without_password
from service.supervisor.data_directory import EVENTS, RQ
from service.supervisor.queue_lists import UNLIKE, QueueLists

logger = logging.getLogger("longroad")
PAUSE = 1.0  # seconds between attempts to restart a dead store
GRACE = 1.0  # seconds for the stores to end
TELL_S: Final = 5.0
"""Seconds at the start after which a store that does not answer is reported."""
LOOK_S: Final = 1.0
AGAIN_S: Final = 30.0
"""Seconds between checks once all stores have answered."""


class KeptStore:
    """Keeps an embedded store running at a constant URL.

    A store that `begins_anew` starts empty if its file is unreadable; nothing depends on its contents.
    """

    def __init__(self, name: str, directory: Path, fsync: Fsync, *, begins_anew: bool = False) -> None:
        """Start the store; raises StoreUnavailable if the directory is in use or another engine's."""
        self.name = name
        self._directory = directory
        self._fsync = fsync
        self._begins_anew = begins_anew
        self._store: EmbeddedStore = self._start()
        self._due = 0.0
        self.restarts = 0

    @property
    def url(self) -> str:
        """Return the URL for clients."""
        return self._store.url

    @property
    def pid(self) -> int:
        """Return the process id of the server, the last one while it is down."""
        return self._store.pid

    def tend(self) -> None:
        """Restart the store on the same directory and URL if it has died."""
        if self._store.running():
            if self._store.mend():
                logger.warning("the %s store could not write for a while; it rewrites its file", self.name)
            return
        if monotonic() < self._due:
            return
        logger.warning("the %s store died; starting it again", self.name)
        self._due = monotonic() + PAUSE
        try:
            self._store = self._start()
            self.restarts += 1
        except (StoreUnavailable, OSError) as error:  # such as a full disk: retried until there is room
            logger.error("the %s store does not come back: %s", self.name, error)

    def _start(self) -> EmbeddedStore:
        try:
            return start(self._directory, self._fsync)
        except StoreUnreadable as error:
            if not self._begins_anew:
                raise
            logger.error(
                "the %s store begins empty; what it cannot read is in %s: %s",
                self.name,
                set_aside(self._directory),
                error,
            )
        return start(self._directory, self._fsync)

    def terminate(self) -> None:
        """Request the store to save its data and exit."""
        self._store.terminate()

    def stop(self) -> None:
        """Wait until the store has ended; kill it if that takes too long."""
        self._store.stop(GRACE)


def start_stores(settings: Settings) -> list[KeptStore]:
    """Start the stores that have no URL in the settings; if one cannot start, none keeps running.

    Raises StoreUnavailable too if the replicas that the settings require are missing.
    """
    if settings.is_replicated and settings.events_url is not None:
        require_replicas(settings.events_url, settings.events_replicas)
    stores: list[KeptStore] = []
    try:
        if settings.events_url is None:
            stores.append(KeptStore(EVENTS, settings.data_dir / EVENTS, cast(Fsync, settings.durability)))
        if settings.rq_url is None:
            stores.append(KeptStore(RQ, settings.data_dir / RQ, "no", begins_anew=True))
    except BaseException:  # also Ctrl-C: no store may keep running without an owner
        stop_stores(stores)
        raise
    return stores


def stop_stores(stores: Sequence[KeptStore]) -> None:
    """Stop all stores concurrently."""
    for store in stores:
        store.terminate()
    for store in stores:
        store.stop()


class StoreWatch:
    """Checks a host's stores periodically, in its own thread, since a store that hangs blocks for seconds."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._queues = split_urls(settings.rq_url) if settings.rq_url is not None else []
        self._lists = QueueLists(self._queues)
        self._refusal = ""
        self._has_answered = settings.events_url is None and settings.rq_url is None
        self._is_stranger = False
        self._began = monotonic()
        self._due = float("-inf")
        self._told: list[str] = []
        self._is_awaited = False
        self._is_unlike = False
        self._thread: Thread | None = None

    def begin(self) -> None:
        """Check for the first time; raises StoreUnavailable if a store answers but lacks a required guarantee.

        A directory for the archive must be there too, and writable if this host runs the sweep. An object store is not
        waited for: it may come later.
        """
        archive = self._settings.archive
        fault = directory_fault(archive, is_written="sweep" in self._settings.role)
        if fault is not None:
            raise StoreUnavailable(f"LONGROAD_ARCHIVE is {archive}, and {fault}")
        missing = find_missing_extra(self._settings)
        if missing is not None:
            raise StoreUnavailable(missing)
        if not self._has_answered:
            self._look()
            self._refuse()

    def tend(self) -> None:
        """Check again if that is due; raises StoreUnavailable like `begin` until all stores have answered once."""
        self._refuse()
        if monotonic() >= self._due and (self._thread is None or not self._thread.is_alive()):
            self._due = monotonic() + (AGAIN_S if self._has_answered else LOOK_S)
            self._thread = Thread(target=self._look, name="store watch", daemon=True)
            self._thread.start()

    def _refuse(self) -> None:
        if self._refusal:
            raise StoreUnavailable(self._refusal)

    def _look(self) -> None:
        faults, is_silent, self._is_unlike = list[str](), False, False
        checks = [("events' store", "", self._settings.events_url or "", self._events)]
        for url in self._queues:
            place = f" at {name_store(url)}" if len(self._queues) > 1 else ""
            checks.append(("queues' store", place, url, partial(self._ask_queues, url)))
        for name, place, url, ask in checks:
            try:
                faults += [f"the {name}{place}: {REASONS[reason]}" for reason in ask()]
            except BadKnownStore as bad:
                faults.append(str(bad))
            except RedisError as error:
                if is_wrong_password(error):
                    faults.append(f"the {name}{place}: {REASONS[WRONG_PASSWORD]}")
                else:
                    is_silent = True
                    self._await(name, url, error)
        if not self._has_answered and faults:
            self._refusal = "; ".join(faults)
            return
        faults += [f"the queues' stores: {UNLIKE}"] if self._is_unlike else []
        if faults != self._told:
            for fault in faults:
                logger.warning("%s", fault)
            self._told = faults
        self._has_answered = self._has_answered or not (is_silent or self._is_stranger)

    def _events(self) -> list[str]:
        if self._settings.events_url is None:
            return []
        file = file_of_host(self._settings)
        known = self._known(file)
        self._is_stranger = known is None
        with closing(open_store(self._settings.events_url, PROMPT)) as store:
            broken = list_broken(self._settings, store.condition())
            if known is None:
                return broken
            is_other = differs(store, known)
            if not broken and not is_other:
                known = remember(store, file, known)
            self._share(known, store)
            return [*broken, REPLACED] if is_other else broken

    def _known(self, file: Path | None) -> dict[str, str] | None:
        """Return the identities that this host knows, or if it is new, those that others shared.

        Returns None if no store that answers has them, but one that does not answer may.
        """
        known = load_known(file)
        if known or file is None or not self._queues:
            return known
        is_silent = False
        for url in self._queues:
            try:
                with closing(connect_prompt(url)) as client:
                    known = read_shared(client)
            except RedisError:
                is_silent = True
            else:
                if known:
                    return known
        return None if is_silent else {}

    def _share(self, known: Mapping[str, str], store: EventStore) -> None:
        """Share the known identities with other hosts; a failure of one of the queues' stores is ignored."""
        for url in self._queues if known else ():
            with suppress(RedisError), closing(connect_prompt(url)) as client:
                share(client, known, is_found=identities_of(store) == known)

    def _ask_queues(self, url: str) -> list[str]:
        """Return no fault of a queues' store that answers; raises RedisError for any other."""
        with closing(connect_prompt(url)) as client:
            client.ping()
            with suppress(RedisError):  # a store that is full or read only answers, too
                self._is_unlike |= self._lists.is_unlike(url, client)
        return []

    def _await(self, name: str, url: str, error: RedisError) -> None:
        if not self._has_answered and not self._is_awaited and monotonic() - self._began >= TELL_S:
            self._is_awaited = True
            logger.warning("waiting for the %s at %s: %s", name, without_password(url), error)
