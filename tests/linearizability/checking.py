"""Finds an order of all operations in which every answer is right: the search of Wing and Gong (1993), with what Lowe
(2017) added: a set of operations and the state that it leads to are tried once. It is also what porcupine does.

An operation can be the next one if none that is left had ended before it began. One that can be the next one and leaves
the log as it is, as most reads do, is placed at once for good: what fits later fits as well behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.linearizability.history import Operation
from tests.linearizability.model import BEGINNING, State


class Entry:
    """Represents the beginning or the end of an operation in a list by time; `end` is that of a beginning."""

    __slots__ = ("after", "before", "bit", "end", "operation")

    def __init__(self, operation: Operation | None, bit: int = 0) -> None:
        self.operation = operation
        self.bit = bit
        self.end: Entry | None = None
        self.before: Entry | None = None
        self.after: Entry | None = None

    def lift(self) -> None:
        """Take it out of its list, and its end with it."""
        for entry in filter(None, (self, self.end)):
            assert entry.before is not None
            entry.before.after = entry.after
            if entry.after is not None:
                entry.after.before = entry.before

    def put_back(self) -> None:
        """Put it where it was."""
        for entry in filter(None, (self.end, self)):
            assert entry.before is not None
            entry.before.after = entry
            if entry.after is not None:
                entry.after.before = entry


@dataclass(frozen=True, slots=True)
class Finding:
    """Represents what does not fit: no order of so many operations lets this one have its answer."""

    placed: int
    state: State
    operation: Operation

    def __str__(self) -> str:
        return f"{self.operation} fits nowhere: the farthest way has {self.placed} operations and ends at {self.state}"


def misfit(history: Sequence[Operation], state: State = BEGINNING) -> Finding | None:
    """Return what fits no order; None if the history is linearizable."""
    search = _Search(history, state)
    return None if search.succeeds() else search.farthest


class _Search:
    def __init__(self, history: Sequence[Operation], state: State) -> None:
        self._head: Final = _listed(history)
        self._state = state
        self._left = sum(operation.is_certain for operation in history)
        self._placed = 0
        self._known: set[tuple[int, State]] = set()
        self._way: list[tuple[Entry, State]] = []
        self.farthest: Finding | None = None

    def succeeds(self) -> bool:
        """Go on until all that is certain has its place, or no way is left."""
        entry = self._head.after
        while self._left:
            if entry is not None and entry.bit:
                entry = self._try(entry)
            else:
                self._note(entry)
                if not self._way:
                    return False
                entry = self._back()
        return True

    def _try(self, entry: Entry) -> Entry | None:
        """Place an operation next, if that leads to something new; return where to go on."""
        assert entry.operation is not None
        state = entry.operation.act.after(self._state)
        if state is None or (self._placed | entry.bit, state) in self._known:
            return entry.after
        self._known.add((self._placed | entry.bit, state))
        self._way.append((entry, self._state))
        self._state = state
        self._toggle(entry, -1)
        entry.lift()
        return self._head.after

    def _back(self) -> Entry | None:
        """Take back what was placed last and changed the log, and what came after it; return where to go on."""
        while self._way:
            entry, state = self._way.pop()
            self._toggle(entry, 1)
            entry.put_back()
            is_change, self._state = state != self._state, state
            if is_change:
                return entry.after
        return None

    def _toggle(self, entry: Entry, by: int) -> None:
        assert entry.operation is not None
        self._placed ^= entry.bit
        self._left += by * entry.operation.is_certain

    def _note(self, entry: Entry | None) -> None:
        """Note the operation that has ended without a place, if no way went farther."""
        if entry is None or entry.operation is None:
            return
        if self.farthest is None or len(self._way) > self.farthest.placed:
            self.farthest = Finding(len(self._way), self._state, entry.operation)


def _listed(history: Sequence[Operation]) -> Entry:
    """Return the head of a list of all beginnings and ends by time; an end stands behind a beginning of its moment."""
    placed: list[tuple[float, bool, int, Entry]] = []
    for number, operation in enumerate(history):
        begin = Entry(operation, 1 << number)
        placed.append((operation.began, False, number, begin))
        if operation.is_certain:
            begin.end = Entry(operation)
            placed.append((operation.ended, True, number, begin.end))
    head = last = Entry(None)
    for *_, entry in sorted(placed, key=lambda one: one[:3]):
        last.after, entry.before = entry, last
        last = entry
    return head
