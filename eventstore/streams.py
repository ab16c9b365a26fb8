"""Implements the store on Redis streams (Redis 7 and newer, Valkey, Cluster), joining its four parts.

They are `redis_log`, `redis_facts`, `redis_deadlines` and `redis_feeds`.
"""

from eventstore import keys
from eventstore.connection import PATIENT, Patience, connect, connect_blocking, found_durability, found_full
from eventstore.health import Health, found_health
from eventstore.outages import Room, unlimited
from eventstore.records import Glance
from eventstore.redis_deadlines import RedisDeadlines
from eventstore.redis_facts import RedisFacts, unpack_names
from eventstore.redis_feeds import RedisFeeds
from eventstore.redis_log import RedisLog, missed, unpack_tip
from eventstore.store import EventStore


def open_store(
    url: str, cluster: bool = False, patience: Patience = PATIENT, room: Room = unlimited
) -> "RedisEventStore":
    """Open the event store at a URL (`redis://`, `rediss://`, `unix://`, `redis+cluster://`).

    Writes are refused while there is no `room`.
    """
    return RedisEventStore(connect(url, cluster, patience), connect_blocking(url, cluster), room)


class RedisEventStore(RedisLog, RedisFacts, RedisDeadlines, RedisFeeds, EventStore):
    """Represents an event store on a Redis-protocol server."""

    def close(self) -> None:
        """Close the connections."""
        self._redis.close()
        self._blocking.close()

    def glance(self, game: str, key: str, known: int = 0) -> Glance:
        """Read all of it by one script call."""
        places = [keys.log(game), keys.facts(game), keys.names(game)]
        version, header, fact, names, entries = self._tipping(keys=places, args=[key, known])
        pairs = dict(zip(names[::2], names[1::2], strict=True))
        return Glance(unpack_tip(version, header), fact, unpack_names(pairs), missed(entries))

    def health(self) -> Health:
        """Ask the server, or each primary of a cluster."""
        return found_health(self._redis)

    def durability(self) -> str:
        """Read the server's settings, in a cluster the weakest primary's; `unknown` if a host hides them."""
        return found_durability(self._redis)

    def has_room(self) -> bool:
        """Check the room on the disk, then the server, in a cluster every primary."""
        return self._room() and not found_full(self._redis)
