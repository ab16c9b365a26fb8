"""Joins the primaries of a cluster to one event store: each game lies on one of them, with its shard's feed.

Every primary has a store of its own, with its own connections and circuit breaker. Reads across games ask all of them
at once and go on without those that do not answer, as far as that leaves nothing out for good.
"""

from collections.abc import Sequence

from eventstore.cluster.feeds import ClusterFeeds
from eventstore.cluster.games import ClusterDeadlines, ClusterFacts, ClusterLog
from eventstore.cluster.people import ClusterPeople
from eventstore.cluster.primaries import Primaries
from eventstore.cluster.routing import ClusterPart, at_owner, at_shard, games_by_shard, within
from eventstore.health import Health, together
from eventstore.holdings import FIRST, PAGE, Holdings
from eventstore.keys import SHARDS
from eventstore.records import Kept
from eventstore.redis.connection import weakest
from eventstore.store import Condition, EventStore


class ClusterHoldings(ClusterPart, Holdings):
    """Walks along the primaries in the order of their addresses.

    A place is the number of a primary and a place there. A walk during which slots move, or a primary fails over, may
    miss games; the next one meets them.
    """

    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Ask one primary; raises StoreAway if it does not answer."""
        nodes = sorted(self._primaries.slots.groups(range(SHARDS)))
        number, _, there = place.partition("/")
        at = int(number or 0)
        if at >= len(nodes):
            return FIRST, []
        with self._primaries.node(nodes[at]) as log:
            following, found = log.games(there, count)
        if following != FIRST:
            return f"{at}/{following}", found
        return (f"{at + 1}/" if at + 1 < len(nodes) else FIRST), found

    def describe_logs(self, games: Sequence[str]) -> list[Kept]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        by_shard = games_by_shard(games)
        found = self._primaries.every(lambda log, shards: log.describe_logs(within(by_shard, shards)), by_shard)
        return [kept for some in found for kept in some]

    drop_strays = at_shard(Holdings.drop_strays)

    def compact(self) -> None:
        """Do so at all primaries that answer."""
        self._primaries.answering(lambda log, _: log.compact())

    pack = at_owner(Holdings.pack)


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
