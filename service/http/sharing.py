"""Counts the connections and streams of the API's processes, in memory that they share.

It is allocated before they are forked, with a row per process, so that none waits for another. A row is
cleared when its process has ended.
"""

import mmap
from typing import Final

SLOTS: Final = 1 << 16
"""Counts per process, of connections as of streams; a hash of the client selects one, so clients may collide."""
_BYTES: Final = 4


class Cells:
    """Holds `width` counts per process; `take` selects the row of this process."""

    def __init__(self, rows: int, width: int = 1) -> None:
        self._cells = memoryview(mmap.mmap(-1, rows * width * _BYTES)).cast("I")
        self._width = width
        self._row = 0

    def take(self, row: int) -> None:
        """Let this process count into a row."""
        self._row = row

    def clear(self, row: int) -> None:
        """Clear the counts of a process."""
        here = row * self._width
        self._cells[here : here + self._width] = memoryview(bytes(self._width * _BYTES)).cast("I")

    def add(self, amount: int, slot: int = 0) -> None:
        """Add to a count of this process."""
        self._cells[self._row * self._width + slot] += amount

    def elsewhere(self, slot: int = 0) -> int:
        """Return the sum of a count over all other processes."""
        return sum(self._cells[slot :: self._width]) - self._cells[self._row * self._width + slot]

    def by_row(self) -> list[int]:
        """Return the first count of each process."""
        return list(self._cells[:: self._width])


class Shared:
    """Represents the counters that API processes share; a single process keeps its own."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        rows = 2 * processes  # a process may begin before another one has ended
        self.rows = range(rows)
        self.row = 0
        self.serving = Cells(rows)
        self.connections = Cells(rows)
        self.held = (Cells(rows, SLOTS), Cells(rows, SLOTS)) if processes > 1 else (None, None)
        """Counts connections and streams by client."""

    @property
    def _all(self) -> list[Cells]:
        return [self.serving, self.connections, *(cells for cells in self.held if cells is not None)]

    def take(self, row: int) -> None:
        """Let this process count into a row."""
        self.row = row
        for cells in self._all:
            cells.clear(row)
            cells.take(row)

    def leave(self, row: int) -> None:
        """Clear the row of a process that has ended."""
        for cells in self._all:
            cells.clear(row)

    def begin(self) -> None:
        """Record that this process accepts connections from now on."""
        self.serving.add(1)

    def others(self) -> list[int]:
        """Return the rows of the other processes that accept connections."""
        return [row for row, serves in enumerate(self.serving.by_row()) if serves and row != self.row]

    def is_ahead(self) -> bool:
        """Return whether another process holds fewer connections than this one."""
        held = self.connections.by_row()
        return any(held[row] < held[self.row] for row in self.others())
