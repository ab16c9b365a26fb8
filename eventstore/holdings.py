"""Defines how to look at all games of a store, one after the other, and how to keep their logs in less room."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final

from eventstore.records import Kept

FIRST: Final = ""
"""Represents the place before all games, and the one after them."""
PAGE: Final = 1_000
"""Sets about how many keys of the store are looked at for a page."""


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
        """Return how the logs of some games are kept, in one query; without those that are gone."""

    @abstractmethod
    def drop_strays(self, shard: int, now_ms: int) -> int:
        """Drop what the archive still holds of games of a shard that are gone for a week; return of how many.

        Raises OSError if the archive cannot be read or written.
        """

    @abstractmethod
    def compact(self) -> None:
        """Let the server write its file again in the background, without what is no longer there."""

    @abstractmethod
    def pack(self, game: str, *, archived: bool = False, only_try: bool = False) -> int:
        """Keep a log in less room, or in the archive, all of it but the newest version; return the bytes that it takes.

        Returns 0 if there was no need, or if the log changed meanwhile; nothing is different then, nor with `only_try`.
        Whatever is read or appended afterwards is as before. Only the newest snapshot is kept. Raises ChainBroken for a
        log that does not prove true, and OSError if the archive cannot be written.
        """
