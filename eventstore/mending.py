"""Append-only files that a full disk, or something else, has spoiled: written anew in time, or set aside.

Seen in Valkey 9.1.2: the file that a rewrite begins is not opened for appending. What of a write still fitted on a full
disk is cut off again, but the next write goes where that one would have ended; zeros stand in between, and the server
refuses the file when it starts the next time. Its memory is whole: a rewrite mends the file. A server that writes
through before it answers is safe, for it ends at the first write that fails, and opens its file for appending again.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError

from eventstore.engines import FILES

LOOK_S: Final = 1.0
REASON: Final = "reading the append only file"
"""Stands in the last words of a server that cannot read its file."""
_ASIDE: Final = f"{FILES}.unreadable"


class Mending:
    """Looks once a second whether a server fails to write its file, and has it written anew when it can again."""

    def __init__(self, client: Redis, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._looked = float("-inf")
        self._is_spoiled = False
        self._is_asked = False

    def look(self) -> bool:
        """Whether it has just been told to write its file anew.

        Nothing is done when that was looked at a moment ago; a server that does not answer is looked at later.
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
            self._client.bgrewriteaof()  # refused while an older rewrite is under way, which would not do
            self._is_asked = True
            return True
        elif self._is_asked and not (found["aof_rewrite_in_progress"] or found["aof_rewrite_scheduled"]):
            self._is_asked = False
            self._is_spoiled = found["aof_last_bgrewrite_status"] != "ok"
        return False


def set_aside(directory: Path) -> Path:
    """Put away the files of a store that cannot read them, in place of those put away before; where they are now."""
    aside = directory / _ASIDE
    if aside.exists():
        for file in aside.iterdir():
            file.unlink()
        aside.rmdir()
    return (directory / FILES).rename(aside)
