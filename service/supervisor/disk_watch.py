"""Logs when writes are refused because the disk is full, and when they resume."""

import logging
from contextlib import suppress
from typing import Final

from service.process.disk import MEGABYTE, DiskRoom, free_bytes
from service.settings import Settings

logger: Final = logging.getLogger("longroad")


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
