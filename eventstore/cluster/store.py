"""Joins the primaries of a cluster to one event store: each game lies on one of them, with its shard's feed.

Every primary has a store of its own, with its own connections and circuit breaker. Reads across games ask all of them
at once and go on without those that do not answer, as far as that leaves nothing out for good.
"""

from eventstore.cluster.feeds import ClusterFeeds
from eventstore.cluster.games import ClusterDeadlines, ClusterFacts, ClusterLog
from eventstore.cluster.holdings import ClusterHoldings
from eventstore.cluster.people import ClusterPeople
from eventstore.cluster.primaries import Primaries
from eventstore.cluster.routing import at_owner
from eventstore.health import Health, together
from eventstore.keys import SHARDS
from eventstore.redis.connection import weakest
from eventstore.store import Condition, EventStore


class ClusterEventStore(
    ClusterLog, ClusterFacts, ClusterDeadlines, ClusterFeeds, ClusterHoldings, ClusterPeople, EventStore
):
    """Represents the event store on all primaries of a cluster."""

    def __init__(self, primaries: Primaries) -> None:
        super().__init__(primaries)

    def close(self) -> None:
        """Close the connections."""
        self._primaries.close()

    glance = at_owner(EventStore.glance)

    def health(self) -> Health:
        """Ask all primaries; those that do not answer are left out, unless all are."""
        return together(self._primaries.answering(lambda log, _: log.health()))

    def durability(self) -> str:
        """Return that of the weakest primary that answers."""
        return weakest(self._primaries.answering(lambda log, _: log.durability()))

    def has_room(self) -> bool:
        """Return whether every primary that answers has room."""
        return all(self._primaries.answering(lambda log, _: log.has_room()))

    def condition(self) -> Condition:
        """Ask all primaries at once; raises StoreAway if none answers."""
        found = self._primaries.answering(lambda log, _: log.condition())
        primaries = len(self._primaries.slots.groups(range(SHARDS)))
        durability = weakest(one.durability for one in found)
        policy = min((one.policy for one in found), key=lambda policy: (policy == "noeviction", policy == "unknown"))
        evicted = sum(one.evicted for one in found)
        has_room = all(one.has_room for one in found)
        return Condition(primaries, primaries - len(found), has_room, durability, policy, evicted)
