"""Lists all settings, and reads the text of each; `settings.toml` says what each means, and its default.

The options of `longroad run` and the table in `docs/operations.md` are generated from both.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from eventstore.archive.objects import S3
from eventstore.cluster import sentinel_urls
from service.settings.machine import fitting
from service.settings.queue_urls import join_urls, split_urls

REPLICATED: Final = "replicated"
KEPT: Final = "kept"
CHECKED: Final = "checked"
MAY_LOSE: Final = "may-lose-games"
SHORTEST_ADMIN_KEY: Final = 22
MOST_AI_GAMES: Final = 1_000_000
MOST_LISTED_GAMES: Final = 1_000_000
SERVERS: Final = ("redis", "rediss", "unix")
CLUSTERS: Final = ("redis+cluster", "rediss+cluster")
SENTINELS: Final = sentinel_urls.SCHEMES
BASE_PATH: Final = re.compile(r"(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*")
EVER: Final = "ever"
DAYS_OF: Final = re.compile(rf"([a-z][a-z0-9-]{{0,63}})=([1-9][0-9]{{0,3}}|{EVER})")
HOST_NAME: Final = re.compile(r"[a-z0-9._-]+|\*", re.IGNORECASE)
ROLES: Final = ("api", "ai", "jobs", "long", "sweep")
"""Lists what the processes of a host can do."""
ALL: Final = "all"

Network = IPv4Network | IPv6Network
Reader = Callable[[str, str], Any]
"""Parses a setting from its name and text; raises SettingsError for an invalid text."""


class SettingsError(Exception):
    """Reports an invalid setting; the message is one line that begins with the variable."""


def whole_number(least: int, most: int) -> Reader:
    """Return a reader of whole numbers in a range."""

    def read(name: str, text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise SettingsError(f"{name} must be a whole number from {least} to {most}, not {text!r}")
        return int(text)

    return read


def one_of(*choices: str) -> Reader:
    """Return a reader that accepts one of a few words."""

    def read(name: str, text: str) -> str:
        if text not in choices:
            raise SettingsError(f"{name} must be {' or '.join(choices)}, not {text!r}")
        return text

    return read


def address(*schemes: str, instead: str = "") -> Reader:
    """Return a reader of a store's URL; `instead` is the advice for a cluster where none is allowed."""

    def read(name: str, text: str) -> str:
        scheme = urlsplit(text).scheme
        if scheme in CLUSTERS and scheme not in schemes:
            raise SettingsError(f"{name} must not be a cluster, for RQ does not run on one: {instead}")
        if scheme not in schemes:
            *most, last = (f"{scheme}://" for scheme in schemes)
            raise SettingsError(f"{name} must begin with {', '.join(most)} or {last}")
        if scheme != "unix" and not _names_hosts(text):
            raise SettingsError(
                f"{name} must name host:port after {scheme}://; in a password / is %2F, ? is %3F, # is %23, @ is %40"
            )
        if scheme in SENTINELS:
            try:
                sentinel_urls.read(text)
            except ValueError as error:
                raise SettingsError(f"{name} must name the Sentinels and what they watch: {error}") from error
        return text

    return read


def addresses(read_one: Reader) -> Reader:
    """Return a reader of one or more URLs of stores, all different, which stay one text."""

    def read(name: str, text: str) -> str:
        try:
            return join_urls([read_one(name, url) for url in split_urls(text)])
        except ValueError as error:
            raise SettingsError(f"{name} must {error}") from None

    return read


def _names_hosts(url: str) -> bool:
    """Return whether hosts with ports that exist follow the login; what cuts a password in two leaves none."""
    parts = urlsplit(url)
    try:
        nodes = [urlsplit(f"//{node}") for node in parts.netloc.rpartition("@")[2].split(",")]
        are_there = all(node.hostname and node.port != 0 for node in nodes) or not parts.netloc
    except ValueError:
        return False
    return are_there and "@" not in parts.path + parts.fragment


def directory(_name: str, text: str) -> Path:
    """Read the path of a directory."""
    return Path(text).absolute()


def directory_or_bucket(name: str, text: str) -> Path | str:
    """Read the path of a directory, or the address of a bucket of an object store, which stays a text."""
    if not text.startswith(S3.rstrip("/")):
        return directory(name, text)
    from eventstore.archive.s3_address import parse_address

    try:
        parse_address(text)
    except ValueError as error:
        raise SettingsError(f"{name} must be a directory or a bucket: {error}") from None
    return text


def word(_name: str, text: str) -> str:
    """Read any text."""
    return text


def days_of(name: str, text: str) -> tuple[str, ...]:
    """Read days for rulesets and API keys, such as `goofspiel=7,key-0123456789abcdef01=ever`."""
    found = [part.strip() for part in text.split(",")] if text else []
    if not all(map(DAYS_OF.fullmatch, found)):
        raise SettingsError(f"{name} must be like goofspiel=7,key-0123456789abcdef01=ever, not {text!r}")
    return tuple(found)


def host_names(name: str, text: str) -> tuple[str, ...]:
    """Read names and addresses of hosts, without ports."""
    names = [host.strip() for host in text.split(",")] if text else []
    if not all(HOST_NAME.fullmatch(host) or _is_ipv6(host) for host in names):
        raise SettingsError(f"{name} must be names without ports, with commas between them, or *, not {text!r}")
    return tuple(names)


def base_path(name: str, text: str) -> str:
    """Read a path that links begin with, without a final slash."""
    path = text.removesuffix("/")
    if not BASE_PATH.fullmatch(path):
        raise SettingsError(f"{name} must be a path such as /longroad, not {text!r}")
    return path


def networks(name: str, text: str) -> tuple[Network, ...]:
    """Read addresses and networks."""
    try:
        return tuple(ip_network(part.strip()) for part in text.split(",")) if text else ()
    except ValueError:
        raise SettingsError(f"{name} must be addresses or networks, with commas between them, not {text!r}") from None


def _is_ipv6(text: str) -> bool:
    try:
        return IPv6Address(text).scope_id is None
    except ValueError:
        return False


def secret(shortest: int) -> Reader:
    """Return a reader of secrets, which must not be short."""

    def read(name: str, text: str) -> str:
        if len(text) < shortest:
            raise SettingsError(f"{name} must have at least {shortest} characters")
        return text

    return read


def role_names(name: str, text: str) -> tuple[str, ...]:
    """Read `all`, or roles with commas between them."""
    chosen = ROLES if text == ALL else tuple(part.strip() for part in text.split(","))
    unknown = next((role for role in chosen if role not in ROLES), None)
    if unknown is not None:
        raise SettingsError(f"{name} must be {ALL}, or some of {', '.join(ROLES)}, not {unknown!r}")
    return tuple(role for role in ROLES if role in chosen)


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the settings; each field is an environment variable, by its name in capitals.

    Behind the type stands what reads the text, and what finds out a number that is not set: `fitting`, from the cores
    and the memory of the machine.
    """

    role: Annotated[tuple[str, ...], role_names]
    host: Annotated[str, word]
    port: Annotated[int, whole_number(1, 65535)]
    hosts: Annotated[tuple[str, ...], host_names]
    trusted_proxies: Annotated[tuple[Network, ...], networks]
    base_path: Annotated[str, base_path]
    data_dir: Annotated[Path, directory]
    durability: Annotated[str, one_of("always", "everysec", REPLICATED)]
    store_promises: Annotated[str, one_of(KEPT, CHECKED, MAY_LOSE)]
    archive: Annotated[Path | str | None, directory_or_bucket]
    archive_older: Annotated[Path | None, directory]
    archive_after_days: Annotated[int, whole_number(0, 36_500)]
    pack_older_logs: Annotated[str, one_of("off", "on")]
    keep_finished_days: Annotated[int | None, whole_number(1, 36_500)]
    keep_finished_days_of: Annotated[tuple[str, ...], days_of]
    listed_games: Annotated[int, whole_number(1, MOST_LISTED_GAMES)]
    scrub_days: Annotated[int, whole_number(1, 365)]
    min_free_mb: Annotated[int, whole_number(0, 1_000_000)]
    redis_url: Annotated[
        str | None,
        address(*SERVERS, instead="set LONGROAD_EVENTS_URL to the cluster and LONGROAD_RQ_URL to another server"),
    ]
    events_url: Annotated[str | None, address(*SERVERS, *CLUSTERS)]
    events_replicas: Annotated[int, whole_number(1, 5)]
    rq_url: Annotated[str | None, addresses(address(*SERVERS, *SENTINELS, instead="give it servers of its own"))]
    api_processes: Annotated[int, whole_number(1, 64), fitting]
    ai_workers: Annotated[int, whole_number(1, 64), fitting]
    job_workers: Annotated[int, whole_number(1, 64)]
    connections_per_address: Annotated[int | None, whole_number(1, 1_000_000)]
    streams_per_address: Annotated[int | None, whole_number(1, 1_000_000)]
    api_keys: Annotated[str, one_of("optional", "required")]
    admin_key: Annotated[str | None, secret(SHORTEST_ADMIN_KEY)]
    thinking_ms: Annotated[int, whole_number(0, 1_000_000)]
    ai_games_per_client: Annotated[int, whole_number(0, MOST_AI_GAMES)]
    ai_games: Annotated[int, whole_number(0, MOST_AI_GAMES)]
    webhooks: Annotated[str, one_of("public", "loopback")]
    log: Annotated[str, one_of("files", "stderr")]
    log_mb: Annotated[int, whole_number(1, 1_000_000)]
    log_format: Annotated[str, one_of("text", "json")]
    access_log: Annotated[str, one_of("off", "on")]

    @property
    def store_urls(self) -> tuple[str, str]:
        """Return the URLs of the event store and of RQ's stores, which the supervisor passes to its children.

        Raises SettingsError if one is missing, as in a process started without the supervisor.
        """
        if self.events_url is None or self.rq_url is None:
            raise SettingsError(
                "LONGROAD_EVENTS_URL and LONGROAD_RQ_URL must be set, or LONGROAD_REDIS_URL for both "
                "(`longroad run` sets them)"
            )
        return self.events_url, self.rq_url

    @property
    def is_whole(self) -> bool:
        """Return whether this host has every role."""
        return self.role == ROLES

    @property
    def is_replicated(self) -> bool:
        """Return whether only what the replicas have too is confirmed and published."""
        return self.durability == REPLICATED

    @property
    def local_url(self) -> str:
        """Return the API's URL on this machine, without a final slash."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"
