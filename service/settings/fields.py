"""Lists all settings, and how the text of each is read; `settings.toml` says what each means, and its default.

The options of `longroad run` and the table in `docs/operations.md` are generated from both.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from service.settings.readers import (
    CLUSTERS,
    ROLES,
    SENTINELS,
    SERVERS,
    Network,
    SettingsError,
    address,
    base_path,
    directory,
    fitting,
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


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds the settings; each field is an environment variable, by its name in capitals.

    Behind the type stands what reads the text, and what finds out a number that is not set.
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
    archive: Annotated[Path | None, directory]
    archive_after_days: Annotated[int, whole_number(0, 36_500)]
    pack_older_logs: Annotated[str, one_of("off", "on")]
    keep_finished_days: Annotated[int | None, whole_number(1, 36_500)]
    min_free_mb: Annotated[int, whole_number(0, 1_000_000)]
    redis_url: Annotated[
        str | None,
        address(*SERVERS, instead="set LONGROAD_EVENTS_URL to the cluster and LONGROAD_RQ_URL to another server"),
    ]
    events_url: Annotated[str | None, address(*SERVERS, *CLUSTERS)]
    events_replicas: Annotated[int, whole_number(1, 5)]
    rq_url: Annotated[str | None, address(*SERVERS, *SENTINELS, instead="give it a server of its own")]
    api_processes: Annotated[int, whole_number(1, 64), fitting]
    ai_workers: Annotated[int, whole_number(1, 64), fitting]
    job_workers: Annotated[int, whole_number(1, 64)]
    connections_per_address: Annotated[int | None, whole_number(1, 1_000_000)]
    streams_per_address: Annotated[int | None, whole_number(1, 1_000_000)]
    api_keys: Annotated[str, one_of("optional", "required")]
    admin_key: Annotated[str | None, secret(SHORTEST_ADMIN_KEY)]
    ai_games_per_client: Annotated[int, whole_number(0, MOST_AI_GAMES)]
    ai_games: Annotated[int, whole_number(0, MOST_AI_GAMES)]
    webhooks: Annotated[str, one_of("public", "loopback")]
    log: Annotated[str, one_of("files", "stderr")]
    log_mb: Annotated[int, whole_number(1, 1_000_000)]
    log_format: Annotated[str, one_of("text", "json")]
    access_log: Annotated[str, one_of("off", "on")]

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
