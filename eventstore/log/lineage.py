"""Models the tree that undo makes of a log: which versions lead to a version, who acted there, and when."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate, repeat
from operator import sub
from typing import NamedTuple

import orjson

from eventstore.records import StoredEvent

HEAD_MOVED = "HeadMoved"
"""Names the one event type that the store knows: the game's state becomes that of version `to`."""

_NOBODY = 254  # the game moved on its own: its creation, a timeout
_TABLE = 255  # nothing happened in the game
_ROW = 1 + array("H").itemsize + array("q").itemsize


class Passed(NamedTuple):
    """Describes a version on the way to another one.

    `seat` is the one that acted in the game, None if no seat did; `is_game` says whether anything happened in the game;
    `marks` are the bits that the caller's folds gave its events.
    """

    version: int
    seat: int | None
    is_game: bool
    marks: int


class Line:
    """Records who acted at each version and when, and where the head was moved, from version 1 to `version`.

    A version's parent is the one before it, or the version that its HeadMoved names. Ancestors include the version
    itself. Readers must not change it. It also keeps 16 bits per version, chosen by the reader's folds.
    """

    __slots__ = ("_acts", "_at", "_marks", "_times", "_to")

    def __init__(self, acts: bytes | bytearray = b"", at: Iterable[int] = (), to: Iterable[int] = ()) -> None:
        self._acts = bytearray(acts)
        self._marks = array("H")
        self._times = array("q")
        self._at = list(at)
        self._to = list(to)

    @property
    def version(self) -> int:
        """Return the newest version that the line knows."""
        return len(self._acts)

    def extend(
        self, events: Iterable[StoredEvent], is_game: Iterable[bool], marks: Iterable[int] | None = None
    ) -> "Line":
        """Return a new line extended by events, with whether each belongs to the game, and its marks."""
        line = Line(self._acts, self._at, self._to)
        line._marks, line._times = self._marks[:], self._times[:]
        for event, of_game, mark in zip(events, is_game, repeat(0) if marks is None else marks, strict=False):
            if event.index == 0:
                line._acts.append(_TABLE)
                line._marks.append(0)
                line._times.append(event.header.time_ms)
            line._marks[-1] |= mark
            if event.type == HEAD_MOVED:
                line._at.append(event.version)
                line._to.append(move_target(event))
            elif of_game:
                line._acts[-1] = _NOBODY if event.header.seat is None else event.header.seat
        return line

    def time_of(self, version: int) -> int:
        """Return when a version was appended, in ms since the epoch; raises LookupError beyond the line."""
        if version < 1:
            raise LookupError(version)
        return self._times[version - 1]

    def has_moved_after(self, version: int) -> bool:
        """Return whether the head was moved after this version."""
        return bool(self._at) and self._at[-1] > version

    def parent(self, version: int) -> int:
        """Return the version whose state a version continued; 0 for the first."""
        place = bisect_right(self._at, version)
        return self._to[place - 1] if place and self._at[place - 1] == version else version - 1

    def origin(self, version: int) -> int:
        """Return the version of the position that a version continued; 0 if there was none.

        Between the two nothing happened in the game; at most the head moved there.
        """
        origin = self.parent(version)
        while origin and self._acts[origin - 1] == _TABLE:
            origin = self.parent(origin)
        return origin

    def is_beginning(self, version: int) -> bool:
        """Return whether nothing happened in the game on the way to a version after that which set it up."""
        while version and self._acts[version - 1] == _TABLE:
            version = self.parent(version)
        return not version or not self.origin(version)

    def ancestors(self, version: int) -> list[int]:
        """List the versions that lead to a version, itself included, the oldest first."""
        spans = [range(first, last + 1) for first, last in self._spans(version)]
        return [version for span in reversed(spans) for version in span]

    def is_ancestor(self, ancestor: int, version: int) -> bool:
        """Return whether a version leads to another one, or is it."""
        return any(first <= ancestor <= last for first, last in self._spans(version))

    def list_passed(self, after: int, version: int) -> list[Passed]:
        """List the versions on the way to `version` after its ancestor `after`, the oldest first."""
        spans = [range(max(first, after + 1), last + 1) for first, last in self._spans(version, after)]
        return [self._passage(one) for span in reversed(spans) for one in span]

    def _passage(self, version: int) -> Passed:
        act = self._acts[version - 1]
        return Passed(version, act if act < _NOBODY else None, act != _TABLE, self._marks[version - 1])

    def newest_common(self, one: int, other: int) -> int:
        """Return the newest version that leads to both of two versions, or is one of them."""
        spans = list(self._spans(other))
        for first, last in self._spans(one):
            shared = [min(last, upto) for start, upto in spans if start <= last and first <= upto]
            if shared:
                return max(shared)
        return 0

    def newest_act(self, seat: int, version: int) -> int | None:
        """Return the newest version on the way to `version` in which a seat acted in the game."""
        acts = ((first, last, self._acts.rfind(seat, first - 1, last)) for first, last in self._spans(version))
        return next((place + 1 for _, _, place in acts if place >= 0), None)

    def has_acted_after(self, version: int, seat: int) -> bool:
        """Return whether a seat acted in the game at any later version, on any line."""
        return self._acts.rfind(seat, version) >= 0

    def count_acts(self, seat: int, after: int) -> int:
        """Return in how many later versions a seat acted in the game, on any line."""
        return self._acts.count(seat, after)

    def count_changes(self, mask: int, after: int) -> int:
        """Return how many later versions changed only the table and have one of the marks in a mask, on any line."""
        if not self._acts.count(_TABLE, after):
            return 0
        later = zip(self._acts[after:], self._marks[after:], strict=True)
        return sum(act == _TABLE and mark & mask > 0 for act, mark in later)

    def _spans(self, version: int, after: int = 0) -> Iterator[tuple[int, int]]:
        """Yield the unbroken stretches (first, last) that lead to a version, the newest first, down to `after`."""
        while version > after:
            place = bisect_right(self._at, version)
            yield (self._at[place - 1] if place else 1), version
            version = self._to[place - 1] if place else 0

    def pack(self) -> bytes:
        """Return the line as bytes; times are stored as differences, which compress well."""
        steps = array("q", map(sub, self._times, [0, *self._times]))
        moves = orjson.dumps([self._at, self._to])
        return moves + b"\n" + self._acts + self._marks.tobytes() + steps.tobytes()

    @classmethod
    def unpack(cls, packed: bytes) -> "Line":
        """Restore a line that `pack` made."""
        moves, _, rows = packed.partition(b"\n")
        count = len(rows) // _ROW
        line = cls(rows[:count], *orjson.loads(moves))
        line._marks.frombytes(rows[count : 3 * count])
        line._times.extend(accumulate(array("q", rows[3 * count :])))
        return line


def move_target(event: StoredEvent) -> int:
    """Return the version that a HeadMoved makes current."""
    to: int = orjson.loads(event.body)["to"]
    return to
