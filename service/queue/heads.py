"""Keeps the fingerprints of positions for which the server gives no advice: the newest of each game that withholds it.

There is one for each game, so that they are as many as such games run; above a limit the oldest goes. Like all that
the queues' store holds, they may be lost; a game's next version writes its own again.
"""

import logging
from collections.abc import Callable, Mapping
from threading import Lock, Timer
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError

from service.process.amounts import write_amount
from service.process.pending import register
from service.queue.keys import HEADS, HEADS_BY_AGE, HEADS_OF_GAMES

MOST: Final = 100_000
"""Limits for how many games a fingerprint is kept."""
WAIT_S: Final = 0.2
_REPLACE: Final = """
local known = redis.call('HGET', KEYS[2], ARGV[1])
local version, old = string.match(known or '', '^(%d+) (.*)$')
if version and tonumber(version) > tonumber(ARGV[5]) then return end
if old and redis.call('HGET', KEYS[1], old) == ARGV[1] then redis.call('HDEL', KEYS[1], old) end
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if ARGV[2] == '' then return end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[5] .. ' ' .. ARGV[2])
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
if redis.call('ZCARD', KEYS[3]) <= tonumber(ARGV[4]) then return end
local game = redis.call('ZPOPMIN', KEYS[3])[1]
local last = string.match(redis.call('HGET', KEYS[2], game), ' (.*)$')
if redis.call('HGET', KEYS[1], last) == game then redis.call('HDEL', KEYS[1], last) end
redis.call('HDEL', KEYS[2], game)
"""
"""Puts a fingerprint (empty: none) in place of that of an earlier version. The names may share a slot with no other."""

log = logging.getLogger(__name__)

Making = Callable[[], bytes | None]
"""Returns the fingerprint of a game's newest position; None if advice is not withheld."""


class Heads:
    """Holds the fingerprints of one store."""

    def __init__(self, redis: Redis) -> None:
        register(self)
        self._redis = redis
        self.start_empty()
        self._replace = redis.register_script(_REPLACE)

    def start_empty(self) -> None:
        """Begin with nothing noted."""
        self._lock = Lock()
        self._writing = Lock()
        self._noted: dict[str, tuple[int, int, Making]] = {}

    def note(self, game: str, version: int, time_ms: int, making: Making) -> None:
        """Write the fingerprint of a game's newest position, at a version, a moment later with those of other games."""
        with self._lock:
            is_first = not self._noted
            self._noted[game] = (version, time_ms, making)
        if is_first:
            timer = Timer(WAIT_S, self.flush)
            timer.daemon = True
            timer.start()

    def flush(self) -> None:
        """Write what was noted; return when also what another thread took to write is written. Raises nothing."""
        with self._writing:
            with self._lock:
                noted, self._noted = self._noted, {}
            if noted:
                self._write(noted)

    def _write(self, noted: Mapping[str, tuple[int, int, Making]]) -> None:
        try:
            with self._redis.pipeline(transaction=False) as pipe:
                for game, (version, time_ms, making) in noted.items():
                    keys = [HEADS, HEADS_OF_GAMES, HEADS_BY_AGE]
                    self._replace(keys, [game, making() or b"", time_ms, MOST, version], client=pipe)
                pipe.execute()
        except RedisError as error:
            log.warning("the fingerprints of %s were not kept: %s", write_amount(len(noted), "game"), error)

    def find(self, fingerprint: bytes) -> str | None:
        """Return the game whose newest position has this fingerprint; None without one, or without the store."""
        self.flush()
        try:
            found: Any = self._redis.hget(HEADS, fingerprint)
        except RedisError as error:
            log.warning("the fingerprints of games cannot be read: %s", error)
            return None
        return None if found is None else found.decode()
