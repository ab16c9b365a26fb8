"""What became of appends, counted in memory that a process shares with those it forks.

Each process that counts has a row of its own, so nobody waits for anybody, and one that is killed leaves its counts.
"""

import mmap
from collections.abc import Iterator
from typing import Final

OTHER_PAST: Final = b"CHAIN"
"""Counted also where a load finds that what was remembered is of another past than the log's."""
KINDS: Final = (b"OK", b"CONFLICT", OTHER_PAST, b"DUPLICATE")
"""The answers of the append script."""
_BYTES: Final = 8


class Tally:
    """Counts by kind of answer."""

    def __init__(self) -> None:
        self.share(1)

    def share(self, rows: int) -> None:
        """Begin anew, with as many rows; processes that are forked from now on count into the same memory."""
        self._cells = memoryview(mmap.mmap(-1, rows * len(KINDS) * _BYTES)).cast("Q")
        self._first = 0

    def take(self, row: int) -> None:
        """Let this process, and those that it forks and waits for, count into a row."""
        self._first = row * len(KINDS)

    def count(self, answer: bytes) -> None:
        """Count an answer; one of no kind counts as none."""
        if answer in KINDS:
            self._cells[self._first + KINDS.index(answer)] += 1

    def totals(self) -> Iterator[int]:
        """The counts of all rows, in the order of the kinds."""
        for kind in range(len(KINDS)):
            yield sum(self._cells[kind :: len(KINDS)])


TALLY: Final = Tally()
"""That of this process."""
