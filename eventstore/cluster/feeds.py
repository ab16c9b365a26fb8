"""Reads the feeds of a cluster from all primaries at once; leaves out silent ones where nothing is lost by it."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from threading import local
from typing import Any, Final

from redis.exceptions import RedisError

from eventstore import keys
from eventstore.cluster.primaries import (
    ELSEWHERE,
    Method,
    Primaries,
    Question,
    at_shard,
    await_all,
    merge_answers,
    route,
)
from eventstore.cluster.slots import Place, slot_of
from eventstore.interfaces import Feeds
from eventstore.keys import SHARDS, shard_of
from eventstore.lru_cache import Recent
from eventstore.outages import StoreAway
from eventstore.records import FeedItem, OlderItem
from eventstore.rows import Listed, Rows

_POLL_S: Final = 0.1
"""Seconds between queries to the primaries, while there are no news."""
LEAST_S: Final = 0.05
"""The least seconds between queries, so that what comes closely together is read and processed together."""
_PROMPT_S: Final = 0.03
"""Seconds to wait for the answers of all primaries; later answers are read in the next round."""
_PAGES: Final = 64
"""The most pages of rows that are kept in case their primary does not answer."""
_EARLIER_MS: Final = 60_000
"""How far back the feeds of a silent primary are read once it answers, in ms."""
Item = tuple[int, FeedItem]


class News:
    """Polls the primaries for one caller, which waits repeatedly."""

    def __init__(self, primaries: Primaries) -> None:
        self._primaries = primaries
        self._asked: dict[Place, Question[list[Item]]] = {}
        self._asked_at = -LEAST_S

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[Item]:
        """Return new items after the cursors; raises StoreAway if no primary answers in that time."""
        ends = time.monotonic() + timeout_ms / 1000
        heard = False
        self._rest(ends)
        while True:
            self._ask(cursors)
            news, have_answered = self._hear()
            heard = heard or have_answered
            if news:
                return news
            if time.monotonic() >= ends:
                break
            time.sleep(min(_POLL_S, timeout_ms / 1000))
        if not heard:
            raise StoreAway("no primary tells news of its feeds")
        return []

    def _rest(self, ends: float) -> None:
        """Sleep until the next query may be made, but not beyond the monotonic time `ends` (s)."""
        left = min(self._asked_at + LEAST_S, ends) - time.monotonic()
        if left > 0:
            time.sleep(left)

    def _ask(self, cursors: Mapping[int, str]) -> None:
        """Query every primary that has no open query."""
        self._asked_at = time.monotonic()
        for place, shards in self._primaries.slots.groups(cursors).items():
            if place not in self._asked:
                log = self._primaries.at(place)
                self._asked[place] = Question(partial(log.news, {shard: cursors[shard] for shard in shards}))

    def _hear(self) -> tuple[list[Item], bool]:
        """Return the items received by now, and whether any primary answered."""
        await_all(self._asked.values(), _PROMPT_S)
        news: list[Item] = []
        heard = False
        for place, question in list(self._asked.items()):
            if not question.is_over():
                continue
            del self._asked[place]
            try:
                news += question.answer()
                heard = True
            except ELSEWHERE:
                self._primaries.refresh()
            except RedisError:
                self._primaries.refresh(place)
        return news, heard


class ClusterFeeds(Feeds):
    """Keeps each feed at the primary of its shard, and each projection's rows at that of their slot."""

    def __init__(self, primaries: Primaries) -> None:
        self._primaries = primaries
        self.rows = ClusterRows(primaries)
        self._own = local()  # open queries belong to one thread, and end with it

    feed = at_shard(Feeds.feed)

    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Store it at the shard's primary."""
        self._primaries.of_shard(shard, lambda log: log.put_checkpoint(projection, shard, cursor))

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        return merge_answers(self._primaries.ask_games(games, lambda log, some: log.own_feeds(some, after, count)))

    def mark(self, items: Sequence[FeedItem]) -> None:
        """Record those of older releases at the primaries of the games."""
        shards = dict.fromkeys(shard_of(item.game) for item in items if isinstance(item, OlderItem))
        self._primaries.every(
            lambda log, some: log.mark([item for item in items if shard_of(item.game) in some]), shards
        )

    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem] | None]:
        """Ask the primaries of the shards; raises StoreAway if one of them does not answer."""
        return merge_answers(self._primaries.every(lambda log, some: log.feeds(some, after, count), list(shards)))

    def trim_feeds(self, before_ms: int, projections: Sequence[str], shards: Collection[int] = range(SHARDS)) -> int:
        """Trim at the primaries of the shards; those that do not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.trim_feeds(before_ms, projections, some), shards)
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

    def news(self, cursors: Mapping[int, str]) -> list[Item]:
        """Ask all primaries at once; the shards of one that does not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.news({shard: cursors[shard] for shard in some}), cursors)
        return [item for items in found for item in items]

    def progress(self, projections: Sequence[str], shards: Collection[int]) -> dict[int, dict[str, str]]:
        """Ask all primaries; the shards of one that does not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.progress(projections, some), shards)
        return merge_answers(found)

    def put_progress(self, projections: Sequence[str], cursors: Mapping[int, str]) -> Collection[int]:
        """Save them at all primaries that answer."""

        def put(log: Feeds, some: list[int]) -> Collection[int]:
            return log.put_progress(projections, {shard: cursors[shard] for shard in some})

        found, _ = self._primaries.each(put, cursors)
        return set().union(*found)

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
    trim = _at_projection(Rows.trim)
    repack = _at_projection(Rows.repack)
