"""Defines what every event store promises; `memory` and `streams` implement it, and one contract suite tests both."""

import time
from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from eventstore.archiving import Archiving
from eventstore.facts import Facts
from eventstore.interfaces import Feeds, Log
from eventstore.log.chain import ChainBroken
from eventstore.records import Deadline, Glance, Kept

FIRST: Final = ""
"""Represents the place before all games, and the one after them."""
PAGE: Final = 1_000
"""About how many keys of the store are examined for a page."""


class Health(NamedTuple):
    """Holds what a server reports about itself; for a cluster, the sums and the worst values."""

    latency_s: float = 0.0
    memory: int = 0
    memory_limit: int = 0
    aof: int = 0
    is_rewriting: bool = False
    is_rewrite_well: bool = True
    delayed_fsyncs: int = 0
    evicted: int = 0


def read_health(client: Any) -> Health:
    """Return the health of a server; raises RedisError if it does not answer."""
    began = time.monotonic()
    client.ping()
    latency = time.monotonic() - began
    info: Mapping[str, Any] = client.info("memory", "persistence", "stats")
    return Health(
        latency,
        info.get("used_memory", 0),
        info.get("maxmemory", 0),
        info.get("aof_current_size", 0),
        bool(info.get("aof_rewrite_in_progress", 0)),
        info.get("aof_last_bgrewrite_status", "ok") == "ok",
        info.get("aof_delayed_fsync", 0),
        info.get("evicted_keys", 0),
    )


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


class EventStore(Log, Facts, Feeds, Archiving):
    """Stores everything, with due times by game and name, lists the games, and reports its health.

    It keeps logs in less room on request. Safe to share between threads and greenlets.
    """

    def glance(self, game: str, key: str, known: int = 0) -> Glance:
        """Return a game's newest version, a fact and the names beside it: what every reader needs, in one query.

        To a reader who knows a version it also returns the events after it, if they are few.
        """
        return Glance(self.tip(game), self.fact(game, key), self.names(game), self.read(game, known) if known else ())

    def glances(self, known: Mapping[str, int]) -> dict[str, Glance]:
        """Return the newest version, the names, and the events after a known version of several games, in one query.

        Games that are archived or gone are left out, and those whose newest version cannot be read. Raises RedisError
        if the server of one of them does not answer.
        """
        found: dict[str, Glance] = {}
        for game, version in known.items():
            with suppress(ChainBroken):
                found[game] = self.glance(game, "", version)
        return {game: glance for game, glance in found.items() if glance.tip.version}

    @abstractmethod
    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Return some games after a place, about `count` at most, and the next place; that is `FIRST` at the end.

        A walk from `FIRST` to `FIRST` meets every game that is there all the time; it may meet some of them twice.
        """

    def all_games(self) -> Iterator[list[str]]:
        """Yield all games, page by page."""
        place, found = self.games()
        yield found
        while place != FIRST:
            place, found = self.games(place)
            yield found

    @abstractmethod
    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Return how the logs of some games are kept; deleted games are left out. Those here take one query."""

    @abstractmethod
    def compact(self) -> None:
        """Let the server rewrite its append-only file in the background, without deleted data."""

    @abstractmethod
    def pack(self, game: str, *, keep: int = 0) -> int:
        """Compress a log on the server, except its newest version; return the packed size in bytes.

        With `keep`, so many of the newest versions stay as they are, for a game that goes on. Returns 0 and changes
        nothing if there is no need, or if the log changes meanwhile. Later reads and appends work as before. Only the
        newest snapshot is kept. Raises ChainBroken for a damaged log.
        """

    @abstractmethod
    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """List at most `count` due deadlines of a shard, the oldest first; they stay until removed."""

    @abstractmethod
    def due_in(self, shards: Collection[int], now_ms: int, count: int) -> dict[int, list[Deadline]]:
        """List the same for each of some shards; those whose server does not answer are left out."""

    @abstractmethod
    def set_deadlines(self, game: str, deadlines: Mapping[str, int], *, promised: bool = False) -> None:
        """Set deadlines (0 removes) without an append, as a sweep does.

        A failover may lose them, unless they are `promised`: those are as safe as an append.
        """

    @abstractmethod
    def count_overdue(self, before_ms: int) -> int:
        """Count the deadlines that were due before a moment and are still set."""

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
