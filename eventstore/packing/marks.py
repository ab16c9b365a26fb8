"""Finds where a game's versions are in its shard's feed, without reading other games' items.

An entry of a log holds the place itself, relative to its time. Older releases wrote marks beside the log instead: ten
bytes for version n, the cursor's milliseconds and number, at offset 10 (n - 1) of a string per game. The oldest ones
wrote neither, so the sweep adds marks for their versions from what it reads in the feeds.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from eventstore import keys
from eventstore.records import FeedItem
from eventstore.redis.calling import Connections, Script
from eventstore.redis.part import log_script, script

_MS: Final = 6
_NUMBER: Final = 4
_LAST: Final = 0xFFFFFFFF


class RedisMarks:
    """Finds the places of games' versions in the feeds of a Redis-protocol server."""

    def __init__(self, client: Any, connections: Connections) -> None:
        self._redis = client
        self._marking = Script(client, script("mark.lua"), connections)
        self._finding = log_script("places.lua")

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Find the first version after the cursor by bisection on the server, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for game in games:
                pipe.execute_command(
                    "EVAL", self._finding, 2, keys.log(game), keys.marks(game), *after.split("-"), count
                )
            return {game: _items(game, found) for game, found in zip(games, pipe.execute(), strict=True)}

    def fill(self, items: Sequence[FeedItem]) -> None:
        """Mark versions whose place is not known, unless the game is gone; by one call for each shard."""
        ordered = sorted((item for item in items if item.version), key=_shard)
        for _, group in groupby(ordered, key=_shard):
            self._fill(list(group))

    def _fill(self, items: Sequence[FeedItem]) -> None:
        games = {game: 1 + 2 * number for number, game in enumerate(dict.fromkeys(map(attrgetter("game"), items)))}
        self._marking(
            keys=[key for game in games for key in (keys.log(game), keys.marks(game))],
            args=[word for item in items for word in (games[item.game], item.version, _mark_of(item.cursor))],
        )


def _items(game: str, found: list[Any] | None) -> list[FeedItem] | None:
    if not found:
        return found
    first, *places = found
    return [FeedItem(place.decode(), game, version) for version, place in enumerate(places, first)]


def _shard(item: FeedItem) -> int:
    return keys.shard_of(item.game)


def _mark_of(cursor: str) -> bytes:
    ms, _, number = cursor.partition("-")
    return int(ms).to_bytes(_MS, "big") + min(int(number), _LAST).to_bytes(_NUMBER, "big")
