"""Defines how to look at all games of a store, one after the other, and how to keep their logs in less room."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final

from eventstore.records import Kept

FIRST: Final = ""
"""Represents the place before all games, and the one after them."""
PAGE: Final = 1_000
"""About how many keys of the store are examined for a page."""


class Holdings(ABC):
    """Lists the games of a store, and packs their logs."""

    @abstractmethod
    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Return some games after a place, about `count` at most, and the next place; that is `FIRST` at the end.

        A walk from `FIRST` to `FIRST` meets every game that is there all the time; it may meet some of them twice.
        """

    def all_games(self) -> Iterator[list[str]]:
        """Yield all games, page by page."""
        place, found = self.games()
        yield found
        while place != FIRST:
            place, found = self.games(place)
            yield found

    @abstractmethod
    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Return how the logs of some games are kept, in one query; deleted games are left out."""

    @abstractmethod
    def drop_strays(self, shard: int, now_ms: int) -> int:
        """Delete the archived files of a shard's games that are gone for a week; return the number of games.

        Raises OSError if the archive cannot be read or written.
        """

    @abstractmethod
    def compact(self) -> None:
        """Let the server rewrite its append-only file in the background, without deleted data."""

    @abstractmethod
    def pack(self, game: str, *, archived: bool = False, only_try: bool = False) -> int:
        """Compress a log except its newest version, on the server or in the archive; return the packed size in bytes.

        Returns 0 and changes nothing if there is no need, or if the log changes meanwhile; `only_try` changes nothing.
        Later reads and appends work as before. Only the newest snapshot is kept. Raises ChainBroken for a
        damaged log, and OSError if the archive cannot be written.
        """
