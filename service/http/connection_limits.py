"""Limits how many connections and streams one client may hold at once, so that it locks no other out."""

import ipaddress
import resource
import secrets
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Final

from service.http.sharing import SLOTS, Cells
from service.settings import Settings

CONNECTIONS: Final = 4_000
"""The most open connections; 1,000 streams ran without strain, and 2,000 were tried."""
STREAMS_PER_TOKEN: Final = 32
SHARE: Final = 4
"""An address may hold 1/SHARE of all connections, and half as many streams without a token."""
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


_SALT: Final = secrets.token_bytes(16)
"""The key of the hash that assigns slots, so that clients cannot predict theirs; forks share it."""


def _slot(client: str) -> int:
    return int.from_bytes(blake2b(client.encode(), digest_size=4, key=_SALT).digest()) % SLOTS


SPARE: Final = 96
"""Reserves files for logs, stores and modules."""


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
