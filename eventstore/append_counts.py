"""Counts the outcomes of appends in memory that a process shares with its forks.

Each counting process has its own row, so none waits for another, and a killed one leaves its counts.
"""

import mmap
from collections.abc import Iterator, Sequence
from typing import Final

OTHER_PAST: Final = b"CHAIN"
"""The answer for another history; also counted when a load finds that a cached state has another one than the log."""
KINDS: Final = (b"OK", b"CONFLICT", OTHER_PAST, b"DUPLICATE")
"""Lists the answers of the append script."""
_BYTES: Final = 8


class Tally:
    """Counts answers by kind."""

    def __init__(self, kinds: Sequence[bytes] = KINDS) -> None:
        self._kinds = kinds
        self.share(1)

    def share(self, rows: int) -> None:
        """Reset, with this number of rows; processes forked from now on count into the same memory."""
        self._cells = memoryview(mmap.mmap(-1, rows * len(self._kinds) * _BYTES)).cast("Q")
        self._first = 0

    def take(self, row: int) -> None:
        """Let this process, and forks for which it waits, count into a row."""
        self._first = row * len(self._kinds)

    def count(self, answer: bytes) -> None:
        """Count an answer, ignoring unknown ones."""
        if answer in self._kinds:
            self._cells[self._first + self._kinds.index(answer)] += 1

    def totals(self) -> Iterator[int]:
        """Yield the totals of all rows, in the order of the kinds."""
        for kind in range(len(self._kinds)):
            yield sum(self._cells[kind :: len(self._kinds)])


TALLY: Final = Tally()
"""Represents the tally of this process."""
