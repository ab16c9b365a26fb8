"""Supervises the embedded stores: one for events and one for RQ, each restarted when it dies."""

import logging
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import cast

from eventstore.cluster.replicas import require_replicas
from eventstore.embedded.mending import set_aside
from eventstore.embedded.server import EmbeddedStore, Fsync, StoreUnavailable, StoreUnreadable, start
from service.settings import Settings
from service.supervisor.data_directory import EVENTS, RQ

logger = logging.getLogger("longroad")
PAUSE = 1.0  # seconds between attempts to restart a dead store
GRACE = 1.0  # seconds for the stores to end


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
