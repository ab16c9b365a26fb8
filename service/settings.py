"""Reads all settings of a process, once, from the environment.

The fields of `Settings` are the only list of them: the options of `longroad run` and the table in `docs/operations.md`
are generated from it.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv6Address
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, get_type_hints
from urllib.parse import urlsplit

from service.cores import fitting

SHORTEST_ADMIN_KEY: Final = 22
SERVERS: Final = ("redis", "rediss", "unix")
CLUSTERS: Final = ("redis+cluster", "rediss+cluster")
HOST_NAME: Final = re.compile(r"[a-z0-9._-]+|\*", re.IGNORECASE)

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
        return text

    return read


def directory(_name: str, text: str) -> Path:
    """Read the path of a directory."""
    return Path(text).absolute()


def word(_name: str, text: str) -> str:
    """Read any text."""
    return text


def host_names(name: str, text: str) -> tuple[str, ...]:
    """Read names and addresses of hosts, without ports."""
    names = [host.strip() for host in text.split(",")] if text else []
    if not all(HOST_NAME.fullmatch(host) or _is_ipv6(host) for host in names):
        raise SettingsError(f"{name} must be names without ports, with commas between them, or *, not {text!r}")
    return tuple(names)


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


class Row(NamedTuple):
    """Describes a setting; a default of None means that it is optional, or found out by `fitting`."""

    read: Reader
    default: str | None
    meaning: str
    fitting: Callable[[], int] | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the settings; each field is an environment variable, by its name in capitals."""

    host: Annotated[str, Row(word, "127.0.0.1", "the address to listen at; `0.0.0.0` for all")]
    port: Annotated[int, Row(whole_number(1, 65535), "8000", "the port")]
    hosts: Annotated[
        tuple[str, ...],
        Row(host_names, "", "names that requests may call the server by, with commas between them; `*` for any"),
    ]
    data_dir: Annotated[Path, Row(directory, "./var", "where the stores and the logs live")]
    durability: Annotated[
        str,
        Row(
            one_of("always", "everysec"),
            "always",
            "when an embedded event store writes through: `always` before each answer, `everysec` once a second",
        ),
    ]
    min_free_mb: Annotated[
        int,
        Row(
            whole_number(0, 1_000_000),
            "100",
            "MB that must be free on the disk of `DATA_DIR`: with less, writes are refused before an embedded store "
            "ends for want of room; `0` never looks",
        ),
    ]
    redis_url: Annotated[
        str | None,
        Row(
            address(*SERVERS, instead="set EVENTS_URL to the cluster and RQ_URL to another server"),
            None,
            "one Redis-protocol server (7 or newer) for events and RQ, instead of the embedded ones",
        ),
    ]
    events_url: Annotated[
        str | None,
        Row(
            address(*SERVERS, *CLUSTERS),
            None,
            "the server for events, or a cluster (`redis+cluster://host:port`); else that of `REDIS_URL`, "
            "else an embedded one",
        ),
    ]
    rq_url: Annotated[
        str | None,
        Row(
            address(*SERVERS, instead="give it a server of its own"),
            None,
            "the server for RQ; else that of `REDIS_URL`, else an embedded one",
        ),
    ]
    api_processes: Annotated[
        int,
        Row(
            whole_number(1, 64),
            None,
            "processes that answer requests at one port; else as many as there are cores, at most 2, and one for "
            "each 512 MB of memory",
            fitting,
        ),
    ]
    ai_workers: Annotated[
        int,
        Row(
            whole_number(1, 64),
            None,
            "processes that move AI opponents; else by cores and memory, as for `API_PROCESSES`",
            fitting,
        ),
    ]
    job_workers: Annotated[
        int,
        Row(whole_number(1, 64), "1", "processes for undo, replay and the like, and as many for analyses and arenas"),
    ]
    connections_per_address: Annotated[
        int | None,
        Row(
            whole_number(1, 1_000_000),
            None,
            "connections that one address may hold at once; else a quarter of those that there is room for",
        ),
    ]
    streams_per_address: Annotated[
        int | None,
        Row(
            whole_number(1, 1_000_000),
            None,
            "event streams that one address may hold at once without a token; else half of its connections",
        ),
    ]
    api_keys: Annotated[
        str, Row(one_of("optional", "required"), "optional", "`required`: everything but `GET /v1` needs an API key")
    ]
    admin_key: Annotated[
        str | None,
        Row(
            secret(SHORTEST_ADMIN_KEY),
            None,
            f"an API key ({SHORTEST_ADMIN_KEY} characters or more) that makes keys of any quota; keys that it made "
            "count for themselves, not by address",
        ),
    ]
    webhooks: Annotated[
        str,
        Row(
            one_of("public", "loopback"),
            "public",
            "`loopback` also lets webhooks reach this machine, in plain http too: for development",
        ),
    ]
    compile: Annotated[
        str,
        Row(
            one_of("auto", "off"),
            "auto",
            "`auto` compiles the rules in the background, where mypy and a C compiler are installed, and uses them "
            "from the next start on; `off` runs the plain ones",
        ),
    ]
    log: Annotated[
        str,
        Row(one_of("files", "stderr"), "files", "`stderr` sends the children's output there, as containers like it"),
    ]
    log_format: Annotated[
        str, Row(one_of("text", "json"), "text", "`json` writes each line of the logs as a JSON object")
    ]
    access_log: Annotated[str, Row(one_of("off", "on"), "off", "`on` logs every request that was answered")]

    @property
    def store_urls(self) -> tuple[str, str]:
        """Return the URLs of the event store and of RQ's store, which the supervisor passes to its children.

        Raises SettingsError if one is missing, as in a process started without the supervisor.
        """
        if self.events_url is None or self.rq_url is None:
            raise SettingsError("EVENTS_URL and RQ_URL must be set, or REDIS_URL for both (`longroad run` sets them)")
        return self.events_url, self.rq_url

    @property
    def local_url(self) -> str:
        """Return the API's URL on this machine, without a final slash."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Setting:
    """Represents a field of `Settings` with its row."""

    field: str
    row: Row

    @property
    def variable(self) -> str:
        """Return its name in the environment."""
        return self.field.upper()

    @property
    def option(self) -> str:
        """Return its name on the command line."""
        return "--" + self.field.replace("_", "-")

    def value(self, given: Mapping[str, str]) -> Any:
        """Return its value in an environment, or the default; raises SettingsError."""
        text = given.get(self.variable) or self.row.default
        if text is None:
            return self.row.fitting and self.row.fitting()
        return self.row.read(self.variable, text)


SETTINGS: Final = tuple(
    Setting(name, hint.__metadata__[0]) for name, hint in get_type_hints(Settings, include_extras=True).items()
)


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings of this process; raises SettingsError at the first invalid value."""
    given = os.environ if environment is None else environment
    settings = Settings(**{setting.field: setting.value(given) for setting in SETTINGS})
    if settings.api_keys == "required" and settings.admin_key is None:
        raise SettingsError("ADMIN_KEY must be set where API_KEYS is required: nobody could make a key")
    both = settings.redis_url
    return replace(settings, events_url=settings.events_url or both, rq_url=settings.rq_url or both)
