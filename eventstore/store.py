"""Defines what every event store promises; `memory` and `streams` implement it, and one contract suite tests both."""

from abc import abstractmethod
from typing import NamedTuple

from eventstore.health import Health
from eventstore.holdings import Holdings
from eventstore.interfaces import START, Deadlines, Facts, Feeds, Log
from eventstore.keys import SHARDS
from eventstore.log.checks import check_game
from eventstore.people import People
from eventstore.records import (
    NONE,
    NOTHING,
    Beside,
    Claim,
    Conflict,
    Deadline,
    Duplicate,
    FeedItem,
    Glance,
    Header,
    NewEvent,
    OtherFacts,
    OtherPast,
    StoredEvent,
    Tip,
    Version,
)

__all__ = [
    "NONE",
    "NOTHING",
    "SHARDS",
    "START",
    "Beside",
    "Claim",
    "Condition",
    "Conflict",
    "Deadline",
    "Deadlines",
    "Duplicate",
    "EventStore",
    "Facts",
    "FeedItem",
    "Feeds",
    "Glance",
    "Header",
    "Log",
    "NewEvent",
    "OtherFacts",
    "OtherPast",
    "StoredEvent",
    "Tip",
    "Version",
    "check_game",
]


class Condition(NamedTuple):
    """Reports what was found of a store: on how many primaries the log lies, and how many of them do not answer now.

    Of the others, it says whether there is room for more, when an append reaches the disk, what is evicted when memory
    is short (`noeviction`: nothing; `unknown` if a host hides it), and how many keys have been.
    """

    primaries: int
    silent: int
    has_room: bool
    durability: str
    policy: str = "noeviction"
    evicted: int = 0


class EventStore(Log, Facts, Deadlines, Feeds, Holdings, People):
    """Stores everything, and reports its health. Safe to share between threads and greenlets."""

    def glance(self, game: str, key: str, known: int = 0) -> Glance:
        """Return a game's newest version, a fact and the names beside it: what every reader needs, in one query.

        To a reader who knows a version it also returns the events after it, if they are few.
        """
        return Glance(self.tip(game), self.fact(game, key), self.names(game), self.read(game, known) if known else ())

    @abstractmethod
    def health(self) -> Health:
        """Return how the server is doing; raises RedisError if it does not answer."""

    def condition(self) -> Condition:
        """Return the condition of the store now; raises RedisError if no primary answers."""
        return Condition(1, 0, self.has_room(), self.durability())

    @abstractmethod
    def close(self) -> None:
        """Close the connections."""

    @abstractmethod
    def durability(self) -> str:
        """Return when an append reaches the disk, as reported by the server; in a cluster, its weakest node.

        It is `replicated` (before each answer, on every replica too), `always`, `everysec`, `no` (when the system
        decides), `none` (never) or `unknown`. Raises RedisError if the server does not answer.
        """

    @abstractmethod
    def has_room(self) -> bool:
        """Return whether there is room for more. Raises RedisError if the server does not answer."""
