"""Holds what a store in memory keeps, and reads the feeds and how far projections have read them."""

import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from secrets import token_bytes
from threading import Condition

from eventstore.interfaces import NEWS, START, Feeds
from eventstore.keys import SHARDS, shard_of
from eventstore.records import Claim, FeedItem, StoredEvent, place_of
from eventstore.rows import MemoryRows, Rows


@dataclass(slots=True)
class KeptGame:
    """Holds the log of one game and the data beside it."""

    versions: list[list[StoredEvent]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    facts: dict[str, bytes] = field(default_factory=dict)
    data_keys: dict[str, bytes] = field(default_factory=dict)
    snapshots: dict[tuple[str, int], bytes] = field(default_factory=dict)


class MemoryPart:
    """Holds what is in memory; every part of the store holds `_changed` during every read and change."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._games: defaultdict[str, KeptGame] = defaultdict(KeptGame)
        self._claims: dict[tuple[int, str], tuple[float, Claim]] = {}
        self._due: list[dict[tuple[str, str], int]] = [{} for _ in range(SHARDS)]
        self._batches: set[tuple[str, str]] = set()
        self._secret = token_bytes(32)
        self._forgotten: dict[str, int] = {}
        self._feeds: list[list[FeedItem]] = [[] for _ in range(SHARDS)]
        self._trimmed: dict[int, str] = {}
        self._checkpoints: dict[tuple[str, int], str] = {}
        self.rows: Rows = MemoryRows()

    def _log_of(self, game: str) -> KeptGame:
        return self._games.get(game) or KeptGame()


class MemoryFeeds(MemoryPart, Feeds):
    """Keeps the feeds, the checkpoints and the rows of projections."""

    def feed(self, shard: int, after: str, count: int) -> list[FeedItem]:
        """Find the position by bisection: cursors grow along the feed."""
        with self._changed:
            feed = self._feeds[shard]
            left = bisect_left(feed, place_of(self.trim_cursor(shard)), key=_place)
            first = max(left, bisect_right(feed, place_of(after), key=_place))
            return feed[first : first + count]

    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem] | None]:
        """Read one feed after the other."""
        return {
            shard: None if place_of(after) < place_of(self.trim_cursor(shard)) else self.feed(shard, after, count)
            for shard in shards
        }

    def trim_feeds(self, before_ms: int, projections: Sequence[str], shards: Collection[int] = range(SHARDS)) -> int:
        """Hide the items; `own_feeds` still needs them."""
        with self._changed:
            return sum(self._trim(shard, before_ms, projections) for shard in shards if self._feeds[shard])

    def _trim(self, shard: int, before_ms: int, projections: Sequence[str]) -> int:
        feed = self._feeds[shard]
        cursors = [self._checkpoints.get((projection, shard), START) for projection in projections]
        bound = min([*cursors, f"{before_ms}-0", feed[-1].cursor], key=place_of)
        trimmed = [item for item in self.feed(shard, START, len(feed)) if place_of(item.cursor) < place_of(bound)]
        if trimmed:
            self._trimmed[shard] = bound
        return len(trimmed)

    def trim_cursor(self, shard: int) -> str:
        """Return the cursor that trimming recorded."""
        with self._changed:
            return self._trimmed.get(shard, START)

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Pick the game's items from the whole feed."""
        with self._changed:
            return {game: self._own_feed(game, place_of(after))[:count] for game in games}

    def _own_feed(self, game: str, after: tuple[int, int]) -> list[FeedItem]:
        found = [item for item in self._feeds[shard_of(game)] if item.game == game]
        gone = max((place for place, item in enumerate(found, 1) if not item.version), default=0)
        return [item for item in found[gone:] if place_of(item.cursor) > after]

    def mark(self, items: Sequence[FeedItem]) -> None:
        """Do nothing: the whole feed is in memory."""

    def feed_ends(self, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Return the newest cursor of each feed."""
        with self._changed:
            return {shard: self._feeds[shard][-1].cursor if self._feeds[shard] else START for shard in shards}

    def watermark_ms(self, shards: Collection[int] = ()) -> int:
        """Return the wall clock, read while no append runs."""
        with self._changed:
            return _now_ms()

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """Wait for the condition that every append notifies."""
        with self._changed:
            self._changed.wait_for(lambda: self.news(cursors), timeout_ms / 1000)
            return self.news(cursors)

    def news(self, cursors: Mapping[int, str]) -> list[tuple[int, FeedItem]]:
        """Read one feed after the other."""
        with self._changed:
            return [(shard, item) for shard, cursor in cursors.items() for item in self.feed(shard, cursor, NEWS)]

    def _publish(self, game: str, versions: Sequence[int]) -> None:
        feed = self._feeds[shard_of(game)]
        for version in versions:
            feed.append(FeedItem(_cursor_after(feed[-1].cursor if feed else START), game, version))
        self._changed.notify_all()

    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Keep it until the process ends."""
        with self._changed:
            kept = self._checkpoints.get((projection, shard), START)
            self._checkpoints[projection, shard] = START if cursor == START else max(kept, cursor, key=place_of)

    def progress(self, projections: Sequence[str], shards: Collection[int]) -> dict[int, dict[str, str]]:
        """Look up each projection and shard."""
        with self._changed:
            return {shard: {one: self._checkpoints.get((one, shard), START) for one in projections} for shard in shards}

    def put_progress(self, projections: Sequence[str], cursors: Mapping[int, str]) -> Collection[int]:
        """Save one after the other."""
        for projection, (shard, cursor) in product(projections, cursors.items()):
            self.put_checkpoint(projection, shard, cursor)
        return cursors.keys()

    def oldest_unread_ms(self, projection: str) -> int:
        """Compare the cursors of what comes after the checkpoints."""
        news = self.wait(self.checkpoints(projection), 0)
        return min((place_of(item.cursor)[0] for _, item in news), default=0)


def _place(item: FeedItem) -> tuple[int, int]:
    return place_of(item.cursor)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _cursor_after(newest: str) -> str:
    """Return a cursor by the clock, but greater than the newest one, as a stream does."""
    ms, number = place_of(newest)
    now = _now_ms()
    return f"{now}-0" if now > ms else f"{ms}-{number + 1}"
