"""Rows of projections: a body for each game, and lists by which the rows are found in order.

A row never gives way to one of an earlier version, so processes that read the same feeds may all write. All rows of a
projection lie in one slot of a cluster, apart from the logs: a row and its places in the lists change together.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from threading import Lock
from typing import Any, Final, NamedTuple

from eventstore import keys
from eventstore.outages import Room, unlimited, writing

_BATCH: Final = 100
"""Rows of one script call, which holds up everything else."""


class Row(NamedTuple):
    """What a projection says of a game that stood at `version`, and its place in each list that it belongs to.

    A list is named by printable characters but spaces and `/`; places are compared as texts, so numbers are padded.
    """

    game: str
    version: int
    places: Mapping[str, str]
    body: bytes


class Listed(NamedTuple):
    """A row as it is found in a list."""

    place: str
    game: str
    body: bytes


class Rows(ABC):
    """The rows of all projections of a store."""

    @abstractmethod
    def put(self, projection: str, rows: Sequence[Row]) -> None:
        """Keep rows, but for those of which a later version is kept."""

    @abstractmethod
    def drop(self, projection: str, games: Iterable[str]) -> None:
        """Take out the rows of some games."""

    @abstractmethod
    def clear(self, projection: str) -> None:
        """Take out every row."""

    @abstractmethod
    def listed(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """At most `count` rows of a list, the highest place first, of equal ones the highest game.

        `before` (place, game) is where the page before ended.
        """

    @abstractmethod
    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Which of some lists has the fewest rows, of equal ones the first; what that costs hangs on `names` alone."""


class MemoryRows(Rows):
    """Rows that live and die with their process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rows: defaultdict[str, dict[str, Row]] = defaultdict(dict)

    def put(self, projection: str, rows: Sequence[Row]) -> None:
        """Held by projection and game."""
        with self._lock:
            kept = self._rows[projection]
            kept.update(
                (row.game, row) for row in rows if row.game not in kept or kept[row.game].version <= row.version
            )

    def drop(self, projection: str, games: Iterable[str]) -> None:
        """Forgotten one by one."""
        with self._lock:
            for game in games:
                self._rows[projection].pop(game, None)

    def clear(self, projection: str) -> None:
        """Forgotten together."""
        with self._lock:
            self._rows.pop(projection, None)

    def listed(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Sorted anew each time."""
        with self._lock:
            rows = [row for row in self._rows[projection].values() if name in row.places]
        found = [Listed(row.places[name], row.game, row.body) for row in rows]
        return sorted((one for one in found if before is None or one[:2] < before), reverse=True)[:count]

    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Counted anew each time."""
        with self._lock:
            rows = list(self._rows[projection].values())
        return min(names, key=lambda name: sum(name in row.places for row in rows))


class RedisRows(Rows):
    """Rows on a Redis-protocol server: a hash of bodies, and one sorted set of `LIST/PLACE.GAME` for all lists."""

    def __init__(self, client: Any, room: Room = unlimited) -> None:
        """Nothing is put while there is no `room`."""
        self._redis = client
        self._putting = writing(room, client.register_script(files("eventstore").joinpath("rows.lua").read_text()))

    def put(self, projection: str, rows: Sequence[Row]) -> None:
        """Some rows a script call."""
        self._put(projection, [(row.game, row.version, _members(row), row.body) for row in rows])

    def drop(self, projection: str, games: Iterable[str]) -> None:
        """By the same script: version 0 stands for a row that goes."""
        self._put(projection, [(game, 0, "", b"") for game in games])

    def _put(self, projection: str, rows: Sequence[tuple[str, int, str, bytes]]) -> None:
        for first in range(0, len(rows), _BATCH):
            some = rows[first : first + _BATCH]
            self._putting(keys=keys.of_rows(projection), args=[word for row in some for word in row])

    def clear(self, projection: str) -> None:
        """Both keys go."""
        self._redis.delete(*keys.of_rows(projection))

    def listed(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """A range of the sorted set by text, and the bodies to it; a row that went in between is left out."""
        bodies, lists = keys.of_rows(projection)
        top = f"({name}/{'.'.join(before)}" if before else f"({name}0"  # the character after the slash
        members = self._redis.zrevrangebylex(lists, top, f"[{name}/", start=0, num=count)
        places = [member.decode().rpartition("/")[2].rpartition(".") for member in members]
        found = self._redis.hmget(bodies, [game for _, _, game in places]) if places else []
        return [
            Listed(place, game, body.partition(b"\n")[2])
            for (place, _, game), body in zip(places, found, strict=True)
            if body
        ]

    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """By ranks in the sorted set, all asked in one pipeline."""
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
