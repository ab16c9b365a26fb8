"""Keeps the objects of an archive as files in a directory, which all hosts of a store share."""

import errno
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from eventstore.archive.objects import Objects, ObjectsAway, Reason

PART_S: Final = 86_400
_PART: Final = ".part"
_REASONS: Final[dict[int | None, Reason]] = {
    errno.ENOENT: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
}


class FileObjects(Objects):
    """Keeps each object in a file, which its owner alone may read."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def put(self, name: str, content: bytes) -> None:
        """Write a file aside, flush it and rename it."""
        path = self._directory / name
        with _telling():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_PART}")
            try:
                with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                part.rename(path)
            finally:
                part.unlink(missing_ok=True)  # only there if something went wrong: half a file must not stay
            for directory in (path.parent, path.parent.parent):
                _flush(directory)

    def get(self, name: str, start: int = 0, size: int | None = None) -> bytes:
        """Read a part of the file; a size far beyond its end, as damage may give it, takes no memory."""
        with _telling(), (self._directory / name).open("rb") as file:
            length = file.seek(0, os.SEEK_END)
            start = file.seek(max(0, length + start) if start < 0 else start)
            left = max(0, length - start)
            return file.read(left if size is None else min(size, left))

    def pages(self, prefix: str, after: str = "") -> Iterator[list[str]]:
        """Walk along the folder of the prefix; parts that a killed process left are no objects."""
        with _telling():
            self._directory.stat()
        folder, slash, _ = prefix.rpartition("/")
        yield from self._walk(folder + slash, prefix, after)

    def _walk(self, folder: str, prefix: str, after: str) -> Iterator[list[str]]:
        """Yield the files of a folder, which is empty or ends with a slash, and those of folders in it, in order."""
        page = list[str]()
        for name in self._list(folder):
            if name.endswith("/") and not _is_before(name, after):
                yield page
                page = []
                yield from self._walk(name, prefix, after)
            elif name.startswith(prefix) and name > after and not name.endswith(("/", _PART)):
                page.append(name)
        yield page

    def _list(self, folder: str) -> list[str]:
        """Return the names of all that is in a folder, in order; those of folders end with a slash."""
        with _telling(), suppress(FileNotFoundError), os.scandir(self._directory / folder) as found:
            return sorted(f"{folder}{one.name}{'/' * one.is_dir()}" for one in found)
        return []

    def drop(self, name: str) -> None:
        """Delete the file."""
        with _telling():
            (self._directory / name).unlink(missing_ok=True)

    def drop_parts(self) -> int:
        """Delete unfinished files that are a day old: a writer needs only seconds."""
        before, count = time.time() - PART_S, 0
        with _telling():
            for part in self._directory.rglob(f"*{_PART}"):
                with suppress(FileNotFoundError):  # its writer has renamed it meanwhile
                    if part.stat().st_mtime < before:
                        part.unlink()
                        count += 1
        return count

    def fault(self, *, is_written: bool) -> str | None:
        """Look at the directory alone."""
        if not self._directory.is_dir():
            return "there is no such directory"
        if is_written and not os.access(self._directory, os.W_OK | os.X_OK):
            return "it cannot be written"
        return None


def _is_before(folder: str, name: str) -> bool:
    """Return whether all names in a folder come before a name."""
    return folder < name and not name.startswith(folder)


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except ObjectsAway:
        raise
    except OSError as error:
        raise ObjectsAway(_REASONS.get(error.errno, "unreachable"), f"{error.strerror}") from error


def _flush(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
