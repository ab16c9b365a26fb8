"""Notices that hosts name different stores for the queues: each would look for the jobs of some games elsewhere.

In each store that it names, a host raises the number of its list, periodically. If the number of another list rises
meanwhile, another host that lives names other stores. So no clocks are compared. The number of a list that no host
names any more stays as it is; a host drops it once it has seen it so for a day.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from time import monotonic
from typing import Any, Final

from redis import Redis

from service.queue.keys import QUEUE_LISTS
from service.settings.queue_urls import name_store

LOOKS: Final = 3
"""Sets with how many earlier looks a look is compared: hosts look equally often, but not at the same moments."""
DAY_S: Final = 86_400.0
UNLIKE: Final = "another host names other stores than LONGROAD_RQ_URL does here; the list must be the same on all hosts"


class QueueLists:
    """Compares the list of a host with those of others, in each of its stores."""

    def __init__(self, urls: Sequence[str], now: Callable[[], float] = monotonic) -> None:
        names = "\n".join(sorted(map(name_store, urls)))
        self._own = blake2b(names.encode(), digest_size=9).hexdigest()
        self._seen: dict[str, deque[dict[str, int]]] = {}
        self._now = now
        self._unchanged: dict[str, dict[str, tuple[int, float]]] = {}
        """Holds the numbers of other lists by store, each with the time (s) since when it is the same."""

    def is_unlike(self, url: str, client: Redis) -> bool:
        """Raise the number of the own list in a store; return whether that of another one has risen lately.

        Raises RedisError.
        """
        client.hincrby(QUEUE_LISTS, self._own)
        found: Any = client.hgetall(QUEUE_LISTS)
        now = {name.decode(): int(number) for name, number in found.items() if name.decode() != self._own}
        self._drop_unnamed(url, client, now)
        seen = self._seen.setdefault(url, deque(maxlen=LOOKS + 1))
        seen.append(now)
        return any(number > seen[0].get(name, 0) for name, number in now.items())

    def _drop_unnamed(self, url: str, client: Redis, numbers: Mapping[str, int]) -> None:
        """Drop the numbers that have not risen for a day; raises RedisError."""
        known, now = self._unchanged.get(url, {}), self._now()
        same = {name for name, (number, _) in known.items() if numbers.get(name) == number}
        self._unchanged[url] = {n: known[n] if n in same else (number, now) for n, number in numbers.items()}
        unnamed = [name for name, (_, since) in self._unchanged[url].items() if now - since >= DAY_S]
        if unnamed:
            client.hdel(QUEUE_LISTS, *unnamed)
