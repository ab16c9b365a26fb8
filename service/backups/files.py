"""Handles the files of a backup: lists, sums and copies them, and flushes them to the disk."""

import os
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

PART: Final = ".part"
"""Ends the name of a directory that is still being written."""

Tell = Callable[[str, int, int], None]
"""Receives what is going on, how many bytes are done, and of how many."""

_CHUNK: Final = 1 << 20


class BackupRefused(Exception):
    """Reports that a backup cannot be made or restored; the message is one line for the operator."""


class Sum(NamedTuple):
    """Holds a file's size and checksum in the manifest."""

    bytes: int
    sha256: str


def files_in(directory: Path) -> list[str]:
    """List the paths of all files below a directory, sorted; raises BackupRefused for links and the like."""
    found = sorted(path for path in directory.rglob("*") if not stat.S_ISDIR(path.lstat().st_mode))
    odd = next((path for path in found if not stat.S_ISREG(path.lstat().st_mode)), None)
    if odd is not None:
        raise BackupRefused(f"{odd} is not a plain file")
    return [path.relative_to(directory).as_posix() for path in found]


def sum_of(path: Path, passed: Callable[[bytes], Any] = len) -> Sum:
    """Compute the sum of a file, passing each piece of it to `pass_on`."""
    digest, length = sha256(), 0
    for piece in _pieces(path):
        digest.update(piece)
        length += len(piece)
        passed(piece)
    return Sum(length, digest.hexdigest())


def sums_of(directory: Path, names: list[str], what: str, tell: Tell) -> dict[str, Sum]:
    """Compute the sums of many files, and report progress."""
    total = sum((directory / name).stat().st_size for name in names)
    done = 0

    def pass_on(piece: bytes) -> None:
        nonlocal done
        done += len(piece)
        tell(what, done, total)

    return {name: sum_of(directory / name, pass_on) for name in names}


def copy_file(source: Path, target: Path) -> Sum:
    """Copy a file into a new one that only its owner may read; return the sum of what was written."""
    with os.fdopen(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        return sum_of(source, file.write)


def flush(directory: Path) -> None:
    """Wait until a directory and everything in it are on the disk."""
    for path in (*directory.rglob("*"), directory):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            yield piece
