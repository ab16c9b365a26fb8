"""Lists the games of a Redis-protocol server by its keys, and packs their logs."""

from collections.abc import Sequence
from contextlib import suppress

from redis.exceptions import ResponseError

from eventstore import keys
from eventstore.holdings import FIRST, PAGE, Holdings
from eventstore.packing.logs import PackedLogs
from eventstore.records import Kept
from eventstore.redis.part import RedisPart


class RedisHoldings(RedisPart, Holdings):
    """Walks along the server's keys."""

    _packed: PackedLogs

    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Use SCAN, whose cursors need no memory on the server."""
        cursor, found = self._redis.scan(int(place or 0), match=keys.LOGS, count=count)
        return (str(cursor) if cursor else FIRST), sorted({key.decode().split(":")[2] for key in found})

    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Read lengths, newest versions and first lines, in one pipeline."""
        return self._packed.describe_logs(games) if games else []

    def compact(self) -> None:
        """Use BGREWRITEAOF, unless the server is at it, has no such file, or does not allow it."""
        with suppress(ResponseError):
            self._redis.bgrewriteaof()

    def pack(self, game: str, *, archived: bool = False, only_try: bool = False) -> int:
        """Read the log, pack it, and put that in its place by one script call; older snapshots go afterwards."""
        if not only_try:
            self._recognize(game)
        size = self._packed.pack(game, archived=archived, only_try=only_try)
        if size and not only_try:
            place = keys.snapshots(game)
            fields = sorted(self._redis.hkeys(place), key=lambda field: int(field.rpartition(b":")[2]))
            if fields[:-1]:
                self._redis.hdel(place, *fields[:-1])
        return size
