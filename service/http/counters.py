"""Fair shares: how much of something a client may use in a window of time, counted by all processes together.

Source of the headers: draft-ietf-httpapi-ratelimit-headers. Windows of one length all begin together, so that one
INCRBY settles a count; the counts of a window end with it.
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from threading import Event, Lock, Thread
from typing import Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from service.queue import keys

SETTLE_S: Final = 0.2
SETTLE_USES: Final = 50
MANY: Final = 100_000
FORGET_S: Final = 10.0


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
    """Counts by quota and client: in this process at once, with the other processes a moment later.

    No request waits for the store. What was counted here is settled there every 0.2 s or 50 uses, and what all have
    used by then is known from then on: together they allow that much too many and no more. Without a store, or while it
    is away, this process counts for itself.
    """

    def __init__(self, redis: Redis | None) -> None:
        self._redis = redis
        self._lock = Lock()
        self._counts: dict[str, _Count] = {}
        self._look_again = 0.0
        self._unsettled: dict[str, _Count] = {}
        self._uses = 0
        self._many = Event()
        self._settling: Thread | None = None

    def take(self, draws: Sequence[Draw]) -> list[Share]:
        """Count the uses and say what is left of each."""
        now = time.time()
        with self._lock:
            used = [self._count(draw, now) for draw in draws]
            self._uses += 1
            if self._redis is not None and draws:
                self._have_settled()
        return [_share(draw.quota, count, now) for draw, count in zip(draws, used, strict=True)]

    def _count(self, draw: Draw, now: float) -> int:
        if now >= self._look_again or len(self._counts) > MANY:
            self._forget(now)
        key = _key(draw, now)
        count = self._counts.get(key)
        if count is None:
            count = self._counts[key] = _Count(now + draw.quota.window, draw.quota.window)
        count.used += draw.amount
        count.unsettled += draw.amount
        self._unsettled[key] = count
        return count.used

    def _forget(self, now: float) -> None:
        """Drop the counts of windows that are over; all of them when they have become many."""
        self._look_again = now + FORGET_S
        self._counts = {key: count for key, count in self._counts.items() if count.ends > now}
        if len(self._counts) > MANY:
            self._counts.clear()

    def _have_settled(self) -> None:
        if self._settling is None:
            self._settling = Thread(target=self._settle_soon, name="quotas", daemon=True)
            self._settling.start()
        if self._uses >= SETTLE_USES:
            self._many.set()

    def _settle_soon(self) -> None:
        self._many.wait(SETTLE_S)
        self.settle()

    def settle(self) -> None:
        """Tell the store what was counted here, and learn what all have used. What the store does not take is lost."""
        with self._lock:
            counts, self._unsettled = self._unsettled, {}
            uses = {key: (count.taken(), count.window + 1) for key, count in counts.items()}
            self._uses, self._settling = 0, None
            self._many.clear()
        if self._redis is None or not uses:
            return
        with suppress(RedisError):
            told = _told(self._redis, uses)
            with self._lock:
                for key, used in told.items():
                    counts[key].learn(used)


@dataclass(slots=True)
class _Count:
    """What is known to be used, what of it the store has not been told, and until when (s) that counts."""

    ends: float
    window: int
    used: int = 0
    unsettled: int = 0

    def taken(self) -> int:
        """What the store is to be told, which counts as told from now on."""
        amount, self.unsettled = self.unsettled, 0
        return amount

    def learn(self, used: int) -> None:
        """All have used so much, and here something more meanwhile; it never becomes less than was known."""
        self.used = max(self.used, used + self.unsettled)


def _told(redis: Redis, uses: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Add amounts to counts that live for so many seconds; what each is then."""
    with redis.pipeline(transaction=False) as pipe:
        for key, (amount, seconds) in uses.items():
            pipe.incrby(key, amount)
            pipe.expire(key, seconds)
        return dict(zip(uses, (int(count) for count in pipe.execute()[::2]), strict=True))


def _key(draw: Draw, now: float) -> str:
    client = blake2b(draw.client.encode(), digest_size=12).hexdigest()
    return keys.quota(draw.quota.name, int(now // draw.quota.window), client)


def _share(quota: Quota, used: int, now: float) -> Share:
    reset = int(quota.window - now % quota.window) + 1
    return Share(quota, quota.most - used, reset)
