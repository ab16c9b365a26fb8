"""Stores rows of projections: a body and a tail per game, and lists by which the rows are found in order.

A row is never overwritten by one of an earlier version, so processes that read the same feeds may all write. All rows
of a projection lie in one slot of a cluster, apart from the logs, so a row and its list entries change atomically.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

from eventstore import keys
from eventstore.outages import Room, unlimited, writing
from eventstore.redis_part import script

_BATCH: Final = 100
"""Limits the rows per script call, which blocks everything else."""


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
        """Store rows, except those of which a later version is stored."""

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
    def listed(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Return at most `count` rows of a list, the highest sort key first, then the highest game.

        `before` (sort key, game) is where the previous page ended.
        """

    @abstractmethod
    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Return which of some lists has the fewest rows, the first among equals; the cost depends on `names` alone."""


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

    def listed(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Sort the rows each time."""
        with self._lock:
            rows = [row for row in self._rows[projection].values() if name in row.places]
        found = [Listed(row.places[name], row.game, row.body, row.tail) for row in rows]
        return sorted((one for one in found if before is None or one[:2] < before), reverse=True)[:count]

    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Count the rows each time."""
        with self._lock:
            rows = list(self._rows[projection].values())
        return min(names, key=lambda name: sum(name in row.places for row in rows))


class RedisRows(Rows):
    """Keeps rows on a Redis-protocol server: a hash, and a sorted set of `LIST/PLACE.GAME` for all lists."""

    def __init__(self, client: Any, room: Room = unlimited) -> None:
        """Refuse writes while there is no `room`."""
        self._redis = client
        self._putting = writing(room, client.register_script(script("rows.lua")))

    def put(self, projection: str, rows: Sequence[Row]) -> None:
        """Write some rows per script call."""
        self._put(projection, [(row.game, row.version, _members(row), row.body, row.tail) for row in rows])

    def drop(self, projection: str, games: Iterable[str]) -> None:
        """Use the same script, in which version 0 deletes a row."""
        self._put(projection, [(game, 0, "", b"", b"") for game in games])

    def _put(self, projection: str, rows: Sequence[tuple[str, int, str, bytes, bytes]]) -> None:
        for first in range(0, len(rows), _BATCH):
            some = rows[first : first + _BATCH]
            self._putting(keys=keys.of_rows(projection), args=[word for row in some for word in row])

    def clear(self, projection: str) -> None:
        """Delete both keys."""
        self._redis.delete(*keys.of_rows(projection))

    def games(self, projection: str) -> Iterator[list[str]]:
        """Use HSCAN along the hash."""
        bodies, _ = keys.of_rows(projection)
        cursor, begun = 0, False
        while cursor or not begun:
            cursor, found = self._redis.hscan(bodies, cursor, count=_BATCH)
            begun = True
            yield [field.decode() for field in found if not field.endswith(b"+")]

    def listed(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Read a lexical range of the sorted set, then the bodies; a row deleted in between is left out."""
        bodies, lists = keys.of_rows(projection)
        top = f"({name}/{'.'.join(before)}" if before else f"({name}0"  # the character after the slash
        members = self._redis.zrevrangebylex(lists, top, f"[{name}/", start=0, num=count)
        places = [member.decode().rpartition("/")[2].rpartition(".") for member in members]
        fields = [field for _, _, game in places for field in (game, f"{game}+")]
        found = self._redis.hmget(bodies, fields) if fields else []
        return [
            Listed(place, game, *_parts(body, tail or b"0"))
            for (place, _, game), body, tail in zip(places, found[::2], found[1::2], strict=True)
            if body
        ]

    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Count each list by its lexical range, in one pipeline."""
        if len(names) == 1:
            return names[0]
        _, lists = keys.of_rows(projection)
        with self._redis.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.zlexcount(lists, f"[{name}/", f"({name}0")
            lengths = pipe.execute()
        return min(zip(lengths, range(len(names)), names, strict=True))[2]


def _members(row: Row) -> str:
    return " ".join(f"{name}/{place}.{row.game}" for name, place in sorted(row.places.items()))


def _parts(body: bytes, tail: bytes) -> tuple[bytes, bytes]:
    """Return a row's body and tail as they are stored; a tail older than its body is of no use any more."""
    since, _, rest = body.partition(b"\n")
    version, _, end = tail.partition(b"\n")
    return rest, end if int(version) >= int(since.partition(b" ")[0]) else b""
