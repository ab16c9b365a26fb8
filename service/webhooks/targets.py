"""Where a webhook may lead: to public addresses alone, so that nobody reaches what only this machine should reach.

A name is resolved right before each request and the request goes to that very address, so that a name which changes its
mind between look and leap (DNS rebinding) gains nothing.
"""

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

LONGEST_URL: Final = 500
PORTS: Final = {"https": 443, "http": 80}
LEAST_PORT: Final = 1024
"""Below it only the ports of the web itself may be named."""
TRANSLATED: Final = tuple(map(ipaddress.IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48")))
"""IPv6 addresses that lead to IPv4 ones (NAT64)."""
ASSIGNED: Final = ipaddress.IPv4Network("192.0.0.0/24")
"""For protocols alone (RFC 6890); a cloud keeps its metadata there."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Blocked(Exception):
    """The target is none that a webhook may have."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart; `path` holds the query."""

    scheme: str
    host: str
    port: int
    path: str


def read_target(url: str, *, loopback: bool) -> Target:
    """The target of a webhook; raises Blocked. Plain http is for loopback alone, where that is allowed."""
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


def resolved(target: Target, *, loopback: bool) -> str:
    """An address of the target that may be reached now; raises Blocked when one of its addresses may not be."""
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
    return scheme == "https" and _is_public(address)


def _is_public(address: Address) -> bool:
    inner = _inner(address)
    is_special = _leads_elsewhere(inner) if isinstance(inner, ipaddress.IPv6Address) else inner in ASSIGNED
    if is_special:
        return False
    return inner.is_global and not inner.is_multicast and not inner.is_reserved


def _leads_elsewhere(address: ipaddress.IPv6Address) -> bool:
    """Whether an IPv4 address is packed into this one."""
    return bool(address.sixtofour or address.teredo or any(address in network for network in TRANSLATED))


def _inner(address: Address) -> Address:
    """The IPv4 address that an IPv6 one stands for."""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
