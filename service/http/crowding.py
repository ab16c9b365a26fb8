"""How many connections and streams one client may hold at once, so that no other is kept out."""

import ipaddress
from functools import lru_cache
from threading import Lock
from typing import Final

from service.settings import Settings

CONNECTIONS: Final = 4_000
"""Open at once: 1,000 streams were measured without strain, 2,000 were tried."""
STREAMS_PER_TOKEN: Final = 32
SHARE: Final = 4
"""An address has one part in so many of all connections, and half of that in streams without a token."""
NETWORK: Final = 64
"""Bits of an IPv6 address that name a network: what is behind them is one client's own."""


def connections_each(settings: Settings, room: int) -> int:
    """How many connections an address may hold where there is room for so many."""
    return settings.connections_per_address or max(1, room // SHARE)


def streams_each(settings: Settings, room: int) -> int:
    """How many streams an address may hold without a token."""
    return settings.streams_per_address or max(1, connections_each(settings, room) // 2)


@lru_cache(maxsize=4_096)
def neighborhood(address: str) -> str:
    """The part of the network that one client has for itself: an IPv4 address, or a network of IPv6 ones."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), NETWORK), strict=False))


class Held:
    """What each client holds of something, and may hold only so much of at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._counts: dict[str, int] = {}

    def take(self, client: str, most: int | None = None) -> bool:
        """Count one more for a client; False, and nothing counted, where that is more than `most` (else the usual)."""
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
