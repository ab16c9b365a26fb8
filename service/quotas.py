"""Fair shares: how much of something a client may use in a window of time, counted on Redis by all processes together.

Source of the headers: draft-ietf-httpapi-ratelimit-headers. Windows of one length all begin together, so that one
INCRBY is a count; the counts of a window end with it.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

AWAY_S: Final = 5.0
"""For so long a store that did not answer is not asked again."""


@dataclass(frozen=True, slots=True)
class Quota:
    """A policy: at most `most` in every `window` seconds."""

    name: str
    most: int
    window: int

    @property
    def policy(self) -> str:
        """The RateLimit-Policy item."""
        return f'"{self.name}";q={self.most};w={self.window}'


class Draw(NamedTuple):
    """A use of a quota by a client."""

    quota: Quota
    client: str
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Share:
    """What is left of a quota for one client, and the seconds until it is whole again."""

    quota: Quota
    left: int
    reset: int

    @property
    def is_used_up(self) -> bool:
        """Whether this use is one too many."""
        return self.left < 0

    @property
    def limit(self) -> str:
        """The RateLimit item."""
        return f'"{self.quota.name}";r={max(0, self.left)};t={self.reset}'


class Counters:
    """Counts by quota and client. Without a store, or while it is away, this process counts for itself."""

    def __init__(self, redis: Redis | None) -> None:
        self._redis = redis
        self._own = _OwnCounts()
        self._away_until = 0.0

    def take(self, draws: Sequence[Draw]) -> list[Share]:
        """Count the uses and say what is left of each."""
        now = time.time()
        keys = [_key(draw, now) for draw in draws]
        used = self._counted(keys, draws)
        return [_share(draw.quota, count, now) for draw, count in zip(draws, used, strict=True)]

    def _counted(self, keys: Sequence[str], draws: Sequence[Draw]) -> list[int]:
        if self._redis is None or time.monotonic() < self._away_until:
            return self._own.counted(keys, draws)
        try:
            with self._redis.pipeline(transaction=False) as pipe:
                for key, draw in zip(keys, draws, strict=True):
                    pipe.incrby(key, draw.amount)
                    pipe.expire(key, draw.quota.window + 1)
                return [int(count) for count in pipe.execute()[::2]]
        except RedisError:
            self._away_until = time.monotonic() + AWAY_S
            return self._own.counted(keys, draws)


class _OwnCounts:
    """The counts of one process; forgotten together when they have become many."""

    MOST: Final = 100_000

    def __init__(self) -> None:
        self._lock = Lock()
        self._used: dict[str, int] = {}

    def counted(self, keys: Sequence[str], draws: Sequence[Draw]) -> list[int]:
        with self._lock:
            if len(self._used) > self.MOST:
                self._used.clear()
            for key, draw in zip(keys, draws, strict=True):
                self._used[key] = self._used.get(key, 0) + draw.amount
            return [self._used[key] for key in keys]


def _key(draw: Draw, now: float) -> str:
    client = blake2b(draw.client.encode(), digest_size=12).hexdigest()
    return f"longroad:quota:{draw.quota.name}:{int(now // draw.quota.window)}:{client}"


def _share(quota: Quota, used: int, now: float) -> Share:
    reset = int(quota.window - now % quota.window) + 1
    return Share(quota, quota.most - used, reset)
