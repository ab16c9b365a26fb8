"""Reads URLs of stores that Sentinels watch, without the client library, which is slow to import.

`redis+sentinel://[user:password@]host[:port],host[:port].../NAME[/DB]` names the Sentinels and the NAME under which
they watch the store. User and password are those of the store; Sentinels with their own take them as
`?sentinel_username=...&sentinel_password=...`. With `rediss+sentinel` all connections use TLS, and take `ssl_ca_certs`
and the like.
"""

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

SCHEMES: Final = ("redis+sentinel", "rediss+sentinel")
FORM: Final = "redis+sentinel://host:port,host:port/NAME"
DEFAULT_PORT: Final = 26379


@dataclass(frozen=True, slots=True)
class Watched:
    """Represents a store that Sentinels watch: where they are, its name there, and how to log in at both."""

    sentinels: tuple[tuple[str, int], ...]
    name: str
    tls: dict[str, Any] = field(default_factory=dict)
    store: dict[str, Any] = field(default_factory=dict)
    login: dict[str, Any] = field(default_factory=dict)


def is_watched(url: str) -> bool:
    """Return whether a URL names Sentinels."""
    return url.partition("://")[0] in SCHEMES


def read(url: str) -> Watched:
    """Parse a URL of this form; raises ValueError for any other."""
    parts = urlsplit(url)
    credentials, _, places = parts.netloc.rpartition("@")
    user, _, password = map(unquote, credentials.partition(":"))
    own = {"username": user, "password": password}
    name, _, database = parts.path.strip("/").partition("/")
    if not places or not name:
        raise ValueError(f"the form is {FORM}")
    given = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    tls = {"ssl": True, **{key: value for key, value in given.items() if key.startswith("ssl_")}}
    login = {key: given[f"sentinel_{key}"] for key in ("username", "password") if f"sentinel_{key}" in given}
    return Watched(
        tuple(map(_place, places.split(","))),
        unquote(name),
        tls if parts.scheme == SCHEMES[1] else {},
        {"db": int(database or 0), **{key: value for key, value in own.items() if value}},
        login,
    )


def _place(text: str) -> tuple[str, int]:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError(f"the form is {FORM}")
    return parts.hostname, parts.port or DEFAULT_PORT
