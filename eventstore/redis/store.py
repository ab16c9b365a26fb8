"""Implements the store on Redis streams (Redis 7 and newer, Valkey), joining its parts.

They are `redis_log`, `redis_facts`, `redis_deadlines`, `redis_feeds`, `redis_holdings` and `redis_people`.
"""

from collections.abc import Sequence

from eventstore import keys
from eventstore.health import Health, found_health
from eventstore.packing.strays import drop_strays
from eventstore.records import FeedItem, Glance
from eventstore.redis.connection import found_durability, found_evicted, found_full, found_policy
from eventstore.redis.deadlines import RedisDeadlines
from eventstore.redis.facts import RedisFacts, unpack_names
from eventstore.redis.feeds import RedisFeeds
from eventstore.redis.holdings import RedisHoldings
from eventstore.redis.log import RedisLog, read_missed, unpack_tip
from eventstore.redis.people import RedisPeople
from eventstore.store import Condition, EventStore


class RedisEventStore(RedisLog, RedisFacts, RedisDeadlines, RedisFeeds, RedisHoldings, RedisPeople, EventStore):
    """Represents an event store on a Redis-protocol server."""

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
        places = [keys.log(game), keys.facts(game), keys.names(game)]
        version, header, fact, names, entries = self._tipping(keys=places, args=[key, known])
        pairs = dict(zip(names[::2], names[1::2], strict=True))
        return Glance(unpack_tip(version, header), fact, unpack_names(pairs), read_missed(entries))

    def own_feeds(self, games: Sequence[str], after: str, count: int) -> dict[str, list[FeedItem] | None]:
        """Use the places that appends leave, also those that were packed with their versions."""
        found = super().own_feeds(games, after, count)
        unknown = [game for game, items in found.items() if items is None]
        return found | {game: self._packed.own_feed(game, after, count) for game in unknown}

    def drop_strays(self, shard: int, now_ms: int) -> int:
        """Compare the files of the archive with the logs on the server."""
        return drop_strays(self._packed.archive, shard, self.find_existing, now_ms)

    def health(self) -> Health:
        """Ask the server."""
        return found_health(self._redis)

    def condition(self) -> Condition:
        """Ask the server for its settings and counts too."""
        return super().condition()._replace(policy=found_policy(self._redis), evicted=found_evicted(self._redis))

    def durability(self) -> str:
        """Read the server's settings; `unknown` if a host hides them."""
        return found_durability(self._redis)

    def has_room(self) -> bool:
        """Check the room on the disk, then the server."""
        return self._room() and not found_full(self._redis)
