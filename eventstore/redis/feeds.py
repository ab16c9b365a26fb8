"""Reads the feeds on a Redis-protocol server, a stream per shard, and stores how far projections have read them.

An entry of a log holds the place of its version in the feed, relative to its time, so that a game's versions are found
there without reading other games' items. Older releases wrote marks beside the log instead: ten bytes for version n,
the cursor's milliseconds and number, at offset 10 (n - 1) of a string per game. The oldest ones wrote neither, so the
sweep adds marks for their versions from what it reads in the feeds.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from eventstore import keys
from eventstore.interfaces import NEWS, START, Feeds
from eventstore.keys import SHARDS
from eventstore.log.wire import pairs_of, unpack_items
from eventstore.outages import Room, allow_any, writing
from eventstore.records import FeedItem, OlderItem, place_of
from eventstore.redis.calling import RedisPart, Script, log_script, script
from eventstore.redis.connection import Client
from eventstore.redis.rows import RedisRows

_MS: Final = 6
_NUMBER: Final = 4
_LAST: Final = 0xFFFFFFFF


class RedisFeeds(RedisPart, Feeds):
    """Keeps the feeds, the marks, the checkpoints and the rows of projections."""

    def __init__(self, client: Client, blocking: Client, room: Room = allow_any) -> None:
        super().__init__(client, blocking, room)
        self.rows = RedisRows(self._redis, room)
        self._marking = Script(self._redis, script("mark.lua"), self._connections)
        self._finding = log_script("places.lua")
        self._trimming = writing(room, Script(self._redis, script("trim.lua"), self._connections))
        self._reading_on = writing(room, Script(self._redis, script("read_on.lua"), self._connections).call_each)

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
        """Find the first version after the cursor by bisection on the server, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for game in games:
                place = [keys.log(game), keys.marks(game), *after.split("-")]
                pipe.execute_command("EVAL", self._finding, 2, *place, count)
            return {game: _items(game, found) for game, found in zip(games, pipe.execute(), strict=True)}

    def mark(self, items: Sequence[FeedItem]) -> None:
        """Mark versions of older releases whose place is not known, unless the game is gone; a call for each shard."""
        by_shard: defaultdict[int, list[FeedItem]] = defaultdict(list)
        for item in items:
            if item.version and isinstance(item, OlderItem):
                by_shard[keys.shard_of(item.game)].append(item)
        for _, some in sorted(by_shard.items()):
            games = {game: 1 + 2 * number for number, game in enumerate(dict.fromkeys(item.game for item in some))}
            self._marking(
                keys=[key for game in games for key in (keys.log(game), keys.marks(game))],
                args=[word for item in some for word in (games[item.game], item.version, _mark_of(item.cursor))],
            )

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
        news = self._blocking.xread(streams, count=NEWS, block=max(timeout_ms, 1))
        return [(shards[key], item) for key, entries in news or () for item in unpack_items(entries)]

    def news(self, cursors: Mapping[int, str]) -> list[tuple[int, FeedItem]]:
        """Read the feeds, which may lie in several slots, in one round trip."""
        asked = (("XRANGE", keys.feed(shard), f"({after}", "+", "COUNT", NEWS) for shard, after in cursors.items())
        pages = zip(cursors, self._ask(*asked), strict=True)
        return [(shard, item) for shard, entries in pages if entries for item in unpack_items(pairs_of(entries))]

    def put_checkpoint(self, projection: str, shard: int, cursor: str) -> None:
        """Write to the shard's hash of cursors, by a script call."""
        self.put_progress([projection], {shard: cursor})

    def progress(self, projections: Sequence[str], shards: Collection[int]) -> dict[int, dict[str, str]]:
        """Read the projections' fields in every shard's hash of cursors, in one round trip."""
        found = self._ask(*(("HMGET", keys.checkpoints(shard), *projections) for shard in shards))
        read = [[cursor.decode() if cursor else START for cursor in cursors] for cursors in found]
        return {
            shard: dict(zip(projections, cursors, strict=True)) for shard, cursors in zip(shards, read, strict=True)
        }

    def put_progress(self, projections: Sequence[str], cursors: Mapping[int, str]) -> Collection[int]:
        """Write to every shard's hash of cursors, by script calls in one round trip."""
        self._reading_on([([keys.checkpoints(shard)], [cursor, *projections]) for shard, cursor in cursors.items()])
        return cursors.keys()

    def oldest_unread_ms(self, projection: str, shards: Collection[int] = range(SHARDS)) -> int:
        """Read the entry after the checkpoint in every feed, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard, cursor in self.checkpoints(projection, shards).items():
                pipe.xrange(keys.feed(shard), f"({cursor}", "+", count=1)
            return min((int(news[0][0].partition(b"-")[0]) for news in pipe.execute() if news), default=0)


def _items(game: str, found: list[Any] | None) -> list[FeedItem] | None:
    if not found:
        return found
    first, *places = found
    return [FeedItem(place.decode(), game, version) for version, place in enumerate(places, first)]


def _mark_of(cursor: str) -> bytes:
    ms, number = place_of(cursor)
    return ms.to_bytes(_MS, "big") + min(number, _LAST).to_bytes(_NUMBER, "big")
