"""The composition root: everything that a handler or a query reaches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from redis import Redis

from domain.core.ruleset import Ruleset
from eventstore.connection import PATIENT, PROMPT
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.disk import MEGABYTE, DiskRoom
from service.game.games import Games
from service.queue.jobs import Jobs
from service.settings import Settings
from service.wall_clock import now_ms

Clock = Callable[[], int]
"""Wall time in milliseconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Context:
    """The log, the rules, the queue and the clock of one process.

    `cache` is the store of the queue, for what lives for a short time and may be lost: tickets, first answers, quotas.
    """

    settings: Settings
    store: EventStore
    rulesets: Mapping[str, Ruleset]
    jobs: Jobs
    cache: Redis
    clock: Clock
    games: Games

    def durability(self) -> str:
        """When an append reaches the disk, as found on the server; raises RedisError when it does not answer."""
        return self.store.durability()


def compose(
    settings: Settings, store: EventStore, rulesets: Mapping[str, Ruleset], jobs: Jobs, clock: Clock = now_ms
) -> Context:
    """A context of given parts."""
    return Context(settings, store, rulesets, jobs, jobs.redis, clock, Games(store, rulesets))


def build(settings: Settings, *, prompt: bool = False) -> Context:
    """The context of a serving process; raises SettingsError when a store's address is unknown.

    A `prompt` one answers requests: none of its commands waits long for a store. Others have more patience.
    """
    events_url, rq_url = settings.store_urls
    room = DiskRoom(settings.data_dir, settings.min_free_mb * MEGABYTE)
    store = open_store(events_url, patience=PROMPT if prompt else PATIENT, room=room)
    return compose(settings, store, RULESETS, Jobs.prompt(rq_url) if prompt else Jobs.at(rq_url))
