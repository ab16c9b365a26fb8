"""Keeps what is not archived on Redis streams (Redis 7 and newer, Valkey), joining the parts of the store.

Deadlines and the list of the games are here; its other parts have their own modules.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from redis.exceptions import ResponseError

from eventstore import keys
from eventstore.keys import SHARDS
from eventstore.log.chain import ChainBroken
from eventstore.log.wire import unpack_deadline
from eventstore.records import Deadline, Glance, Kept
from eventstore.redis.calling import Word
from eventstore.redis.connection import found_durability, found_evicted, found_full, found_policy
from eventstore.redis.facts import RedisFacts, unpack_names
from eventstore.redis.feeds import RedisFeeds
from eventstore.redis.log import RedisLog, read_missed, unpack_tip
from eventstore.store import FIRST, PAGE, Condition, EventStore, Health, read_health

_WIDEST: Final = 5_000
"""Sets how many keys one SCAN looks at before a page may end without games: 1 ms of the server."""


class LiveStore(RedisLog, RedisFacts, RedisFeeds, EventStore):
    """Represents an event store on a Redis-protocol server, without the archive."""

    def close(self) -> None:
        """Close the connections."""
        self._redis.close()
        self._blocking.close()

    def close_idle(self) -> None:
        """Close the connections that no call uses now."""
        self._connections.close_idle()
        self._blocking.connection_pool.disconnect(inuse_connections=False)

    def glance(self, game: str, key: str, known: int = 0) -> Glance:
        """Read all of it by one script call."""
        return _unpack_glance(self._tipping(*_glance_call(game, key, known)))

    def glances(self, known: Mapping[str, int]) -> dict[str, Glance]:
        """Read all of them by script calls in one round trip."""
        answers = self._tipping.call_each([_glance_call(game, "", version) for game, version in known.items()])
        found: dict[str, Glance] = {}
        for game, answer in zip(known, answers, strict=True):
            with suppress(ChainBroken):
                found[game] = _unpack_glance(answer)
        return {game: glance for game, glance in found.items() if glance.tip.version}

    def health(self) -> Health:
        """Ask the server."""
        return read_health(self._redis)

    def condition(self) -> Condition:
        """Ask the server for its settings and counts too."""
        return super().condition()._replace(policy=found_policy(self._redis), evicted=found_evicted(self._redis))

    def durability(self) -> str:
        """Read the server's settings; `unknown` if a host hides them."""
        return found_durability(self._redis)

    def has_room(self) -> bool:
        """Check the room on the disk, then the server."""
        return self._room() and not found_full(self._redis)

    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Use SCAN, whose cursors need no memory on the server; it looks at more keys where few are those of logs."""
        cursor, found, width = int(place or 0), set[str](), count
        while True:
            cursor, names = self._redis.scan(cursor, match=keys.LOGS, count=width)
            found.update(map(keys.owner_of, names))
            if not cursor or 2 * len(found) >= count or width >= _WIDEST:
                return (str(cursor) if cursor else FIRST), sorted(found)
            width *= 2

    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Read lengths, newest versions and first lines, in one pipeline."""
        return self._packed.describe_logs(games) if games else []

    def compact(self) -> None:
        """Use BGREWRITEAOF, unless the server is rewriting already, has no such file, or forbids it."""
        with suppress(ResponseError):
            self._redis.bgrewriteaof()

    def pack(self, game: str, *, keep: int = 0) -> int:
        """Read the log, pack it, and replace it by one script call; older snapshots are deleted afterwards."""
        self._recognize(game)
        size = self._packed.pack(game, keep=keep)
        if size:
            place = keys.snapshots(game)
            fields = sorted(self._redis.hkeys(place), key=lambda field: int(field.rpartition(b":")[2]))
            if fields[:-1]:
                self._redis.hdel(place, *fields[:-1])
        return size

    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """Read a range of the shard's sorted set by score."""
        return self.due_in([shard], now_ms, count)[shard]

    def due_in(self, shards: Collection[int], now_ms: int, count: int) -> dict[int, list[Deadline]]:
        """Read the same range of each shard's sorted set, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.zrangebyscore(keys.due(shard), "-inf", now_ms, start=0, num=count, withscores=True)
            found = zip(shards, pipe.execute(), strict=True)
        return {shard: [unpack_deadline(member, score) for member, score in some] for shard, some in found}

    def set_deadlines(self, game: str, deadlines: Mapping[str, int], *, promised: bool = False) -> None:
        """Write members `game:name` of the shard's sorted set, in one pipeline."""
        self._recognize(game)
        key = keys.due(keys.shard_of(game))
        with self._redis.pipeline(transaction=False) as pipe:
            for name, due_ms in deadlines.items():
                if due_ms:
                    pipe.zadd(key, {f"{game}:{name}": due_ms})
                else:
                    pipe.zrem(key, f"{game}:{name}")
            self._write(pipe.execute)()

    def count_overdue(self, before_ms: int, shards: Collection[int] = range(SHARDS)) -> int:
        """Count in every shard's sorted set, in one pipeline."""
        with self._redis.pipeline(transaction=False) as pipe:
            for shard in shards:
                pipe.zcount(keys.due(shard), "-inf", f"({before_ms}")
            return sum(pipe.execute())


def _glance_call(game: str, key: str, known: int) -> tuple[list[str], list[Word]]:
    """Return keys and arguments of the script for a glance."""
    return [keys.log(game), keys.facts(game), keys.names(game)], [key, known]


def _unpack_glance(answer: Sequence[Any]) -> Glance:
    version, header, fact, names, entries = answer
    pairs = dict(zip(names[::2], names[1::2], strict=True))
    return Glance(unpack_tip(version, header), fact, unpack_names(pairs), read_missed(entries))
