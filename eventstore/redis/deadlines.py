"""Stores deadlines on a Redis-protocol server: a sorted set per shard."""

from collections.abc import Collection, Mapping

from eventstore import keys
from eventstore.interfaces import Deadlines
from eventstore.keys import SHARDS
from eventstore.log.wire import unpack_deadline
from eventstore.records import Deadline
from eventstore.redis.part import RedisPart


class RedisDeadlines(RedisPart, Deadlines):
    """Keeps members `game:name` with their due times in ms as scores."""

    def due(self, shard: int, now_ms: int, count: int) -> list[Deadline]:
        """Read a range of the shard's sorted set by score."""
        found = self._redis.zrangebyscore(keys.due(shard), "-inf", now_ms, start=0, num=count, withscores=True)
        return [unpack_deadline(member, score) for member, score in found]

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
