"""Stores rows of projections: a body and a tail per game, and lists by which the rows are found in order.

A row is never overwritten by one of an earlier version, so processes that read the same feeds may all write. All rows
of a projection lie in one slot of a cluster, apart from the logs, so a row and its list entries change atomically.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import NamedTuple


class Row(NamedTuple):
    """Describes a game at `version`, with its sort key in each list that it belongs to.

    A list's name has printable characters without spaces and `/`; sort keys are compared as texts, so numbers are
    padded. What changes with every version belongs into the tail: then the rest is not written again.
    """

    game: str
    version: int
    places: Mapping[str, str]
    body: bytes
    tail: bytes = b""


class Listed(NamedTuple):
    """Represents a row as found in a list."""

    place: str
    game: str
    body: bytes
    tail: bytes = b""


class Rows(ABC):
    """Stores the rows of all projections of a store."""

    @abstractmethod
    def put(self, projection: str, rows: Sequence[Row]) -> None:
        """Store rows, unless a later version of a row is stored."""

    @abstractmethod
    def drop(self, projection: str, games: Iterable[str]) -> None:
        """Delete the rows of some games."""

    @abstractmethod
    def clear(self, projection: str) -> None:
        """Delete every row."""

    @abstractmethod
    def games(self, projection: str) -> Iterator[list[str]]:
        """Yield the games that have rows, page by page; rows that come or go meanwhile may be left out."""

    @abstractmethod
    def list_rows(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Return at most `count` rows of a list, the highest sort key first, then the highest game.

        `before` (sort key, game) is where the previous page ended.
        """

    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Return which of some lists has the fewest rows, the first among equals; the cost depends on `names` alone."""
        if len(names) == 1:
            return names[0]
        return min(zip(self.counts(projection, names), range(len(names)), names, strict=True))[2]

    @abstractmethod
    def counts(self, projection: str, names: Sequence[str]) -> list[int]:
        """Return how many rows each of some lists has; the cost depends on `names` alone."""

    @abstractmethod
    def pack(self, projection: str, name: str, below: str, count: int) -> int:
        """Compress some rows with the lowest sort keys of a list; return how many.

        They are packed in the order of the list, `count` per block. Rows with a sort key of `below` or more stay as
        they are, and so do fewer than `count` rows above all packed ones. Nothing is done if one of the rows
        changes meanwhile. Queries return the same as before. A row that is put again is no longer packed.
        """

    @abstractmethod
    def trim(self, projection: str, name: str, most: int, count: int) -> int:
        """Drop up to `count` of the lowest rows of a list that has more than `most`; return how many.

        The rows leave all lists. The cost depends on `count`, and on how many blocks of packed rows there are.
        """

    @abstractmethod
    def repack(self, projection: str) -> int:
        """Remove some outdated copies of packed rows that were put again or dropped; return how many."""


class MemoryRows(Rows):
    """Keeps rows that live and die with their process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rows: defaultdict[str, dict[str, Row]] = defaultdict(dict)

    def put(self, projection: str, rows: Sequence[Row]) -> None:
        """Store them by projection and game."""
        with self._lock:
            kept = self._rows[projection]
            kept.update(
                (row.game, row) for row in rows if row.game not in kept or kept[row.game].version <= row.version
            )

    def drop(self, projection: str, games: Iterable[str]) -> None:
        """Delete them one by one."""
        with self._lock:
            for game in games:
                self._rows[projection].pop(game, None)

    def clear(self, projection: str) -> None:
        """Delete them together."""
        with self._lock:
            self._rows.pop(projection, None)

    def games(self, projection: str) -> Iterator[list[str]]:
        """Yield all of them at once."""
        with self._lock:
            games = list(self._rows[projection])
        yield games

    def list_rows(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Sort the rows each time."""
        with self._lock:
            rows = [row for row in self._rows[projection].values() if name in row.places]
        found = [Listed(row.places[name], row.game, row.body, row.tail) for row in rows]
        return sorted((one for one in found if before is None or one[:2] < before), reverse=True)[:count]

    def counts(self, projection: str, names: Sequence[str]) -> list[int]:
        """Look at all rows each time."""
        with self._lock:
            rows = list(self._rows[projection].values())
        return [sum(name in row.places for row in rows) for name in names]

    def pack(self, projection: str, name: str, below: str, count: int) -> int:
        """Do nothing."""
        return 0

    def trim(self, projection: str, name: str, most: int, count: int) -> int:
        """Sort the rows each time."""
        rows = self.list_rows(projection, name, len(self._rows[projection]))
        dropped = [row.game for row in rows[most:][-count:]]
        self.drop(projection, dropped)
        return len(dropped)

    def repack(self, projection: str) -> int:
        """Do nothing."""
        return 0
