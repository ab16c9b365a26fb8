"""Checks the name by which a request calls this server (Host, RFC 9112, 3.2).

A page of another site may resolve its own name to this machine (DNS rebinding) and could then send requests to it, but
these still name the other site.
"""

import ipaddress
import logging
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from service.problems import Problem
from service.settings import Settings

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_AUTHORITY: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]*)?", re.IGNORECASE)

log = logging.getLogger(__name__)


class Hosts:
    """Holds the names of this server."""

    def __init__(self, settings: Settings) -> None:
        self._names = _own_names(settings)
        self._has_told = False

    def check(self, environ: Mapping[str, Any]) -> None:
        """Raise Problem for a request that names another server (421), or lacks a required name (400)."""
        given = environ.get("HTTP_HOST")
        if given is None and environ.get("SERVER_PROTOCOL") == "HTTP/1.0":
            return
        name = name_of(given or "")
        if name is None:
            raise Problem("bad_request")
        if self._names is None or name in self._names:
            return
        if not self._has_told:  # only once: operators see what to set, and strangers cannot fill the log
            self._has_told = True
            log.warning("421: a request called this server %.100s, which LONGROAD_HOSTS does not list", name)
        raise Problem("misdirected")


@lru_cache(maxsize=256)
def name_of(host: str) -> str | None:
    """Normalize the name or address in a Host header, without its port; None if it is malformed."""
    found = _AUTHORITY.fullmatch(host)
    name = found[1].lower().removesuffix(".") if found else ""
    if not name.startswith("["):
        return name or None
    try:
        return f"[{ipaddress.IPv6Address(name[1:-1]).compressed}]"
    except ValueError:
        return None


def _own_names(settings: Settings) -> frozenset[str] | None:
    """Return the names that the server answers to; None for all."""
    try:
        is_local = ipaddress.ip_address(settings.host).is_loopback
    except ValueError:
        is_local = settings.host.lower() == "localhost"
    if "*" in settings.hosts or not (settings.hosts or is_local):
        return None
    bracketed = (f"[{name}]" if ":" in name else name for name in (*LOOPBACK, settings.host, *settings.hosts))
    return frozenset(name for host in bracketed if (name := name_of(host)))
