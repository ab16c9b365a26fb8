"""Records where a game's versions are in its shard's feed, so that they are found without reading others'.

A mark is ten bytes, the cursor's milliseconds and number, so that marks sort as cursors do; that of version n lies at
offset 10 (n - 1) in a string per game. Appends write marks. A log from before there were marks has holes, which a
reader of the feeds fills.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from eventstore import keys
from eventstore.records import FeedItem
from eventstore.wire import version_of

SIZE: Final = 10
_MS: Final = 6
_LAST: Final = 0xFFFFFFFF
_NONE: Final = bytes(SIZE)
_TAIL: Final = 128
"""Limits how many marks of a game are read at first; most readers are close behind."""


class RedisMarks:
    """Stores the marks of all games on a Redis-protocol server."""

    def __init__(self, client: Any) -> None:
        self._redis = client

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Read the newest marks of each game in one pipeline, or all of them if these do not reach back far enough."""
        with self._redis.pipeline(transaction=False) as pipe:
            for game in games:
                pipe.xrevrange(keys.log(game), count=1)
                pipe.strlen(keys.marks(game))
                pipe.getrange(keys.marks(game), -_TAIL * SIZE, -1)
            found = pipe.execute()
        heads = [version_of(newest[0]) if newest else 0 for newest in found[::3]]
        tails = zip(games, heads, found[1::3], found[2::3], strict=True)
        return {game: self._own_feed(game, head, size, tail, after, count) for game, head, size, tail in tails}

    def _own_feed(self, game: str, head: int, size: int, tail: bytes, after: str, count: int) -> list[FeedItem] | None:
        if size < head * SIZE:
            return None
        if len(tail) < size and not _NONE < tail[:SIZE] <= _mark_of(after):
            tail = self._redis.getrange(keys.marks(game), 0, size - 1)
        return _items_after(game, tail, (size - len(tail)) // SIZE + 1, after, count)

    def fill(self, items: Iterable[FeedItem]) -> None:
        """Check the marks of each game once, and write those that are missing, unless the game is gone."""
        places = _by_game(items)
        with self._redis.pipeline(transaction=False) as pipe:
            for game, known in places.items():
                pipe.getrange(keys.marks(game), (min(known) - 1) * SIZE, max(known) * SIZE - 1)
            missing = [
                (game, version, mark)
                for (game, known), marks in zip(places.items(), pipe.execute(), strict=True)
                for version, mark in _holes(marks, min(known), known).items()
            ]
            for game, version, mark in missing:
                pipe.eval(_FILL, 2, keys.log(game), keys.marks(game), (version - 1) * SIZE, mark)
            pipe.execute()


_FILL: Final = "if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('SETRANGE', KEYS[2], ARGV[1], ARGV[2]) end"


def _mark_of(cursor: str) -> bytes:
    ms, _, number = cursor.partition("-")
    return int(ms).to_bytes(_MS, "big") + min(int(number), _LAST).to_bytes(SIZE - _MS, "big")


def _cursor(mark: bytes) -> str:
    return f"{int.from_bytes(mark[:_MS], 'big')}-{int.from_bytes(mark[_MS:], 'big')}"


def _items_after(game: str, marks: bytes, first: int, after: str, count: int) -> list[FeedItem] | None:
    """Return at most `count` items after a cursor, by the marks of versions `first`..; None if there are holes."""
    found = [marks[at : at + SIZE] for at in range(0, len(marks), SIZE)]
    if _NONE in found:
        return None
    begin = bisect_right(found, _mark_of(after))
    return [FeedItem(_cursor(mark), game, n) for n, mark in enumerate(found[begin : begin + count], first + begin)]


def _by_game(items: Iterable[FeedItem]) -> dict[str, dict[int, bytes]]:
    """Return the marks of feed items by game and version, without deletions."""
    ordered = sorted((item for item in items if item.version), key=attrgetter("game", "version"))
    return {
        game: {item.version: _mark_of(item.cursor) for item in group}
        for game, group in groupby(ordered, key=attrgetter("game"))
    }


def _holes(marks: bytes, first: int, known: Mapping[int, bytes]) -> dict[int, bytes]:
    """Return the known marks that are missing among the marks of versions `first`.."""
    there = {n: marks[SIZE * (n - first) : SIZE * (n - first + 1)] for n in known}
    return {n: mark for n, mark in known.items() if there[n] in (b"", _NONE)}
