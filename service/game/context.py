"""Composes a process: builds the context through which handlers and queries reach store, queue and rulesets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from domain.core.ruleset import Ruleset
from eventstore.archive.archive import Archive
from eventstore.archive.opening import open_archive
from eventstore.lru_cache import Recent
from eventstore.redis.connection import PATIENT, PROMPT
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.game.data_keys import DataKeys
from service.game.games import Games
from service.process.disk import MEGABYTE, DiskRoom
from service.process.known_store import KnownStore, file_of_process
from service.process.wall_clock import now_ms
from service.queue.jobs import Jobs
from service.settings import Settings, SettingsError
from service.settings.extras import NEEDS_S3
from service.usage.ledger import Ledger

Clock = Callable[[], int]
"""Returns wall-clock time in milliseconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Context:
    """Bundles the store, rulesets, queues and clock of one process.

    The queues' stores also hold short-lived values that may be lost: tickets, first answers, quotas, and who is there.
    """

    settings: Settings
    store: EventStore
    rulesets: Mapping[str, Ruleset]
    jobs: Jobs
    clock: Clock
    games: Games
    data_keys: DataKeys
    usage: Ledger
    tokens: Recent[tuple[str, str], bytes] = field(default_factory=partial(Recent, 4096))
    """Caches the access of recent tokens, by game and hash; each use is still checked against the store."""
    keys: Recent[str, tuple[float, Any]] = field(default_factory=partial(Recent, 1024))
    """Caches recent API keys by hash, each with the time (s, monotonic) until which it is valid."""
    budgets: Recent[str, tuple[float, Any]] = field(default_factory=partial(Recent, 1024))
    """Caches the budgets of API keys by id, each with the time (s, monotonic) until which it is valid."""
    limits: Recent[str, tuple[float, Any]] = field(default_factory=partial(Recent, 1))
    """Caches the administrator's settings of clients, each with the time (s, monotonic) until which it is valid."""


def compose(
    settings: Settings, store: EventStore, rulesets: Mapping[str, Ruleset], jobs: Jobs, clock: Clock = now_ms
) -> Context:
    """Build a context from given parts."""
    games, data_keys, usage = Games(store, rulesets), DataKeys(store), Ledger(store, clock)
    return Context(settings, store, rulesets, jobs, clock, games, data_keys, usage)


def archive_of(settings: Settings) -> Archive:
    """Open the archive of the settings; raises SettingsError if the library for an object store is not installed."""
    try:
        return open_archive(settings.archive, settings.archive_older)
    except ImportError:
        raise SettingsError(NEEDS_S3) from None


def build(
    settings: Settings,
    *,
    prompt: bool = False,
    prompt_queues: bool = False,
    known_store: Path | None = None,
    served: int = 0,
) -> Context:
    """Build the context of a serving process; raises SettingsError if a setting cannot be used.

    Writes go only to the store described in the file `known_store`, by default the file that the supervisor named. With
    `prompt`, store calls fail fast, because requests wait for them; otherwise they are retried for longer. With
    `prompt_queues` only those of the queues' stores fail fast. If there are several, `served` is the number of the
    one that the process serves: its calls are retried for longer, and its queues are those of the context.
    """
    events_url, rq_url = settings.store_urls
    room = DiskRoom(settings.data_dir, settings.min_free_mb * MEGABYTE)
    patience = PROMPT if prompt else PATIENT
    replicas = settings.events_replicas if settings.is_replicated else 0
    known = KnownStore(known_store or file_of_process())
    store = open_store(events_url, patience, room, replicas, archive_of(settings), known)
    jobs = Jobs.prompt(rq_url) if prompt or prompt_queues else Jobs.at(rq_url, served)
    return compose(settings, store, RULESETS, jobs)
