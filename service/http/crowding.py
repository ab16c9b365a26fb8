"""Limits how many connections and streams one client may hold at once, so that it locks no other out."""

import ipaddress
from functools import lru_cache
from threading import Lock
from typing import Final

from service.settings import Settings

CONNECTIONS: Final = 4_000
"""Limits open connections: 1,000 streams ran without strain, and 2,000 were tried."""
STREAMS_PER_TOKEN: Final = 32
SHARE: Final = 4
"""Gives an address one part in so many of all connections, and half of that in streams without a token."""
NETWORK: Final = 64
"""Sets the bits of an IPv6 address that name a network: all addresses in it belong to one client."""


def connections_each(settings: Settings, room: int) -> int:
    """Return how many connections an address may hold if there is room for so many."""
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
    """Counts what each client holds of something, with a limit per client."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._counts: dict[str, int] = {}

    def take(self, client: str, most: int | None = None) -> bool:
        """Count one more for a client; return False, without counting, if that exceeds `most`."""
        with self._lock:
            count = self._counts.get(client, 0)
            if count >= (self.most if most is None else most):
                return False
            self._counts[client] = count + 1
            return True

    def give_back(self, client: str) -> None:
        """Count one less for a client that took one."""
        with self._lock:
            left = self._counts.pop(client) - 1
            if left:
                self._counts[client] = left
