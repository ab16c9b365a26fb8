"""Many games from one: its log copied under other ids, with the entries that its appends left in the feeds."""

import secrets
from collections.abc import Iterator
from typing import Any

from redis import Redis

from eventstore import keys

BATCH = 500


def clone(redis: Redis, game: str, versions: int, count: int) -> list[str]:
    """So many more games like one of that many versions; nobody but its maker has a part in them."""
    log, names = redis.dump(keys.log(game)), redis.dump(keys.names(game))
    made = [secrets.token_hex(8) for _ in range(count)]
    for first in range(0, count, BATCH):
        with redis.pipeline(transaction=False) as pipe:
            for copy in made[first : first + BATCH]:
                pipe.restore(keys.log(copy), 0, log)
                if names:
                    pipe.restore(keys.names(copy), 0, names)
                for version in range(1, versions + 1):
                    pipe.xadd(keys.feed(keys.shard_of(copy)), {"g": copy, "v": version})
            pipe.execute()
    return made


class Calls:
    """How many commands a server has carried out, by the server's own count; those that wait for news do not count."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._before = sum(self._counts())

    def count(self) -> int:
        """The commands since this was made, or since the last count."""
        after = sum(self._counts())
        made, self._before = after - self._before, after
        return made

    def _counts(self) -> Iterator[int]:
        stats: dict[str, Any] = self._redis.info("commandstats")
        for name, stat in stats.items():
            if name not in ("cmdstat_xread", "cmdstat_info"):
                yield stat["calls"]
