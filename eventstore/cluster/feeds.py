"""Reads the feeds of a cluster from all primaries at once; leaves out silent ones where nothing is lost by it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from threading import local
from typing import Any, Final

from eventstore import keys
from eventstore.cluster.news import News
from eventstore.cluster.primaries import Primaries, merge_answers
from eventstore.cluster.routing import ClusterPart, Method, at_shard, route
from eventstore.cluster.slots import slot_of
from eventstore.interfaces import Feeds
from eventstore.keys import SHARDS, shard_of
from eventstore.outages import StoreAway
from eventstore.recent import Recent
from eventstore.records import FeedItem
from eventstore.rows import Listed, Rows

_PAGES: Final = 64
"""The most pages of rows that are kept in case their primary does not answer."""
_EARLIER_MS: Final = 60_000
"""How far back the feeds of a silent primary are read once it answers, in ms."""


class ClusterFeeds(ClusterPart, Feeds):
    """Keeps each feed at the primary of its shard, and each projection's rows at that of their slot."""

    def __init__(self, primaries: Primaries) -> None:
        super().__init__(primaries)
        self.rows = ClusterRows(primaries)
        self._own = local()  # open queries belong to one thread, and end with it

    feed = at_shard(Feeds.feed)

    def checkpoint(self, projection: str, shard: int) -> str:
        """Ask the shard's primary."""
        return self._primaries.of_shard(shard, lambda log: log.checkpoint(projection, shard))

    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Store it at the shard's primary."""
        self._primaries.of_shard(shard, lambda log: log.put_checkpoint(projection, shard, cursor))

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        return merge_answers(self._ask_all(games, lambda log, some: log.own_feeds(some, after, count)))

    def mark(self, items: Sequence[FeedItem]) -> None:
        """Record them at the primaries of the games."""
        by_shard: dict[int, list[FeedItem]] = {}
        for item in items:
            by_shard.setdefault(shard_of(item.game), []).append(item)
        self._primaries.every(
            lambda log, shards: log.mark([item for shard in shards for item in by_shard[shard]]), by_shard
        )

    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem] | None]:
        """Ask the primaries of the shards; raises StoreAway if one of them does not answer."""
        return merge_answers(self._primaries.every(lambda log, some: log.feeds(some, after, count), list(shards)))

    def trim_feeds(self, before_ms: int, projections: Sequence[str]) -> int:
        """Trim at all primaries; those that do not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.trim_feeds(before_ms, projections, some))
        return sum(found)

    trim_cursor = at_shard(Feeds.trim_cursor)

    def feed_ends(self, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Ask all primaries; the feed of one that does not answer is read again from a minute ago."""
        found, silent = self._primaries.each(lambda log, some: log.feed_ends(some), shards)
        earlier = f"{max(0, self.watermark_ms() - _EARLIER_MS)}-0" if silent else ""
        return merge_answers([*found, dict.fromkeys(silent, earlier)])

    def watermark_ms(self, shards: Collection[int] = ()) -> int:
        """Return the slowest clock of all primaries that answer, minus the current millisecond.

        Raises StoreAway if the primary of one of these shards does not answer, or none does.
        """
        found, silent = self._primaries.each(lambda log, _: log.watermark_ms())
        if not found or not silent.isdisjoint(shards):
            raise StoreAway("a primary whose clock is needed does not answer")
        return min(found)

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """Poll all primaries, each by itself; raises StoreAway if none answers."""
        news: News | None = getattr(self._own, "news", None)
        if news is None:
            news = self._own.news = News(self._primaries)
        return news.wait(cursors, timeout_ms)

    def checkpoints(self, projection: str, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Ask all primaries; the shards of one that does not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.checkpoints(projection, some), shards)
        return merge_answers(found)

    def oldest_unread_ms(self, projection: str, shards: Collection[int] = range(SHARDS)) -> int:
        """Ask all primaries; those that do not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.oldest_unread_ms(projection, some), shards)
        return min((since for since in found if since), default=0)


def _slot(projection: str) -> int:
    return slot_of(keys.of_rows(projection)[0])


def _at_projection(method: Method) -> Method:
    """Return a method that calls this one at the primary with the rows of its first argument, a projection."""

    def call(primaries: Primaries, projection: str, do: Callable[[Rows], Any]) -> Any:
        return primaries.call(_slot(projection), lambda log: do(log.rows))

    return route(method, call)


class ClusterRows(Rows):
    """Keeps the rows of each projection at the primary that serves the projection's slot."""

    def __init__(self, primaries: Primaries) -> None:
        self._primaries = primaries
        self._kept: Recent[tuple[str, str, int, tuple[str, str] | None], list[Listed]] = Recent(_PAGES)

    put = _at_projection(Rows.put)

    def drop(self, projection: str, games: Iterable[str]) -> None:
        """Delete them at that primary."""
        some = list(games)
        self._primaries.call(_slot(projection), lambda log: log.rows.drop(projection, some))

    clear = _at_projection(Rows.clear)

    def games(self, projection: str) -> Iterator[list[str]]:
        """Read all of them at that primary before the first page."""
        yield from self._primaries.call(_slot(projection), lambda log: list(log.rows.games(projection)))

    def list_rows(self, projection: str, name: str, count: int, before: tuple[str, str] | None = None) -> list[Listed]:
        """Read them at that primary; if it does not answer, return the page that this process last read, if any."""
        asked = (projection, name, count, before)
        try:
            found = self._primaries.call(_slot(projection), lambda log: log.rows.list_rows(*asked))
        except StoreAway:
            kept = self._kept.get(asked)
            if kept is None:
                raise
            return kept
        self._kept.put(asked, found)
        return found

    def shortest(self, projection: str, names: Sequence[str]) -> str:
        """Compare them at that primary; if it does not answer, return the first list."""
        try:
            return self._primaries.call(_slot(projection), lambda log: log.rows.shortest(projection, names))
        except StoreAway:
            return names[0]

    counts = _at_projection(Rows.counts)
    pack = _at_projection(Rows.pack)
    repack = _at_projection(Rows.repack)
