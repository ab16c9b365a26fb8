"""Limits how many connections and streams one client may hold at once, so that it locks no other out.

They are counted over the API's processes, in memory that these share. It is allocated before they are forked, with a
row per process, so that none waits for another. A row is cleared when its process has ended. How many connections fit
in all is limited by the files that a process may have open.
"""

import ipaddress
import mmap
import resource
import secrets
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Final

from service.settings import Settings

SLOTS: Final = 1 << 16
"""Counts per process, of connections as of streams; a hash of the client selects one, so clients may collide."""
_BYTES: Final = 4
_SALT: Final = secrets.token_bytes(16)
"""The key of the hash that assigns slots, so that clients cannot predict theirs; forks share it."""
CONNECTIONS: Final = 4_000
"""The most open connections; 1,000 streams ran without strain, and 2,000 were tried."""
STREAMS_PER_TOKEN: Final = 32
SHARE: Final = 4
"""An address may hold 1/SHARE of all connections, and half as many streams without a token."""
SPARE: Final = 96
"""Reserves files for logs, stores and modules."""
NETWORK: Final = 64
"""The prefix length of the IPv6 network whose addresses all belong to one client."""


def connections_each(settings: Settings, room: int) -> int:
    """Return how many connections an address may hold if `room` fit in all."""
    return settings.connections_per_address or max(1, room // SHARE)


def streams_each(settings: Settings, room: int) -> int:
    """Return how many streams an address may hold without a token."""
    return settings.streams_per_address or max(1, connections_each(settings, room) // 2)


@lru_cache(maxsize=4_096)
def neighborhood(address: str) -> str:
    """Return the address block that belongs to one client: an IPv4 address, or an IPv6 network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), NETWORK), strict=False))


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


class Held:
    """Counts the connections or streams of each client, up to a limit, over all processes that share `cells`.

    When two processes count at the same moment, a client may exceed its limit by one in each.
    """

    def __init__(self, most: int, cells: Cells | None = None) -> None:
        self.most = most
        self._cells = cells
        self._lock = Lock()
        self._counts: dict[str, int] = {}

    def take(self, client: str, most: int | None = None) -> bool:
        """Count one more for a client; return False, without counting, if that exceeds `most`."""
        with self._lock:
            count = self._counts.get(client, 0)
            elsewhere = 0 if self._cells is None else self._cells.elsewhere(_slot(client))
            if count + elsewhere >= (self.most if most is None else most):
                return False
            self._counts[client] = count + 1
            if self._cells is not None:
                self._cells.add(1, _slot(client))
            return True

    def give_back(self, client: str) -> None:
        """Count one less for a client that took one."""
        with self._lock:
            left = self._counts.pop(client) - 1
            if self._cells is not None:
                self._cells.add(-1, _slot(client))
            if left:
                self._counts[client] = left


def _slot(client: str) -> int:
    return int.from_bytes(blake2b(client.encode(), digest_size=4, key=_SALT).digest()) % SLOTS


def allow_connections(wanted: int) -> int:
    """Raise this process's limit of open files (`ulimit -n`) for `wanted` connections; return how many fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    if soft < wanted + SPARE:
        most = wanted + SPARE if hard == resource.RLIM_INFINITY else min(wanted + SPARE, hard)
        soft = max(soft, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(wanted, max(1, soft - SPARE))
