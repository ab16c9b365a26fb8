"""Reads the feeds on a Redis-protocol server, a stream per shard, and stores how far projections have read them."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from eventstore import keys
from eventstore.interfaces import START, Feeds
from eventstore.keys import SHARDS
from eventstore.log.wire import unpack_items
from eventstore.outages import Room, allow_any, writing
from eventstore.packing.marks import RedisMarks
from eventstore.records import FeedItem, place_of
from eventstore.redis.calling import Script
from eventstore.redis.connection import Client
from eventstore.redis.part import RedisPart, script
from eventstore.redis.rows import RedisRows

_PAGE = 1000


class RedisFeeds(RedisPart, Feeds):
    """Keeps the feeds, the marks, the checkpoints and the rows of projections."""

    def __init__(self, client: Client, blocking: Client, room: Room = allow_any) -> None:
        super().__init__(client, blocking, room)
        self.rows = RedisRows(self._redis, room)
        self._marks = RedisMarks(self._redis, self._connections)
        self._trimming = writing(room, Script(self._redis, script("trim.lua"), self._connections))

    def feed(self, shard: int, after: str, count: int) -> list[FeedItem]:
        """Read a range of the shard's stream, whose entry ids are the cursors."""
        return unpack_items(self._redis.xrange(keys.feed(shard), f"({after}", "+", count=count))

    def feeds(self, shards: Iterable[int], after: str, count: int) -> dict[int, list[FeedItem] | None]:
        """Read the same range of each shard's stream and then how far that was trimmed, in one pipeline."""
        asked = list(shards)
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in asked:
                pipe.xrange(keys.feed(shard), f"({after}", "+", count=count)
                pipe.hget(keys.checkpoints(shard), keys.TRIMMED)
            answers = iter(pipe.execute())
        found = zip(asked, answers, answers, strict=True)
        return {
            shard: None if trimmed and place_of(after) < place_of(trimmed.decode()) else unpack_items(entries)
            for shard, entries, trimmed in found
        }

    def trim_feeds(self, before_ms: int, projections: Sequence[str], shards: Collection[int] = range(SHARDS)) -> int:
        """Use XTRIM, which frees whole pages of a stream at a time, by a script call for each shard."""
        places = ([keys.feed(shard), keys.checkpoints(shard)] for shard in shards)
        return sum(self._trimming(keys=place, args=[before_ms, *projections]) for place in places)

    def trim_cursor(self, shard: int) -> str:
        """Read the cursor that trimming recorded."""
        found: bytes | None = self._redis.hget(keys.checkpoints(shard), keys.TRIMMED)
        return START if found is None else found.decode()

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Search each log for the place, by bisection on the server."""
        return self._marks.own_feeds(games, after, count)

    def mark(self, items: Sequence[FeedItem]) -> None:
        """Fill in missing marks."""
        self._marks.fill(items)

    def feed_ends(self, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Read the last entry of every shard's stream, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.xrevrange(keys.feed(shard), count=1)
            ends = zip(shards, pipe.execute(), strict=True)
            return {shard: newest[0][0].decode() if newest else START for shard, newest in ends}

    def watermark_ms(self, shards: Collection[int] = ()) -> int:
        """Return the server's clock, minus the current, unfinished millisecond."""
        seconds, micros = self._redis.time()
        return int(seconds) * 1000 + int(micros) // 1000 - 1

    def wait(self, cursors: Mapping[int, str], timeout_ms: int) -> list[tuple[int, FeedItem]]:
        """Block in XREAD on a connection of its own."""
        streams = {keys.feed(shard): cursor for shard, cursor in cursors.items()}
        shards = {keys.feed(shard).encode(): shard for shard in cursors}
        news = self._blocking.xread(streams, count=_PAGE, block=max(timeout_ms, 1))
        return [(shards[key], item) for key, entries in news or () for item in unpack_items(entries)]

    def news(self, cursors: Mapping[int, str]) -> list[tuple[int, FeedItem]]:
        """Return the items after the cursors without waiting, from feeds that may lie in several slots."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard, cursor in cursors.items():
                pipe.xrange(keys.feed(shard), f"({cursor}", "+", count=_PAGE)
            return [
                (shard, item)
                for shard, entries in zip(cursors, pipe.execute(), strict=True)
                for item in unpack_items(entries)
            ]

    def checkpoint(self, projection: str, shard: int) -> str:
        """Read the projection's field in the shard's hash of cursors."""
        found: bytes | None = self._redis.hget(keys.checkpoints(shard), projection)
        return START if found is None else found.decode()

    def checkpoints(self, projection: str, shards: Collection[int] = range(SHARDS)) -> dict[int, str]:
        """Read the projection's field in every shard's hash of cursors, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.hget(keys.checkpoints(shard), projection)
            cursors = zip(shards, pipe.execute(), strict=True)
            return {shard: found.decode() if found else START for shard, found in cursors}

    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Write to the shard's hash of cursors."""
        self._write(self._redis.hset)(keys.checkpoints(shard), projection, cursor)

    def oldest_unread_ms(self, projection: str, shards: Collection[int] = range(SHARDS)) -> int:
        """Read the entry after the checkpoint in every feed, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard, cursor in self.checkpoints(projection, shards).items():
                pipe.xrange(keys.feed(shard), f"({cursor}", "+", count=1)
            return min((int(news[0][0].partition(b"-")[0]) for news in pipe.execute() if news), default=0)
