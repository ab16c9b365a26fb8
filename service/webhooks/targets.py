"""Restricts webhooks to public addresses, so that they cannot reach what only this machine should reach.

A name is resolved right before each request, and the request goes to that very address, so DNS rebinding gains nothing.
"""

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

LONGEST_URL: Final = 500
PORTS: Final = {"https": 443, "http": 80}
LEAST_PORT: Final = 1024
"""Represents the lowest port allowed besides those of the web."""
UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""Covers all IPv6 addresses ever assigned: none of a site, a link or a translator (NAT64, SIIT)."""
SPECIAL: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "168.63.129.16/32",  # a cloud's server for its machines
            "192.0.0.0/24",  # for protocols only (RFC 6890); a cloud keeps its metadata there
            *("192.31.196.0/24", "192.175.48.0/24", "2620:4f:8000::/48"),  # AS112: the nearest server of many
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # relays of 6to4
            "2001::/23",  # for protocols only: Teredo, ORCHID, benchmarks
            "2002::/16",  # 6to4: contains an IPv4 address
            "3ffe::/16",  # was the 6bone
            "3fff::/20",  # documentation
        ),
    )
)
"""Lists what not every Python's `is_global` excludes: IANA's registries of special-purpose addresses, and a cloud's."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Blocked(Exception):
    """Reports that a webhook may not have this target."""


@dataclass(frozen=True, slots=True)
class Target:
    """Represents a parsed URL; `path` includes the query."""

    scheme: str
    host: str
    port: int
    path: str


def read_target(url: str, *, loopback: bool) -> Target:
    """Parse the target of a webhook; raises Blocked. Plain http is for loopback only, if that is allowed."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Blocked(url) from None
    is_plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not is_plain or len(url) > LONGEST_URL or parts.scheme not in (PORTS if loopback else {"https": 443}):
        raise Blocked(url)
    if not parts.hostname or parts.username is not None or parts.password is not None or parts.fragment:
        raise Blocked(url)
    port = port or PORTS[parts.scheme]
    if port < LEAST_PORT and port not in PORTS.values():
        raise Blocked(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, path)


def resolve(target: Target, *, loopback: bool) -> str:
    """Resolve the target to an address; raises Blocked if any of its addresses may not be reached."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Blocked(target.host) from None
    addresses = [ipaddress.ip_address(str(place[0]).partition("%")[0]) for *_, place in found]
    if not addresses or not all(_may_be_reached(address, target.scheme, loopback) for address in addresses):
        raise Blocked(target.host)
    return str(addresses[0])


def _may_be_reached(address: Address, scheme: str, loopback: bool) -> bool:
    if loopback and _inner(address).is_loopback:
        return True
    inner = _inner(address)
    if (
        scheme != "https"
        or any(inner in network for network in SPECIAL)
        or (inner.version == 6 and inner not in UNICAST)
    ):
        return False
    return inner.is_global and not inner.is_multicast and not inner.is_reserved


def _inner(address: Address) -> Address:
    """Return the IPv4 address that an IPv6 address maps."""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
