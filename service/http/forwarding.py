"""Finds the address of a client behind trusted proxies, which write it to X-Forwarded-For."""

import ipaddress
import logging
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from service.settings.fields import Network

HEADER: Final = "X-FORWARDED-FOR"
MOST_HOPS: Final = 16
"""The most proxies in a row that are followed."""
SUSPICIOUS: Final = 100
"""Forwarded requests, all of one peer, that show that this peer is a proxy but not trusted."""

CLOSELY: Final = 1_000
"""Direct requests in a row after which no longer every request is examined."""
SELDOM: Final = 64
"""Then one request in this number is examined, until one of them was forwarded."""

log = logging.getLogger(__name__)


class Forwarding:
    """Finds the address of each client behind trusted proxies, and warns once if one more proxy seems to be there."""

    def __init__(self, trusted: tuple[Network, ...]) -> None:
        self.trusted = trusted
        self.suspect: str | None = None
        """The address that seems to be a proxy which is not trusted."""
        self._peer: str | None = None
        self._forwarded = 0
        self._direct = 0
        self._is_watching = not trusted

    @lru_cache(maxsize=1_024)  # noqa: B019 - one object lives as long as its process
    def trusts(self, address: str) -> bool:
        """Return whether an address is that of a trusted proxy."""
        found = _parse(address)
        return found is not None and any(found in network for network in self.trusted)

    def client(self, peer: str, headers: Iterable[tuple[str, str]]) -> str:
        """Return the client's address: of all hops, the nearest that is no trusted proxy.

        Only a trusted proxy is believed, so whatever the client itself wrote to the header is ignored.
        """
        if self._is_watching:
            self._direct += 1
            if (self._direct <= CLOSELY or self._direct % SELDOM == 0) and _hops(headers):
                self._suspect(peer)
        if not self.trusted or not self.trusts(peer):
            return peer
        found = peer
        for hop in reversed(_hops(headers)):
            address = _parse(hop.strip())
            if address is None:
                return found
            found = str(address)
            if not self.trusts(found):
                return found
        return found

    def _suspect(self, peer: str) -> None:
        """Count a forwarded request of a peer that is no trusted proxy."""
        self._direct = 0
        if self._peer not in (None, peer):
            self._is_watching = False
            return
        self._peer = peer
        self._forwarded += 1
        if self._forwarded >= SUSPICIOUS:
            self._is_watching = False
            self.suspect = peer
            log.warning(
                "all requests with X-Forwarded-For come from %s: if that is your proxy, name it in "
                "LONGROAD_TRUSTED_PROXIES; until then all clients behind it share the limits of one address",
                peer,
            )


def _hops(headers: Iterable[tuple[str, str]]) -> list[str]:
    values = [value for name, value in headers if name == HEADER]
    return ",".join(values).rsplit(",", MOST_HOPS)[-MOST_HOPS:] if values else []


def _parse(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
