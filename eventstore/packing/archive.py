"""Keeps packed logs as files in a directory that all hosts of a store share.

There is one file for each game. It is written aside, flushed, renamed, and read back before anything is removed from
the store. Its name states what is in it, `07/GAME.TO.DIGEST`, so a file is never written again, and the leftovers of a
killed process are never read.
"""

import os
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from eventstore.keys import shard_of
from eventstore.log.chain import ChainBroken
from eventstore.log.wire import Entry
from eventstore.packing.log_packing import Packed, unpack

_PART: Final = ".part"
_FILE: Final = re.compile(r"([\w-]+)\.(\d+)\.[0-9a-f]{16}")
"""Begins the name of a file, and of its parts."""
_MARK: Final = re.compile(r"([\w-]+)\.(\d+)\.gone")
"""Matches `GAME.TIME.gone`, an empty file that marks since when (ms) the store lacks a game."""
_IN_NAME: Final = 16
"""Sets how many digits of the digest are part of a file's name."""
GRACE_MS: Final = 7 * 86_400_000


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
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(packed.content)
                file.flush()
                os.fsync(file.fileno())
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

    def drop_strays(self, shard: int, known: Callable[[Sequence[str]], set[str]], now_ms: int) -> int:
        """Delete the files of games that are gone for a week; return how many. `known` returns those in the store.

        A file is left behind when a process dies while it deletes a game, or packs its log at the same time. But a
        store that does not know a game may also be the wrong store, or an old copy. So a game is marked first, and its
        file is deleted only if the store still does not know the game a week later. Raises OSError if the archive
        cannot be read or written, and what `known` raises.
        """
        held = self.games(shard)
        marked = {named[1]: int(named[2]) for named in map(_MARK.fullmatch, self._names(shard)) if named}
        gone = held - known(sorted(held))
        for game in marked.keys() - gone:
            for path in self._folder(shard).glob(f"{game}.*.gone"):
                path.unlink(missing_ok=True)
        for game in gone - marked.keys():
            (self._folder(shard) / f"{game}.{now_ms}.gone").touch(0o600)
        over = [game for game in gone & marked.keys() if marked[game] <= now_ms - GRACE_MS]
        for game in over:
            self.drop(game)  # with its mark
        return len(over)

    def _names(self, shard: int) -> list[str]:
        folder = self._folder(shard) if self.is_there else None
        return os.listdir(folder) if folder and folder.is_dir() else []

    def _path(self, game: str, to: int, digest: str) -> Path:
        return self._folder(shard_of(game)) / f"{game}.{to}.{digest[:_IN_NAME]}"

    def _folder(self, shard: int) -> Path:
        if self._directory is None:
            raise ArchiveAway(1, "it is in an archive, and none is configured here")
        return self._directory / f"{shard:02d}"


def _flush(directory: Path) -> None:
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
