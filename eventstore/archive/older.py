"""Reads the archive of older releases: a file for each game, in a directory that all hosts of a store share.

The name of a file states what is in it, `07/GAME.TO.DIGEST`: the shard, the last version, and the first 16 digits of
the digest. The log's store still has the newest version of such a game, and what stands beside it. These games move
into segments, and nothing is written here any more but the marks of files whose games are gone."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from eventstore.archive.objects import ArchiveAway
from eventstore.keys import shard_of
from eventstore.log.wire import Entry
from eventstore.packing.log_packing import unpack

_FILE: Final = re.compile(r"([\w-]+)\.(\d+)\.[0-9a-f]{16}")
"""Begins the name of a file, and of its parts."""
_MARK: Final = re.compile(r"([\w-]+)\.(\d+)\.gone")
"""Matches `GAME.TIME.gone`, an empty file that marks since when (ms) the store lacks a game."""
_IN_NAME: Final = 16
"""Sets how many digits of the digest are part of a file's name."""
GRACE_MS: Final = 7 * 86_400_000


class OlderFiles:
    """Reads the files of one directory; without one, no log can be read."""

    def __init__(self, directory: Path | None) -> None:
        self._directory = directory

    @property
    def is_there(self) -> bool:
        """Return whether there is a directory."""
        return self._directory is not None and self._directory.is_dir()

    def read(self, game: str, to: int, digest: str) -> list[Entry]:
        """Return the entries of a packed log; raises ArchiveAway, or ChainBroken if a byte has changed."""
        if self._directory is None:
            raise ArchiveAway("unconfigured", "it is in a file of an older release: LONGROAD_ARCHIVE_OLDER is not set")
        try:
            content = (self._folder(shard_of(game)) / f"{game}.{to}.{digest[:_IN_NAME]}").read_bytes()
        except FileNotFoundError as error:
            where = f"{self._directory} has no file of it; LONGROAD_ARCHIVE_OLDER may have to name another directory"
            raise ArchiveAway("missing", where) from error
        except OSError as error:
            raise ArchiveAway("unreachable", f"its file in the archive cannot be read: {error.strerror}") from error
        return unpack(game, digest, content)

    def drop(self, game: str) -> None:
        """Delete the files of a game; errors are ignored."""
        if not self.is_there:
            return
        for path in self._folder(shard_of(game)).glob(f"{game}.*.*"):
            with suppress(OSError):
                path.unlink()

    def games(self, shard: int) -> set[str]:
        """Return the games of a shard that have files; raises OSError."""
        return {named[1] for named in map(_FILE.match, self._names(shard)) if named}

    def drop_strays(self, shard: int, known: Callable[[Sequence[str]], set[str]], now_ms: int) -> int:
        """Delete the files of games that are gone for a week; return how many. `known` returns those in the store.

        A file is left behind when a process dies while it deletes a game, or moves its log. But a store that does not
        know a game may also be the wrong store, or an old copy. So a game is marked first, and its file is deleted only
        if the store still does not know the game a week later. Raises OSError if the directory cannot be read or
        written, and what `known` raises.
        """
        held = self.games(shard)
        marked = {named[1]: int(named[2]) for named in map(_MARK.fullmatch, self._names(shard)) if named}
        gone = held - known(sorted(held)) if held else set()
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

    def _folder(self, shard: int) -> Path:
        return (self._directory or Path()) / f"{shard:02d}"
