"""Watches the free space on the disk of the embedded stores.

A fully durable event store ends by design when the disk is full, and RQ's store refuses every write. So writes stop
while a little space is left, and reads go on.
"""

import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from service.settings import Settings

MEGABYTE: Final = 1_000_000
LOOK_S: Final = 1.0
logger: Final = logging.getLogger("longroad")


def free_bytes(directory: Path) -> int:
    """Return the bytes that ordinary users may still write to a directory's disk; raises OSError if it is missing."""
    found = os.statvfs(directory)
    return found.f_bavail * found.f_frsize


class DiskRoom:
    """Says whether a disk has room for more, checked once per second."""

    def __init__(self, directory: Path, least: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Require `least` free bytes; with 0 there is always room."""
        self._directory = directory
        self._least = least
        self._clock = clock
        self._looked = float("-inf")
        self._has_room = True

    def __call__(self) -> bool:
        """Return whether there was room a moment ago."""
        if self._least and self._clock() - self._looked >= LOOK_S:
            self._looked = self._clock()
            self._has_room = self._look()
        return self._has_room

    def _look(self) -> bool:
        """Check the disk; one that cannot be checked is left to the stores."""
        try:
            return free_bytes(self._directory) >= self._least
        except OSError:
            return True


class DiskWatch:
    """Watches the disk of the data directory, if an embedded store keeps the log on it."""

    def __init__(self, settings: Settings) -> None:
        self._directory = settings.data_dir
        self._least = settings.min_free_mb if settings.events_url is None else 0
        self._room = DiskRoom(self._directory, self._least * MEGABYTE)
        self._had_room = True

    def look(self) -> None:
        """Log whether the disk has become full, or free again, since the last check."""
        has_room = self._room()
        if has_room == self._had_room:
            return
        self._had_room = has_room
        with suppress(OSError):
            free = free_bytes(self._directory) // MEGABYTE
            if has_room:
                logger.info("%d MB are free again; writing goes on", free)
            else:
                logger.warning(
                    "%d MB are free: nothing is written until there are %d (LONGROAD_MIN_FREE_MB)", free, self._least
                )
