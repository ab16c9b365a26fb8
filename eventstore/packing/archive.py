"""Keeps packed logs as files, one for each game, in a directory that all hosts of a store share.

A file is written aside, flushed, renamed, and read back before anything is removed from the store. Its name states what
is in it, `07/GAME.TO.DIGEST`, so a file is never written again, and the leftovers of a killed process are never read.
"""

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from eventstore.keys import shard_of
from eventstore.log.chain import ChainBroken
from eventstore.log.wire import Entry
from eventstore.packing.entries import Packed, unpack

_PART: Final = ".part"
_FILE: Final = re.compile(r"([\w-]+)\.(\d+)\.[0-9a-f]{16}")
"""Begins the name of a file, and of its parts."""
_MARK: Final = re.compile(r"([\w-]+)\.(\d+)\.gone")
"""Matches `GAME.TIME.gone`, an empty file that marks since when (ms) the store lacks a game."""
_IN_NAME: Final = 16
"""Sets how many digits of the digest are part of a file's name."""


class ArchiveAway(ChainBroken):
    """Reports that an archived log cannot be reached: no archive is configured here, or its file is missing.

    The log itself may be intact: another host may be able to read it, or this one later.
    """


class Archive:
    """Reads and writes the files of one directory; without one, no log can be read."""

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory

    @property
    def is_there(self) -> bool:
        """Return whether there is a directory to write to."""
        return self._directory is not None and self._directory.is_dir()

    def write(self, game: str, packed: Packed) -> None:
        """Write a packed log and read it back; raises OSError, or ChainBroken if it does not read as written."""
        path = self._path(game, packed.to, packed.digest)
        path.parent.mkdir(mode=0o700, exist_ok=True)
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}{_PART}")
        try:
            _write_through(part, packed.content)
            part.rename(path)
        except BaseException:  # whatever ends it, also Ctrl-C: half a file must not stay
            part.unlink(missing_ok=True)
            raise
        _flush(path.parent)
        _flush(path.parent.parent)
        self.read(game, packed.to, packed.digest)

    def read(self, game: str, to: int, digest: str) -> list[Entry]:
        """Return the entries of a packed log; raises ArchiveAway, or ChainBroken if a byte has changed."""
        try:
            content = self._path(game, to, digest).read_bytes()
        except OSError as error:
            raise ArchiveAway(1, f"its file in the archive cannot be read: {error.strerror}") from error
        return unpack(game, digest, content)

    def drop(self, game: str, before: int | None = None) -> None:
        """Delete the files of a game, or only those that end before a version; errors are ignored."""
        if not self.is_there:
            return
        for path in self._folder(shard_of(game)).glob(f"{game}.*.*"):
            named = _FILE.match(path.name)
            if before is None or (named and int(named[2]) < before):
                with suppress(OSError):
                    path.unlink()

    def games(self, shard: int) -> set[str]:
        """Return the games of a shard that have files; raises OSError."""
        return {named[1] for named in map(_FILE.match, self._names(shard)) if named}

    def list_marked(self, shard: int) -> dict[str, int]:
        """Return the games of a shard that are marked as gone, and since when (ms); raises OSError."""
        return {named[1]: int(named[2]) for named in map(_MARK.fullmatch, self._names(shard)) if named}

    def mark(self, game: str, gone_ms: int) -> None:
        """Mark a game as gone at a time; raises OSError."""
        (self._folder(shard_of(game)) / f"{game}.{gone_ms}.gone").touch(0o600)

    def unmark(self, game: str) -> None:
        """Remove the mark of a game; raises OSError."""
        for path in self._folder(shard_of(game)).glob(f"{game}.*.gone"):
            path.unlink(missing_ok=True)

    def _names(self, shard: int) -> list[str]:
        folder = self._folder(shard) if self.is_there else None
        return os.listdir(folder) if folder and folder.is_dir() else []

    def _path(self, game: str, to: int, digest: str) -> Path:
        return self._folder(shard_of(game)) / f"{game}.{to}.{digest[:_IN_NAME]}"

    def _folder(self, shard: int) -> Path:
        if self._directory is None:
            raise ArchiveAway(1, "it is in an archive, and none is configured here")
        return self._directory / f"{shard:02d}"


def _write_through(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _flush(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
