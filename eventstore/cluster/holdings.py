"""Lists the games of a cluster, one primary after the other, and packs their logs."""

from collections.abc import Sequence

from eventstore.cluster.routing import ClusterPart, at_owner, at_shard, games_by_shard, within
from eventstore.holdings import FIRST, PAGE, Holdings
from eventstore.keys import SHARDS
from eventstore.records import Kept


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
