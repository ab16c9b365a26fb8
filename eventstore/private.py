"""Directories for their owner alone: what a store writes tells the future of running games."""

import os
import stat
from contextlib import suppress
from pathlib import Path

_OTHERS = 0o077


def make_private(directory: Path) -> Path | None:
    """Make a directory that only its owner may enter, or close an older one with all that is in it.

    The first path that cannot be closed is returned, as another user's or on a file system without permissions, else
    None. Symbolic links inside are not followed. Raises OSError where there is no such directory and none can be made.
    """
    directory = directory.resolve()
    directory.mkdir(parents=True, mode=0o700, exist_ok=True)
    still_open = [] if close(directory) else [directory]
    for place, directories, files in os.walk(directory):
        paths = (Path(place, name) for name in (*directories, *files))
        still_open += [path for path in paths if not close(path)]
    return next(iter(still_open), None)


def close(path: Path) -> bool:
    """Take all permissions on a path from everybody but its owner; False where they cannot be taken."""
    with suppress(FileNotFoundError):  # a store throws away what it has rewritten
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode) or not mode & _OTHERS:
            return True
        with suppress(PermissionError):
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
        return not path.lstat().st_mode & _OTHERS
    return True
