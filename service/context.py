"""The composition root: everything that a handler or a query reaches."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from domain.core.ruleset import Ruleset
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.games import Games
from service.jobs import Jobs
from service.moments import now_ms
from service.settings import Settings

Clock = Callable[[], int]
"""Wall time in milliseconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Context:
    """The log, the rules, the queue and the clock of one process."""

    settings: Settings
    store: EventStore
    rulesets: Mapping[str, Ruleset]
    jobs: Jobs
    clock: Clock
    games: Games

    def durability(self) -> str:
        """When an append reaches the disk, as found on the server; raises RedisError when it does not answer."""
        return self.store.durability()


def compose(
    settings: Settings, store: EventStore, rulesets: Mapping[str, Ruleset], jobs: Jobs, clock: Clock = now_ms
) -> Context:
    """A context of given parts."""
    return Context(settings, store, rulesets, jobs, clock, Games(store, rulesets))


def build(settings: Settings) -> Context:
    """The context of a serving process; raises SettingsError when a store's address is unknown."""
    events_url, rq_url = settings.store_urls
    return compose(settings, open_store(events_url), RULESETS, Jobs.at(rq_url))
