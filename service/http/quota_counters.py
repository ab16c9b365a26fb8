"""Counts how much of a quota each client uses per window of time, over all processes together.

Windows of one length all begin together, so one INCRBY updates a count, which expires with its window.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from threading import Event, Lock, Thread
from typing import Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

from service.queue import keys

SETTLE_S: Final = 0.5
"""The most seconds until local uses are added to the store."""
SETTLE_USES: Final = 50
"""The uses of one count that may always wait to be added."""
SETTLE_PART: Final = 8
"""More uses may wait, up to 1/SETTLE_PART of what is left of the quota."""
MANY: Final = 100_000
FORGET_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Quota:
    """Limits a client to at most `most` uses in every `window` seconds."""

    name: str
    most: int
    window: int


class Draw(NamedTuple):
    """Describes a use of a quota by a client."""

    quota: Quota
    client: str
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Share:
    """Holds how much of a quota is left for one client, and in how many seconds it is reset."""

    quota: Quota
    left: int
    reset: int

    @property
    def is_used_up(self) -> bool:
        """Return whether this use exceeded the quota."""
        return self.left < 0


class Counters:
    """Counts uses by quota and client: at once in this process, eventually in all others.

    No request waits for the store. Counts are synchronized every half a second, and sooner if a quota could be exceeded
    until then; from then on they include what all processes have used. Each process may exceed a quota by 50 uses.
    Without a store, or while it is unavailable, this process counts alone. `redis_of` returns the client of the store
    that has the counts of a client of the API.
    """

    def __init__(self, redis_of: Callable[[str], Redis] | None) -> None:
        self._redis_of = redis_of
        self._lock = Lock()
        self._counts: dict[_Window, _Count] = {}
        self._look_again = 0.0
        self._unsettled: dict[_Window, _Count] = {}
        self._many = Event()
        self._settling: Thread | None = None

    def take(self, draws: Sequence[Draw]) -> list[Share]:
        """Count the uses and return what is left of each quota."""
        now = time.time()
        with self._lock:
            used = [self._count(draw, now) for draw in draws]
            if self._settling is None and self._redis_of is not None and draws:
                self._settling = Thread(target=self._settle_soon, name="quotas", daemon=True)
                self._settling.start()
        return [_share(draw.quota, count, now) for draw, count in zip(draws, used, strict=True)]

    def look(self, quota: Quota, client: str) -> Share | None:
        """Return what is left of a quota without counting a use; None if this process has counted none."""
        now = time.time()
        count = self._counts.get((quota.name, int(now // quota.window), client))
        return None if count is None else _share(quota, count.used, now)

    def _count(self, draw: Draw, now: float) -> int:
        if now >= self._look_again or len(self._counts) > MANY:
            self._look_again = now + FORGET_S
            self._counts = {window: count for window, count in self._counts.items() if count.ends > now}
            if len(self._counts) > MANY:
                self._counts.clear()
        window = draw.quota.name, int(now // draw.quota.window), draw.client
        count = self._counts.get(window)
        if count is None:
            count = self._counts[window] = _Count(now + draw.quota.window, draw.quota.window)
        count.used += draw.amount
        count.unsettled += draw.amount
        self._unsettled[window] = count
        if count.unsettled >= SETTLE_USES and count.unsettled * SETTLE_PART >= draw.quota.most - count.used:
            self._many.set()
        return count.used

    def _settle_soon(self) -> None:
        self._many.wait(SETTLE_S)
        self.settle()

    def settle(self) -> None:
        """Add the local counts to the stores, and read the totals; what a store does not accept is lost."""
        with self._lock:
            taken = [(window, count, count.take()) for window, count in self._unsettled.items()]
            self._unsettled = {}
            self._settling = None
            self._many.clear()
        if self._redis_of is None:
            return
        by_store: dict[Redis, list[tuple[str, _Count, _Use]]] = {}
        for (quota, number, client), count, use in taken:
            key = keys.quota(quota, number, blake2b(client.encode(), digest_size=12).hexdigest())
            by_store.setdefault(self._redis_of(client), []).append((key, count, use))  # keys do not reveal the clients
        for redis, uses in by_store.items():
            with suppress(RedisError):
                self._add(redis, uses)

    def _add(self, redis: Redis, uses: "Sequence[tuple[str, _Count, _Use]]") -> None:
        with redis.pipeline(transaction=False) as pipe:
            for key, _, use in uses:
                pipe.incrby(key, use.amount)
            for key, _, use in uses:
                if use.seconds:
                    pipe.expire(key, use.seconds)
            totals = pipe.execute()
        with self._lock:
            for (_, count, use), used in zip(uses, totals, strict=False):
                count.learn(used, is_new=used == use.amount)


@dataclass(slots=True)
class _Count:
    """Holds the known use, the part of it not yet in the store, and until when (s) it counts."""

    ends: float
    window: int
    used: int = 0
    unsettled: int = 0
    expires: bool = False

    def take(self) -> "_Use":
        """Return what is to be added to the store."""
        use = _Use(self.unsettled, 0 if self.expires else self.window + 1)
        self.unsettled, self.expires = 0, True
        return use

    def learn(self, used: int, is_new: bool) -> None:
        """Update the known use to the store's total plus local additions; it never decreases.

        A count that is new in the store is given an expiry again, since the store may have lost the older one.
        """
        self.expires = not is_new
        self.used = max(self.used, used + self.unsettled)


_Window = tuple[str, int, str]
"""Identifies a count: the name of the quota, the number of its window since the epoch, and the client."""


class _Use(NamedTuple):
    """Holds the amount to add to a count of the store, and the seconds after which the count expires (0: as before)."""

    amount: int
    seconds: int


def _share(quota: Quota, used: int, now: float) -> Share:
    reset = int(quota.window - now % quota.window) + 1
    return Share(quota, quota.most - used, reset)
