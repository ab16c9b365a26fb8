"""Makes directories private, since a store's files reveal the future of running games."""

import os
import stat
from contextlib import suppress
from pathlib import Path

_OTHERS = 0o077


def make_private(directory: Path) -> Path | None:
    """Create a directory that only its owner may enter, or make an existing one private with everything in it.

    Returns the first path that cannot be made private, such as another user's or one on a file system without
    permissions; otherwise None. Symbolic links inside are not followed. Raises OSError if the directory is missing and
    cannot be created.
    """
    directory = directory.resolve()
    directory.mkdir(parents=True, mode=0o700, exist_ok=True)
    still_open = [] if close(directory) else [directory]
    for place, directories, files in os.walk(directory):
        paths = (Path(place, name) for name in (*directories, *files))
        still_open += [path for path in paths if not close(path)]
    return next(iter(still_open), None)


def close(path: Path) -> bool:
    """Remove all permissions on a path except its owner's; return False if that fails."""
    with suppress(FileNotFoundError):  # a store deletes what it has rewritten
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode) or not mode & _OTHERS:
            return True
        with suppress(PermissionError):
            path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
        return not path.lstat().st_mode & _OTHERS
    return True
