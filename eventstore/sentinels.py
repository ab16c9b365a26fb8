"""Finds the primary of a store through Sentinels, which promote a replica when it dies.

A URL `redis+sentinel://[user:password@]host[:port],host[:port].../NAME[/DB]` names the Sentinels and the NAME under
which they watch the store; with `rediss+sentinel` all connections use TLS. User and password are those of the store;
Sentinels with their own take them as `?sentinel_username=...&sentinel_password=...`.

Whenever a connection is made, the Sentinels are asked again, so every client finds the new primary by itself. The
client library does so too, except where it repeats a command: there it goes back to the address that did not answer.
"""

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import (
    Sentinel,
    SentinelConnectionPool,
    SentinelManagedConnection,
    SentinelManagedSSLConnection,
)

SCHEMES: Final = ("redis+sentinel", "rediss+sentinel")
FORM: Final = "redis+sentinel://host:port,host:port/NAME"
DEFAULT_PORT: Final = 26379
ASKED_S: Final = 0.5
"""Sets how long a client waits for one Sentinel before it asks the next."""


class _Asking(SentinelManagedConnection):
    """Represents a connection that asks the Sentinels whenever it has to connect."""

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Send a command to the primary of this moment if it is not connected, else where it is."""
        if not self._sock:
            self.connect_to(self.connection_pool.get_master_address())  # type: ignore[no-untyped-call]
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]


class _AskingOverTls(_Asking, SentinelManagedSSLConnection):
    """Represents the same over TLS."""


@dataclass(frozen=True, slots=True)
class Watched:
    """Represents a store that Sentinels watch: where they are, its name there, and how to log in."""

    sentinels: tuple[tuple[str, int], ...]
    name: str
    ssl: bool
    store: dict[str, Any] = field(default_factory=dict)
    login: dict[str, Any] = field(default_factory=dict)

    def pool(self, kind: type[SentinelConnectionPool], **settings: Any) -> SentinelConnectionPool:
        """Return a pool of connections to the primary; the settings are those of its connections."""
        asking = {"socket_timeout": ASKED_S, "socket_connect_timeout": ASKED_S, "retry": Retry(NoBackoff(), 0)}
        tls = {"ssl": True} if self.ssl else {}
        sentinel: Any = Sentinel(self.sentinels, sentinel_kwargs={**asking, **tls, **self.login})  # type: ignore[no-untyped-call]
        connection = _AskingOverTls if self.ssl else _Asking
        return kind(self.name, sentinel, connection_class=connection, **self.store, **settings)


def is_watched(url: str) -> bool:
    """Return whether a URL names Sentinels."""
    return url.partition("://")[0] in SCHEMES


def read(url: str) -> Watched:
    """Read such a URL; raises ValueError if it has another form."""
    parts = urlsplit(url)
    credentials, _, places = parts.netloc.rpartition("@")
    name, _, database = parts.path.strip("/").partition("/")
    if not places or not name:
        raise ValueError(f"the form is {FORM}")
    store: dict[str, Any] = {"db": int(database or 0)}
    user, _, password = credentials.partition(":")
    store |= {"username": unquote(user)} if user else {}
    store |= {"password": unquote(password)} if password else {}
    given = {key.removeprefix("sentinel_"): values[-1] for key, values in parse_qs(parts.query).items()}
    login: dict[str, Any] = {key: given[key] for key in ("username", "password") if key in given}
    return Watched(tuple(map(_place, places.split(","))), unquote(name), parts.scheme == SCHEMES[1], store, login)


def _place(text: str) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError(f"the form is {FORM}")
    return parts.hostname, parts.port or DEFAULT_PORT
