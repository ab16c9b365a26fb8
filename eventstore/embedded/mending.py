"""Repairs append-only files that a full disk has corrupted: rewrites them in time, or sets them aside.

Seen in Valkey 9.1.2: the file that a rewrite begins is not opened for appending. The part of a write that still fitted
on a full disk is truncated again, but the next write goes to where that one would have ended; there are zeros in
between, and the server refuses the file at its next start. Its memory is intact, so a rewrite repairs the file. A
server that fsyncs before it answers is safe: it ends at the first failed write, and opens its file for appending again.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError

from eventstore.embedded.engines import FILES

LOOK_S: Final = 1.0
REASON: Final = "reading the append only file"
"""Appears in the last words of a server that cannot read its file."""
_ASIDE: Final = f"{FILES}.unreadable"


class Mending:
    """Checks once a second whether a server fails to write its file, and has it rewritten when it can again."""

    def __init__(self, client: Redis, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._looked = float("-inf")
        self._is_spoiled = False
        self._is_asked = False

    def look(self) -> bool:
        """Return whether the server has just been made to rewrite its file.

        Does nothing if it was checked a moment ago; a server that does not answer is checked later.
        """
        if self._clock() - self._looked < LOOK_S:
            return False
        self._looked = self._clock()
        try:
            return self._see(self._client.info("persistence"))
        except RedisError:
            return False

    def _see(self, found: Any) -> bool:
        if found["aof_last_write_status"] != "ok":
            self._is_spoiled, self._is_asked = True, False
        elif self._is_spoiled and not self._is_asked:
            self._client.bgrewriteaof()  # refused during an older rewrite, which would not repair the file
            self._is_asked = True
            return True
        elif self._is_asked and not (found["aof_rewrite_in_progress"] or found["aof_rewrite_scheduled"]):
            self._is_asked = False
            self._is_spoiled = found["aof_last_bgrewrite_status"] != "ok"
        return False


def set_aside(directory: Path) -> Path:
    """Move a store's unreadable files aside, replacing those set aside before; return where they are now."""
    aside = directory / _ASIDE
    if aside.exists():
        for file in aside.iterdir():
            file.unlink()
        aside.rmdir()
    return (directory / FILES).rename(aside)
