"""Makes many games from one, by copying its log under other ids and adding entries to the feeds as appends do."""

import secrets
from typing import Any, NamedTuple

from redis import Redis

from eventstore import keys

BATCH = 500


def clone(redis: Redis, game: str, versions: int, count: int) -> list[str]:
    """Copy a game of that many versions `count` times, and return the ids of the copies, in which nobody has a part."""
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


class Asked(NamedTuple):
    """Holds how many commands a server carried out, and how many bytes it answered with."""

    commands: int
    bytes: int


class Calls:
    """Counts a server's commands and bytes by its own statistics, without commands that wait for news."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._before = self._counts()

    def count(self) -> Asked:
        """Return the commands and bytes since this object was made, or since the last count."""
        before, found, self._before = self._before, self._counts(), self._counts()
        counting = self._before.bytes - found.bytes
        return Asked(found.commands - before.commands, found.bytes - before.bytes - counting)

    def _counts(self) -> Asked:
        stats: dict[str, Any] = self._redis.info("commandstats", "stats")
        calls = [stat["calls"] for name, stat in stats.items() if name.startswith("cmdstat_")]
        waiting = [stats[name]["calls"] for name in ("cmdstat_xread", "cmdstat_info") if name in stats]
        return Asked(sum(calls) - sum(waiting), stats["total_net_output_bytes"])
