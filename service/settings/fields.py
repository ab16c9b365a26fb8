"""Lists all settings: how the text of each is read, its default, and what it means.

The fields of `Settings` are the only list of them: the options of `longroad run` and the table in `docs/operations.md`
are generated from it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from service.settings.cores import fitting
from service.settings.readers import (
    ALL,
    CLUSTERS,
    ROLES,
    SENTINELS,
    SERVERS,
    Network,
    Reader,
    SettingsError,
    address,
    base_path,
    directory,
    host_names,
    networks,
    one_of,
    role_names,
    secret,
    whole_number,
    word,
)

REPLICATED: Final = "replicated"
KEPT: Final = "kept"
CHECKED: Final = "checked"
MAY_LOSE: Final = "may-lose-games"
SHORTEST_ADMIN_KEY: Final = 22
MOST_AI_GAMES: Final = 1_000_000
_API: Final = ("api",)


class Row(NamedTuple):
    """Describes a setting; a default of None means that it is optional, or found out by `fitting`.

    A host reads it only if it has one of the `roles`.
    """

    read: Reader
    default: str | None
    meaning: str
    fitting: Callable[[], int] | None = None
    roles: tuple[str, ...] = ROLES


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the settings; each field is an environment variable, by its name in capitals."""

    role: Annotated[
        tuple[str, ...],
        Row(
            role_names,
            ALL,
            f"what this host does: `{ALL}`, or some of {', '.join(f'`{role}`' for role in ROLES)} with commas between "
            "them, which takes stores that other hosts reach too",
        ),
    ]
    host: Annotated[str, Row(word, "127.0.0.1", "the address to listen at; `0.0.0.0` for all", roles=_API)]
    port: Annotated[int, Row(whole_number(1, 65535), "8000", "the port", roles=_API)]
    hosts: Annotated[
        tuple[str, ...],
        Row(
            host_names,
            "",
            "names that requests may call the server by, with commas between them; `*` for any",
            roles=_API,
        ),
    ]
    trusted_proxies: Annotated[
        tuple[Network, ...],
        Row(
            networks,
            "",
            "addresses and networks of your proxies, with commas between them: the client of a request from there is "
            "the last in `X-Forwarded-For` that is none of them",
            roles=_API,
        ),
    ]
    base_path: Annotated[
        str,
        Row(
            base_path,
            "",
            "the path below which your proxy shows the server, such as `/longroad`: the proxy takes it off each "
            "request, and all links begin with it",
            roles=_API,
        ),
    ]
    data_dir: Annotated[Path, Row(directory, "./var", "where the stores and the logs live")]
    durability: Annotated[
        str,
        Row(
            one_of("always", "everysec", REPLICATED),
            "always",
            "when an embedded event store writes through: `always` before each answer, `everysec` once a second; "
            "`replicated` confirms and publishes only what the replicas of `LONGROAD_EVENTS_URL` have on disk too",
        ),
    ]
    store_promises: Annotated[
        str,
        Row(
            one_of(KEPT, CHECKED, MAY_LOSE),
            KEPT,
            "whether the settings of `LONGROAD_EVENTS_URL` must keep what `LONGROAD_DURABILITY` promises: `kept` "
            "refuses a store that evicts, writes late or hides its settings, `checked` takes hidden ones, for you have "
            "checked them, and `may-lose-games` takes any, for that is meant",
        ),
    ]
    archive: Annotated[
        Path | None,
        Row(
            directory,
            None,
            "the directory that finished games move to, on a file system that all hosts share; without it they stay in "
            "the store",
        ),
    ]
    archive_after_days: Annotated[
        int,
        Row(
            whole_number(0, 36_500),
            "7",
            "days after its last event until a finished game moves to `LONGROAD_ARCHIVE`; `0` does not wait",
            roles=("sweep",),
        ),
    ]
    pack_older_logs: Annotated[
        str,
        Row(
            one_of("off", "on"),
            "off",
            "`on` also packs and archives games that only 1.0 or an older release has written, which cannot read them "
            "any more then: for when you will not go back",
            roles=("sweep",),
        ),
    ]
    keep_finished_days: Annotated[
        int | None,
        Row(
            whole_number(1, 36_500),
            None,
            "days after its last event until a finished game is deleted for good; without it they are kept for ever",
            roles=("sweep",),
        ),
    ]
    min_free_mb: Annotated[
        int,
        Row(
            whole_number(0, MOST_AI_GAMES),
            "100",
            "MB that must be free on the disk of `LONGROAD_DATA_DIR`: with less, writes are refused before an "
            "embedded store ends for want of room; `0` never looks",
        ),
    ]
    redis_url: Annotated[
        str | None,
        Row(
            address(*SERVERS, instead="set LONGROAD_EVENTS_URL to the cluster and LONGROAD_RQ_URL to another server"),
            None,
            "one Redis-protocol server (7 or newer) for events and RQ, instead of the embedded ones",
        ),
    ]
    events_url: Annotated[
        str | None,
        Row(
            address(*SERVERS, *CLUSTERS),
            None,
            "the server for events, or a cluster (`redis+cluster://host:port,host:port`, any of its nodes); else that "
            "of `LONGROAD_REDIS_URL`, else an embedded one",
        ),
    ]
    events_replicas: Annotated[
        int,
        Row(
            whole_number(1, 5),
            "1",
            "replicas of each primary of `LONGROAD_EVENTS_URL` under `LONGROAD_DURABILITY=replicated`",
        ),
    ]
    rq_url: Annotated[
        str | None,
        Row(
            address(*SERVERS, *SENTINELS, instead="give it a server of its own"),
            None,
            "the server for RQ, or the Sentinels that watch it (`redis+sentinel://host:port,host:port/NAME`); else "
            "that of `LONGROAD_REDIS_URL`, else an embedded one",
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
            _API,
        ),
    ]
    ai_workers: Annotated[
        int,
        Row(
            whole_number(1, 64),
            None,
            "processes that move AI opponents; else by cores and memory, as for `LONGROAD_API_PROCESSES`",
            fitting,
            ("ai",),
        ),
    ]
    job_workers: Annotated[
        int,
        Row(
            whole_number(1, 64),
            "1",
            "processes for undo, replay and the like, and as many for analyses and arenas",
            roles=("jobs", "long"),
        ),
    ]
    connections_per_address: Annotated[
        int | None,
        Row(
            whole_number(1, 1_000_000),
            None,
            "connections that one address may hold at once; else a quarter of those that there is room for",
            roles=_API,
        ),
    ]
    streams_per_address: Annotated[
        int | None,
        Row(
            whole_number(1, 1_000_000),
            None,
            "event streams that one address may hold at once without a token; else half of its connections",
            roles=_API,
        ),
    ]
    api_keys: Annotated[
        str,
        Row(
            one_of("optional", "required"),
            "optional",
            "`required`: everything but `GET /v1` needs an API key",
            roles=_API,
        ),
    ]
    admin_key: Annotated[
        str | None,
        Row(
            secret(SHORTEST_ADMIN_KEY),
            None,
            f"an API key ({SHORTEST_ADMIN_KEY} characters or more) that makes keys of any quota; keys that it made "
            "count for themselves, not by address",
            roles=_API,
        ),
    ]
    ai_games_per_client: Annotated[
        int,
        Row(
            whole_number(0, MOST_AI_GAMES),
            "200",
            "how many games in which only agents play one client may have at a time; keys that visitors make for "
            "themselves count to their address, and the administrator's key has no limit",
            roles=_API,
        ),
    ]
    ai_games: Annotated[
        int,
        Row(whole_number(0, MOST_AI_GAMES), "2000", "how many such games run at a time, of all clients", roles=_API),
    ]
    webhooks: Annotated[
        str,
        Row(
            one_of("public", "loopback"),
            "public",
            "`loopback` also lets webhooks reach this machine, in plain http too: for development",
            roles=("api", "sweep"),
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
    log_mb: Annotated[
        int,
        Row(
            whole_number(1, 1_000_000),
            "200",
            "MB that all logs in `LONGROAD_DATA_DIR` may take together: large ones are set aside, and the oldest lines "
            "deleted",
        ),
    ]
    log_format: Annotated[
        str, Row(one_of("text", "json"), "text", "`json` writes each line of the logs as a JSON object")
    ]
    access_log: Annotated[str, Row(one_of("off", "on"), "off", "`on` logs every request that was answered", roles=_API)]

    @property
    def store_urls(self) -> tuple[str, str]:
        """Return the URLs of the event store and of RQ's store, which the supervisor passes to its children.

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
