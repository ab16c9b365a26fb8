"""The tree that undo makes of a log: which versions lead to a version, and who acted there."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator

import orjson

from eventstore.records import StoredEvent

HEAD_MOVED = "HeadMoved"
"""The one event type the store knows: the game's state is now that of version `to`."""

_NOBODY = 254  # the game moved on its own: its creation, a time-out
_TABLE = 255  # nothing happened in the game


class Line:
    """Who acted at each version, and where the head was moved; complete from version 1 to `version`.

    A version's parent is the one before it, or the version that its HeadMoved names. Ancestors include the version
    itself. Not to be changed by whoever reads it.
    """

    __slots__ = ("_acts", "_at", "_to")

    def __init__(self, acts: bytes | bytearray = b"", at: Iterable[int] = (), to: Iterable[int] = ()) -> None:
        self._acts = bytearray(acts)
        self._at = list(at)
        self._to = list(to)

    @property
    def version(self) -> int:
        """The newest version that the line knows."""
        return len(self._acts)

    def extended(self, events: Iterable[StoredEvent], is_game: Iterable[bool]) -> "Line":
        """A new line that goes on with the events, each told whether it belongs to the game."""
        line = Line(self._acts, self._at, self._to)
        for event, of_game in zip(events, is_game, strict=True):
            line._add(event, of_game)
        return line

    def _add(self, event: StoredEvent, of_game: bool) -> None:
        if event.index == 0:
            self._acts.append(_TABLE)
        if event.type == HEAD_MOVED:
            self._at.append(event.version)
            self._to.append(move_target(event))
        elif of_game:
            self._acts[-1] = _NOBODY if event.header.seat is None else event.header.seat

    def moved_after(self, version: int) -> bool:
        """Whether the head was moved at a version later than this one."""
        return bool(self._at) and self._at[-1] > version

    def parent(self, version: int) -> int:
        """The version whose state a version went on from; 0 for the first."""
        place = bisect_right(self._at, version)
        return self._to[place - 1] if place and self._at[place - 1] == version else version - 1

    def ancestors(self, version: int) -> list[int]:
        """The versions that lead to a version, itself included, oldest first."""
        spans = [range(first, last + 1) for first, last in self._spans(version)]
        return [version for span in reversed(spans) for version in span]

    def is_ancestor(self, ancestor: int, version: int) -> bool:
        """Whether a version leads to another one (or is it)."""
        return any(first <= ancestor <= last for first, last in self._spans(version))

    def newest_act(self, seat: int, version: int) -> int | None:
        """The newest version on the way to `version` in which a seat acted in the game."""
        acts = ((first, last, self._acts.rfind(seat, first - 1, last)) for first, last in self._spans(version))
        return next((place + 1 for _, _, place in acts if place >= 0), None)

    def _spans(self, version: int) -> Iterator[tuple[int, int]]:
        """The unbroken stretches (first, last) that lead to a version, newest first."""
        while version > 0:
            place = bisect_right(self._at, version)
            yield (self._at[place - 1] if place else 1), version
            version = self._to[place - 1] if place else 0

    def pack(self) -> bytes:
        """The line as bytes."""
        return orjson.dumps([self._at, self._to]) + b"\n" + self._acts

    @classmethod
    def unpack(cls, packed: bytes) -> "Line":
        """The line from `pack`'s bytes."""
        moves, _, acts = packed.partition(b"\n")
        return cls(acts, *orjson.loads(moves))


def move_target(event: StoredEvent) -> int:
    """The version that a HeadMoved makes current."""
    to: int = orjson.loads(event.body)["to"]
    return to


def lineage(events: Iterable[StoredEvent], version: int | None = None) -> list[int]:
    """The ancestors of a version (by default the last one) in a log read from version 1, oldest first."""
    events = list(events)
    line = Line().extended(events, [False] * len(events))
    return line.ancestors(line.version if version is None else version)
