"""Runs projections: views across games that follow the feeds, and begin with the games themselves."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import Final

from eventstore.interfaces import START
from eventstore.keys import SHARDS, shard_of
from eventstore.outages import StoreAway
from eventstore.records import FeedItem
from eventstore.store import EventStore

_PAGE = 500
WAITING_S: Final = 0.5
"""Seconds for which a shard is skipped after a server that it needs did not answer."""
SAVED_S: Final = 1.0
"""Seconds between saves of a projection's cursors while it follows the feeds; each save is a write to disk."""


class Projection(ABC):
    """Represents a view across games. It receives each version at least once, in order within a game.

    After a crash the newest versions come again, so `apply` must be idempotent: set, do not add.
    """

    name: str

    def begin(self, items: Sequence[FeedItem]) -> None:  # noqa: B027 - most projections look at versions one by one
        """Prepare for a page of the feed."""

    @abstractmethod
    def apply(self, game: str, version: int) -> None:
        """Process a version of a game, which may already have newer ones or be deleted."""

    @abstractmethod
    def forget(self, game: str) -> None:
        """Remove a game that was deleted."""

    def settle(self) -> bool:
        """Store changes postponed while a page was processed; return whether its cursor must be saved at once."""
        return False


def put_ends(store: EventStore, projection: str, ends: Mapping[int, str]) -> None:
    """Save that a projection has read each feed up to its end; nothing is saved for a feed that is still empty."""
    for shard, cursor in ends.items():
        if cursor != START:
            store.put_checkpoint(projection, shard, cursor)


class Runner:
    """Moves one projection along the feeds of some shards and saves its cursors.

    A shard should have one runner of a projection at a time; if there are two, both apply the same versions.
    """

    def __init__(self, store: EventStore, projection: Projection, shards: Collection[int] = range(SHARDS)) -> None:
        self._store = store
        self._projection = projection
        self._shards = shards

    def catch_up(self) -> int:
        """Process all new versions; return their number.

        A projection that has read nothing of a trimmed feed starts from the games themselves. If the log lies on
        several servers, those that do not answer are left out.
        """
        ends = self._store.feed_ends(self._shards)
        cursors = self._store.checkpoints(self._projection.name, self._shards)
        behind = {shard: cursor for shard, cursor in cursors.items() if cursor != ends[shard]}
        if any(cursor == START and self._store.trim_cursor(shard) != START for shard, cursor in behind.items()):
            return self._take_games(ends)
        return sum(self._catch_up(shard, cursor) for shard, cursor in behind.items())

    def follow(self, is_over: Callable[[], bool], pause_ms: int = 1000) -> None:
        """Catch up, then process versions as they come, until `is_over()`, checked at least every `pause_ms`.

        The cursors are saved once a second, at the end, and when the projection requires it.
        """
        self.catch_up()
        cursors = self._store.checkpoints(self._projection.name, self._shards)
        saved, saved_at = dict(cursors), time.monotonic()
        waiting: dict[int, float] = {}
        try:
            while not is_over():
                self._hear(cursors, saved, waiting, pause_ms)
                if time.monotonic() - saved_at > SAVED_S:
                    self._save(cursors, saved)
                    saved_at = time.monotonic()
                    self._join(cursors, saved)
        finally:
            self._save(cursors, saved)

    def _hear(self, cursors: dict[int, str], saved: dict[int, str], waiting: dict[int, float], pause_ms: int) -> None:
        """Process the items that arrive within a pause.

        A shard that needs a silent server is skipped until the monotonic time in `waiting`; all others continue.
        """
        now = time.monotonic()
        wanted = {shard: cursor for shard, cursor in cursors.items() if waiting.get(shard, 0.0) < now}
        news = self._store.wait(wanted, pause_ms)
        if not news:
            return
        try:
            is_urgent = take(self._projection, [item for _, item in news])
            cursors.update({shard: item.cursor for shard, item in news})
        except StoreAway:
            is_urgent = self._take_apart(news, cursors, waiting)
        if is_urgent:
            self._save(cursors, saved)

    def _take_apart(
        self, news: Sequence[tuple[int, FeedItem]], cursors: dict[int, str], waiting: dict[int, float]
    ) -> bool:
        """Process items shard by shard, each as far as servers answer; return whether cursors must be saved at once."""
        is_urgent = False
        for shard, some in groupby(news, itemgetter(0)):
            try:
                cursors[shard], of_shard = self._take([item for _, item in some])
                is_urgent |= of_shard
            except StoreAway:
                waiting[shard] = time.monotonic() + WAITING_S
        return is_urgent

    def _save(self, cursors: Mapping[int, str], saved: dict[int, str]) -> None:
        ahead = {shard: cursor for shard, cursor in cursors.items() if saved[shard] != cursor}
        if ahead:
            with suppress(StoreAway):
                done = self._store.put_progress([self._projection.name], ahead)
                saved.update({shard: ahead[shard] for shard in done})

    def _join(self, cursors: dict[int, str], saved: dict[int, str]) -> None:
        """Add the shards whose cursors could not be read before."""
        lacking = [shard for shard in self._shards if shard not in cursors]
        if lacking:
            new = self._store.checkpoints(self._projection.name, lacking)
            cursors.update(new)
            saved.update(new)

    def _take_games(self, ends: Mapping[int, str]) -> int:
        """Process the newest version of every game, then set the cursors to where the feeds ended before."""
        count = 0
        for games in self._store.all_games():
            own = [game for game in games if shard_of(game) in ends]
            for kept in self._store.describe_logs(own):
                self._projection.apply(kept.game, kept.version)
            self._projection.settle()
            count += len(own)
        put_ends(self._store, self._projection.name, ends)
        return count

    def _catch_up(self, shard: int, cursor: str) -> int:
        count = 0
        with suppress(StoreAway):
            while page := self._store.feed(shard, cursor, _PAGE):
                cursor, _ = self._take(page)
                self._store.put_checkpoint(self._projection.name, shard, cursor)
                count += len(page)
        return count

    def _take(self, items: Sequence[FeedItem]) -> tuple[str, bool]:
        return (items[-1].cursor if items else START), take(self._projection, items)


def take(projection: Projection, items: Sequence[FeedItem]) -> bool:
    """Let a projection process items, in order; return whether its cursor must be saved at once."""
    projection.begin(items)
    for item in items:
        if item.version:
            projection.apply(item.game, item.version)
        else:
            projection.forget(item.game)
    return projection.settle()
