"""Moves several projections along the feeds together, so that each feed is read, and its cursor saved, once for all."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from operator import itemgetter
from typing import Final

from eventstore.feed import Projection, Runner, take
from eventstore.interfaces import NEWS, START
from eventstore.outages import StoreAway
from eventstore.records import FeedItem
from eventstore.store import EventStore

AT_ONCE: Final = 500
"""Sets how many items are processed at least before the cursors are saved, if there are as many."""
Items = dict[int, list[FeedItem]]


class CommonReading:
    """Processes the new versions of some shards for several projections.

    Projections that have read a feed equally far get the same items. If a server that one of them needs does not
    answer, it goes on by itself, feed by feed: its cursors stay in those that need this server. The others go on.
    """

    def __init__(self, store: EventStore, projections: Sequence[Projection], shards: Collection[int]) -> None:
        self._store = store
        self._projections = projections
        self._shards = shards

    def catch_up(self) -> None:
        """Process all new versions; a projection that has read nothing of a trimmed feed starts from the games."""
        names = [projection.name for projection in self._projections]
        if not names:
            return
        for some, cursors in self._groups(self._store.progress(names, self._shards)):
            self._follow(some, cursors)

    def _groups(self, progress: Mapping[int, Mapping[str, str]]) -> Iterator[tuple[list[Projection], dict[int, str]]]:
        """Yield projections with the cursors of the shards that they have read equally far."""
        groups: dict[tuple[str, ...], dict[int, str]] = {}
        for shard, cursors in progress.items():
            for cursor in set(cursors.values()):
                names = tuple(name for name, read in cursors.items() if read == cursor)
                groups.setdefault(names, {})[shard] = cursor
        for names, places in groups.items():
            yield [projection for projection in self._projections if projection.name in names], places

    def _follow(self, projections: Sequence[Projection], cursors: Mapping[int, str]) -> None:
        while projections and (news := self._store.news(cursors)):
            items = {shard: [item for _, item in some] for shard, some in groupby(news, itemgetter(0))}
            if self._lacks_games(cursors, items):
                for projection in projections:
                    self._take_apart(projection, cursors)
                return
            for some in _parts(items):
                projections = self._take(projections, some)
            cursors = {shard: found[-1].cursor for shard, found in items.items() if len(found) == NEWS}

    def _lacks_games(self, cursors: Mapping[int, str], items: Items) -> bool:
        """Return whether one of these feeds was trimmed before it was read, so that it does not name all games."""
        return any(cursors[shard] == START and self._store.trim_cursor(shard) != START for shard in items)

    def _take(self, projections: Sequence[Projection], items: Items) -> list[Projection]:
        """Let projections process items, and save that; return those that have all servers that they need."""
        done = []
        for projection in projections:
            try:
                take(projection, [item for some in items.values() for item in some])
                done.append(projection)
            except StoreAway:
                self._take_apart(projection, items.keys())
        if done:
            ends = {shard: some[-1].cursor for shard, some in items.items()}
            self._store.put_progress([projection.name for projection in done], ends)
        return done

    def _take_apart(self, projection: Projection, shards: Collection[int]) -> None:
        """Let a projection process the feeds of some shards by itself, one by one, each as far as servers answer."""
        with suppress(StoreAway):
            Runner(self._store, projection, shards).catch_up()


def _parts(items: Items) -> Iterator[Items]:
    """Divide items by shards, so that a part has few more than `AT_ONCE`."""
    part: Items = {}
    for shard, some in items.items():
        part[shard] = some
        if sum(map(len, part.values())) >= AT_ONCE:
            yield part
            part = {}
    if part:
        yield part
