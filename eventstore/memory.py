"""Keeps the store in memory: the same promises without a server, for tests and throw-away games."""

import threading
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from secrets import token_bytes

from eventstore.chain import ROOT, event_bytes, next_chain
from eventstore.health import Health
from eventstore.keys import shard_of
from eventstore.records import (
    Beside,
    Claim,
    Conflict,
    Deadline,
    Duplicate,
    FeedItem,
    OtherPast,
    StoredEvent,
    Tip,
    Version,
)
from eventstore.rows import MemoryRows
from eventstore.store import SHARDS, START, EventStore


@dataclass(slots=True)
class _Game:
    versions: list[list[StoredEvent]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    facts: dict[str, bytes] = field(default_factory=dict)
    snapshots: dict[tuple[str, int], bytes] = field(default_factory=dict)


class MemoryEventStore(EventStore):
    """Is an event store that lives and dies with its process."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._games: defaultdict[str, _Game] = defaultdict(_Game)
        self._feeds: list[list[FeedItem]] = [[] for _ in range(SHARDS)]
        self._due: list[dict[tuple[str, str], int]] = [{} for _ in range(SHARDS)]
        self._claims: dict[tuple[int, str], tuple[float, Claim]] = {}
        self._checkpoints: dict[tuple[str, int], str] = {}
        self.rows = MemoryRows()
        self._secret = token_bytes(32)

    def _append(self, game: str, base: Tip, versions: Sequence[Version], beside: Beside) -> int:
        with self._changed:
            log, expected = self._known(game).versions, base.version
            made, stored = expected + len(versions), _stored(versions, base)
            if expected <= len(log) and _same(log[expected:made], stored):
                return made
            self._refuse_claimed(game, beside.claim)
            if expected != len(log):
                raise Conflict(len(log))
            if base.chain != self.tip(game, expected).chain:
                raise OtherPast(expected)
            self._games[game].versions.extend(stored)
            self._publish(game, range(expected + 1, made + 1))
            self._claim(game, beside.claim)
            self.set_deadlines(game, beside.deadlines)
            self.set_facts(game, beside.facts)
            self._games[game].names.update(beside.names)
            return made

    def _known(self, game: str) -> _Game:
        return self._games.get(game) or _Game()

    def _refuse_claimed(self, game: str, claim: Claim | None) -> None:
        earlier = claim and self.claimed(game, claim.scope_key)
        if earlier:
            raise Duplicate(*earlier)

    def _claim(self, game: str, claim: Claim | None) -> None:
        if claim:
            self._claims[shard_of(game), claim.scope_key] = (time.monotonic() + claim.ttl_s, claim)

    def _publish(self, game: str, versions: Sequence[int]) -> None:
        feed = self._feeds[shard_of(game)]
        for version in versions:
            feed.append(FeedItem(_cursor_after(feed[-1].cursor if feed else START), game, version))
        self._changed.notify_all()

    def tip(self, game: str, version: int | None = None) -> Tip:
        """Read it from the versions in memory."""
        with self._changed:
            versions = self._known(game).versions
            number = len(versions) if version is None else version
            return Tip(number, versions[number - 1][0].chain) if 0 < number <= len(versions) else Tip(0, ROOT)

    def known(self, games: Sequence[str]) -> set[str]:
        """Return those with versions."""
        return {game for game in games if self.head(game)}

    def read(
        self, game: str, after: int = 0, upto: int | None = None, limit_events: int | None = None
    ) -> list[StoredEvent]:
        """Return whole versions up to the limit, and the first one in any case."""
        with self._changed:
            versions = self._known(game).versions[after:upto]
        page: list[StoredEvent] = []
        for events in versions:
            if page and limit_events is not None and len(page) + len(events) > limit_events:
                break
            page.extend(events)
        return page

    def claimed(self, game: str, scope_key: str) -> tuple[str, bytes] | None:
        """Return the claim unless it has expired by the monotonic clock."""
        with self._changed:
            ends, claim = self._claims.get((shard_of(game), scope_key), (0.0, None))
        if claim is None or ends <= time.monotonic():
            return None
        return claim.request_hash, claim.answer

    def snapshot(self, game: str, version: int, tag: str) -> tuple[int, bytes] | None:
        """Return the newest matching one of the game's snapshots."""
        with self._changed:
            snapshots = dict(self._known(game).snapshots)
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

    def feed(self, shard: int, after: str, count: int) -> list[FeedItem]:
        """Find the position by bisection: cursors grow along the feed."""
        with self._changed:
            feed = self._feeds[shard]
            first = bisect_right(feed, _place(after), key=lambda item: _place(item.cursor))
            return feed[first : first + count]

    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem]]:
        """Read one feed after the other."""
        return {shard: self.feed(shard, after, count) for shard in shards}

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Pick the game's items from the whole feed."""
        with self._changed:
            return {game: self._own_feed(game, _place(after))[:count] for game in games}

    def _own_feed(self, game: str, after: tuple[int, int]) -> list[FeedItem]:
        found = [item for item in self._feeds[shard_of(game)] if item.game == game]
        gone = max((place for place, item in enumerate(found, 1) if not item.version), default=0)
        return [item for item in found[gone:] if _place(item.cursor) > after]

    def mark(self, items: Sequence[FeedItem]) -> None:
        """Do nothing: the whole feed is in memory."""

    def feed_ends(self) -> dict[int, str]:
        """Return the newest cursor of each feed."""
        with self._changed:
            return {shard: feed[-1].cursor if feed else START for shard, feed in enumerate(self._feeds)}

    def settled_ms(self) -> int:
        """Return the wall clock, read while no append runs."""
        with self._changed:
            return _now_ms()

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """Wait for the condition that every append notifies."""
        with self._changed:
            self._changed.wait_for(lambda: self._news(cursors), timeout_ms / 1000)
            return self._news(cursors)

    def _news(self, cursors: Mapping[int, str]) -> list[tuple[int, FeedItem]]:
        return [(shard, item) for shard, cursor in cursors.items() for item in self.feed(shard, cursor, 1000)]

    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """Sort the shard's due deadlines."""
        with self._changed:
            due = [Deadline(game, name, at) for (game, name), at in self._due[shard].items() if at <= now_ms]
        return sorted(due, key=lambda deadline: deadline.due_ms)[:count]

    def set_deadlines(self, game: str, deadlines: Mapping[str, int]) -> None:
        """Store them by shard, game and name."""
        shard = self._due[shard_of(game)]
        with self._changed:
            for name, due_ms in deadlines.items():
                shard[game, name] = due_ms
                if not due_ms:
                    del shard[game, name]

    def set_name(self, game: str, seat: int, name: str) -> None:
        """Store the name with the game; the empty name is never returned."""
        with self._changed:
            self._games[game].names[seat] = name

    def names(self, game: str) -> dict[int, str]:
        """Return those that are not empty."""
        with self._changed:
            return {seat: name for seat, name in self._known(game).names.items() if name}

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Read one game after the other."""
        return {game: self.names(game) for game in games}

    def set_facts(self, game: str, facts: Mapping[str, bytes]) -> None:
        """Store them with the game; an empty value is never returned."""
        with self._changed:
            self._games[game].facts.update(facts)

    def count_fact(self, game: str, key: str, by: int) -> int:
        """Count under the lock."""
        with self._changed:
            facts = self._games[game].facts
            count = int(facts.get(key) or 0) + by
            facts[key] = str(count).encode()
            return count

    def fact(self, game: str, key: str) -> bytes | None:
        """Return one of the game's non-empty values."""
        return self.facts(game).get(key)

    def facts(self, game: str) -> dict[str, bytes]:
        """Return those that are not empty."""
        with self._changed:
            return (
                {key: value for key, value in self._games[game].facts.items() if value} if game in self._games else {}
            )

    def checkpoint(self, projection: str, shard: int) -> str:
        """Return the stored cursor, or START."""
        with self._changed:
            return self._checkpoints.get((projection, shard), START)

    def checkpoints(self, projection: str) -> dict[int, str]:
        """Return every shard's cursor, or START."""
        return {shard: self.checkpoint(projection, shard) for shard in range(SHARDS)}

    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Keep it until the process ends."""
        with self._changed:
            self._checkpoints[projection, shard] = cursor

    def secret(self) -> bytes:
        """Return what was made with the store."""
        return self._secret

    def health(self) -> Health:
        """Report good health: there is no server."""
        return Health()

    def overdue(self, before_ms: int) -> int:
        """Count them one by one."""
        with self._changed:
            return sum(due_ms < before_ms for shard in self._due for due_ms in shard.values())

    def unread_since(self, projection: str) -> int:
        """Compare the cursors of what comes after the checkpoints."""
        news = self.wait(self.checkpoints(projection), 0)
        return min((_place(item.cursor)[0] for _, item in news), default=0)

    def durability(self) -> str:
        """Return `none`: everything ends with the process."""
        return "none"

    def has_room(self) -> bool:
        """Return True: a process without memory ends anyway."""
        return True

    def delete(self, game: str) -> None:
        """Delete the game and its deadlines; announce it in the feed if there was a log."""
        due = self._due[shard_of(game)]
        with self._changed:
            known = self._games.pop(game, None)
            for key in [key for key in due if key[0] == game]:
                del due[key]
            if known and known.versions:
                self._publish(game, [0])


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _place(cursor: str) -> tuple[int, int]:
    ms, _, number = cursor.partition("-")
    return int(ms), int(number)


def _cursor_after(newest: str) -> str:
    """Return a cursor by the clock, but greater than the newest one, as a stream does."""
    ms, number = _place(newest)
    now = _now_ms()
    return f"{now}-0" if now > ms else f"{ms}-{number + 1}"


def _stored(versions: Sequence[Version], base: Tip) -> list[list[StoredEvent]]:
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


def _same(log: Sequence[Sequence[StoredEvent]], stored: Sequence[Sequence[StoredEvent]]) -> bool:
    return [_identity(version) for version in log] == [_identity(version) for version in stored]


def _identity(version: Sequence[StoredEvent]) -> tuple[str, str]:
    return version[0].header.command_id, version[0].chain
