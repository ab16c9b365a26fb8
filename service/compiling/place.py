"""Knows where compiled rules lie in a data directory, and which of them may be loaded."""

import fcntl
import os
import stat
from pathlib import Path
from typing import Final

CACHE: Final = "cache"
_WRITABLE_BY_OTHERS: Final = stat.S_IWGRP | stat.S_IWOTH


TRIES: Final = 3
"""How often compiling is begun if nobody knows how it ended: a kill of the server may be the cause, or it itself."""


class Place:
    """Names where the rules of one fingerprint are compiled: `rules` once proven, `tried` once that has begun."""

    def __init__(self, data_dir: Path, name: str) -> None:
        self.root = data_dir / CACHE / "compiled"
        self.rules = self.root / name
        self.tried = self.root / f"{name}.tried"
        self.lock = self.root / "lock"

    def tries(self) -> int:
        """Return how many tries have begun; one that is known to have failed counts as all of them."""
        try:
            return int(self.tried.read_text() or 1)
        except FileNotFoundError:
            return 0

    def begin_try(self) -> None:
        """Count a try before it begins."""
        self.tried.write_text(str(self.tries() + 1))

    def fail(self) -> None:
        """Record that these rules do not compile, so that no process tries again."""
        self.tried.write_text(str(TRIES))

    def has_failed(self) -> bool:
        """Return whether the tries are used up and no process is at the last one any more."""
        if self.tries() < TRIES:
            return False
        with self.lock.open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True

    def usable(self) -> Path | None:
        """Return the folder of proven rules; None if there are none or others may write there."""
        if not self.rules.is_dir() or not all(_is_ours(path) for path in (self.root.parent, self.root)):
            return None
        folders = (Path(place) for place, _, _ in os.walk(self.rules))
        return self.rules if all(_is_ours(path) for path in folders) else None


def _is_ours(path: Path) -> bool:
    """Return whether a folder belongs to this user, and nobody else may write in it."""
    found = path.lstat()
    mine = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()
    return mine and not found.st_mode & _WRITABLE_BY_OTHERS
