"""The free space of the disk that the embedded stores write to.

An event store that writes through ends by design when the disk is full, and RQ's refuses every write. So nothing is
written any more while a little is left, and reads go on.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

MEGABYTE: Final = 1_000_000
LOOK_S: Final = 1.0


def free_bytes(directory: Path) -> int:
    """What ordinary users may still write to the disk of a directory; raises OSError where there is none."""
    found = os.statvfs(directory)
    return found.f_bavail * found.f_frsize


class DiskRoom:
    """Whether a disk has room for more, looked at once a second."""

    def __init__(self, directory: Path, least: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`least` is how many bytes must be free; with 0 there is always room."""
        self._directory = directory
        self._least = least
        self._clock = clock
        self._looked = float("-inf")
        self._has_room = True

    def __call__(self) -> bool:
        """Whether there was room a moment ago."""
        if self._least and self._clock() - self._looked >= LOOK_S:
            self._looked = self._clock()
            self._has_room = self._look()
        return self._has_room

    def _look(self) -> bool:
        """A disk that cannot be asked is left to the stores."""
        try:
            return free_bytes(self._directory) >= self._least
        except OSError:
            return True
