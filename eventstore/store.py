"""What every event store promises; `memory` and `streams` keep it, and one contract suite proves both."""

from abc import abstractmethod

from eventstore.checks import check_game
from eventstore.health import Health
from eventstore.interfaces import START, Deadlines, Facts, Feeds, Log
from eventstore.keys import SHARDS
from eventstore.records import (
    NONE,
    Beside,
    Claim,
    Conflict,
    Deadline,
    Duplicate,
    FeedItem,
    Header,
    NewEvent,
    OtherPast,
    StoredEvent,
    Tip,
    Version,
)

__all__ = [
    "NONE",
    "SHARDS",
    "START",
    "Beside",
    "Claim",
    "Conflict",
    "Deadline",
    "Deadlines",
    "Duplicate",
    "EventStore",
    "Facts",
    "FeedItem",
    "Feeds",
    "Header",
    "Log",
    "NewEvent",
    "OtherPast",
    "StoredEvent",
    "Tip",
    "Version",
    "check_game",
]


class EventStore(Log, Facts, Deadlines, Feeds):
    """All that one store keeps, and how it fares. Safe to share between threads and greenlets."""

    @abstractmethod
    def health(self) -> Health:
        """How the server fares; raises RedisError when it does not answer."""

    @abstractmethod
    def durability(self) -> str:
        """When an append reaches the disk, as found on the server: `always`, `everysec`, `no` (when the system likes),
        `none` (never) or `unknown`; of a cluster, its weakest node's. Raises when the server does not answer.
        """

    @abstractmethod
    def has_room(self) -> bool:
        """Whether there is room for more. Raises when the server does not answer."""
