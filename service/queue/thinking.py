"""Keeps account of the tables at which slow agents play for people, so that no more are admitted than workers serve.

A table costs the sum of what decisions of its slow agents typically take. It counts while a person or bot acted there
within the last minutes, and from its creation on. All of this may be lost; tables are counted again when they are
played.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from redis import Redis

from service.queue.ai_jobs import AWAITED_S
from service.queue.keys import AI_THINKING, AI_WORKERS

WORKERS_S: Final = 10
"""Sets for how many seconds a worker counts after its last heartbeat."""
LEAST_RETRY_S: Final = 5
_ADMIT: Final = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', tonumber(ARGV[1]) - tonumber(ARGV[2]))
local used = 0
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local cost, game = string.match(member, '^([^ ]+) (.+)$')
  if game == ARGV[5] then redis.call('ZREM', KEYS[1], member) else used = used + tonumber(cost) end
end
local most = tonumber(ARGV[3])
if most >= 0 and used > 0 and used + tonumber(ARGV[4]) > most then
  local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return {0, tostring(used), first[2]}
end
redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4] .. ' ' .. ARGV[5])
redis.call('EXPIRE', KEYS[1], ARGV[2])
return {1, tostring(used), '0'}
"""
"""Adds a table unless that exceeds the most (-1: no limit); the first table is always admitted.

Returns whether it was, what the others cost, and when the one that has been quiet for longest was last active.
"""


class Admission(NamedTuple):
    """Says whether a table was admitted, what the other tables cost (ms), and after how many seconds to ask again."""

    is_admitted: bool
    used_ms: float
    retry_s: int


class Thinking:
    """Counts what the tables with slow agents cost, in ms of a typical decision of each slow agent."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        """Take wall-clock time in seconds from `clock`."""
        self.redis = redis
        self.clock = clock
        self._admit = redis.register_script(_ADMIT)

    def admit(self, game: str, cost_ms: float, most_ms: float) -> Admission:
        """Count a table from now on, unless all tables would cost more than `most_ms` (negative: no limit) then."""
        now = self.clock()
        found: Any = self._admit([AI_THINKING], [now, AWAITED_S, most_ms, f"{cost_ms:g}", game])
        is_admitted, used, oldest = found
        retry = max(LEAST_RETRY_S, int(float(oldest) + AWAITED_S - now) + 1)
        return Admission(bool(is_admitted), float(used), retry)

    def note(self, game: str, cost_ms: float, *, is_over: bool = False) -> None:
        """Record that a table was just played; one that `is_over` counts no more."""
        member = f"{cost_ms:g} {game}"
        if is_over:
            self.redis.zrem(AI_THINKING, member)
            return
        with self.redis.pipeline(transaction=False) as pipe:
            pipe.zadd(AI_THINKING, {member: self.clock()})
            pipe.expire(AI_THINKING, AWAITED_S)
            pipe.execute()

    def total_ms(self) -> float:
        """Return what all tables cost that count now."""
        members: Any = self.redis.zrangebyscore(AI_THINKING, self.clock() - AWAITED_S, "+inf")
        return sum((float(member.partition(b" ")[0]) for member in members), 0.0)

    def workers(self) -> int:
        """Return how many workers for agents had a heartbeat lately, on all hosts."""
        return int(self.redis.zcount(AI_WORKERS, self.clock() - WORKERS_S, "+inf"))


def note_workers(redis: Redis, names: Sequence[str]) -> None:
    """Write the heartbeats of workers for agents, by which the capacity is counted."""
    now = time.time()
    with redis.pipeline(transaction=False) as pipe:
        pipe.zremrangebyscore(AI_WORKERS, "-inf", now - WORKERS_S)
        if names:
            pipe.zadd(AI_WORKERS, dict.fromkeys(names, now))
        pipe.execute()
