"""Keeps the store in memory: the same promises without a server, for tests and throw-away games.

Logs, deadlines and the list of the games are here; feeds, and what stands beside the logs, have their own modules.
"""

import time
from collections.abc import Collection, Mapping, Sequence

from eventstore.keys import shard_of
from eventstore.log.chain import ROOT, event_bytes, next_chain
from eventstore.memory.archiving import MemoryArchiving
from eventstore.memory.facts import MemoryFacts
from eventstore.memory.feeds import MemoryFeeds
from eventstore.records import (
    Beside,
    Conflict,
    Deadline,
    Duplicate,
    Kept,
    OtherFacts,
    OtherPast,
    StoredEvent,
    Tip,
    Version,
)
from eventstore.store import FIRST, PAGE, EventStore, Health


class MemoryEventStore(MemoryFacts, MemoryFeeds, MemoryArchiving, EventStore):
    """Represents an event store that lives and dies with its process."""

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        with self._changed:
            log, expected, claim = self._log_of(game).versions, base.version, beside.claim
            made, stored = expected + len(versions), after(versions, base)
            if expected <= len(log) and identities(log[expected:made]) == identities(stored):
                return made
            if any(self.fact(game, name) != (value or None) for name, value in beside.given.items()):
                raise OtherFacts(game)
            if claim and (earlier := self.find_claim(game, claim.scope_key)):
                raise Duplicate(*earlier)
            if expected != len(log):
                raise Conflict(len(log), [event for version in log[expected:] for event in version])
            if base.chain != self.tip(game, expected).chain:
                raise OtherPast(expected)
            self._games[game].versions.extend(stored)
            self._publish(game, range(expected + 1, made + 1))
            if claim:
                self._claims[shard_of(game), claim.scope_key] = (time.monotonic() + claim.ttl_s, claim)
            self.set_deadlines(game, beside.deadlines)
            self.set_facts(game, beside.facts)
            self._games[game].names.update(beside.names)
            self._games[game].data_keys.update(beside.data_keys)
            return made

    def delete(self, game: str) -> None:
        """Delete the game and its deadlines; announce it in the feed if there was a log."""
        due = self._due[shard_of(game)]
        with self._changed:
            known = self._games.pop(game, None)
            for key in [key for key in due if key[0] == game]:
                del due[key]
            if known and known.versions:
                self._publish(game, [0])

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Read it from the versions in memory."""
        with self._changed:
            versions = self._log_of(game).versions
            number = len(versions) if version is None else version
            return Tip(number, versions[number - 1][0].chain) if 0 < number <= len(versions) else Tip(0, ROOT)

    def find_here(self, games: Sequence[str]) -> set[str]:
        """Return those with versions."""
        return self.find_existing(games)

    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Return those with versions."""
        return {game for game in games if self.head(game)}

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Return whole versions up to the limit, and the first one in any case."""
        with self._changed:
            versions = self._log_of(game).versions[after:upto]
        page: list[StoredEvent] = []
        for events in versions:
            if page and limit_events is not None and len(page) + len(events) > limit_events:
                break
            page.extend(events)
        return page

    def find_claim(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Return the claim unless it has expired by the monotonic clock."""
        with self._changed:
            ends, claim = self._claims.get((shard_of(game), scope_key), (0.0, None))
        if claim is None or ends <= time.monotonic():
            return None
        return claim.request_hash, claim.answer

    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Return the newest matching one of the game's snapshots."""
        with self._changed:
            snapshots = dict(self._log_of(game).snapshots)
        fitting = [at for of, at in snapshots if of == tag and at <= version]
        return (max(fitting), snapshots[tag, max(fitting)]) if fitting else None

    def put_snapshot(self, game: str, version: int, tag: str, snapshot: bytes) -> None:
        """Keep it until the process ends."""
        with self._changed:
            self._games[game].snapshots[tag, version] = snapshot

    def drop_snapshots(self, game: str) -> None:
        """Drop all of them."""
        with self._changed:
            self._games[game].snapshots.clear()

    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Return the games after the one that the place names."""
        with self._changed:
            there = sorted(game for game, known in self._games.items() if known.versions and game > place)
        return (there[count - 1] if len(there) > count else FIRST), there[:count]

    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Count the versions in memory."""
        with self._changed:
            logs = [(game, self._log_of(game).versions) for game in games]
        return [Kept(game, len(log), log[-1][0].header.time_ms, len(log), False) for game, log in logs if log]

    def compact(self) -> None:
        """Do nothing: there is no file."""

    def pack(self, game: str, *, keep: int = 0) -> int:
        """Return 0: all of it ends with the process."""
        return 0

    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """Sort the shard's due deadlines."""
        with self._changed:
            due = [Deadline(game, name, at) for (game, name), at in self._due[shard].items() if at <= now_ms]
        return sorted(due, key=lambda deadline: deadline.due_ms)[:count]

    def due_in(self, shards: Collection[int], now_ms: int, count: int) -> dict[int, list[Deadline]]:
        """Read one shard after the other."""
        return {shard: self.due(shard, now_ms, count) for shard in shards}

    def set_deadlines(self, game: str, deadlines: Mapping[str, int], *, promised: bool = False) -> None:
        """Store them by shard, game and name."""
        shard = self._due[shard_of(game)]
        with self._changed:
            for name, due_ms in deadlines.items():
                shard[game, name] = due_ms
                if not due_ms:
                    del shard[game, name]

    def count_overdue(self, before_ms: int) -> int:
        """Count them one by one."""
        with self._changed:
            return sum(due_ms < before_ms for shard in self._due for due_ms in shard.values())

    def health(self) -> Health:
        """Report good health: there is no server."""
        return Health()

    def durability(self) -> str:
        """Return `none`: everything ends with the process."""
        return "none"

    def close(self) -> None:
        """Do nothing."""

    def has_room(self) -> bool:
        """Return True: a process without memory ends anyway."""
        return True


def after(versions: Sequence[Version], base: Tip) -> list[list[StoredEvent]]:
    """Return the events as they are stored after a version."""
    stored, chain = [], base.chain
    for number, version in enumerate(versions, base.version + 1):
        chain = next_chain(chain, number, [event_bytes(event) for event in version.events])
        stored.append(
            [
                StoredEvent(number, index, event.type, event.schema, event.body, version.header, chain)
                for index, event in enumerate(version.events)
            ]
        )
    return stored


def identities(versions: Sequence[Sequence[StoredEvent]]) -> list[tuple[str, str]]:
    """Return by what an append recognizes versions: the command and the chain of each."""
    return [(version[0].header.command_id, version[0].chain) for version in versions]
