"""Stores logs, facts and deadlines on a cluster: each call goes to the primary of its game or shard."""

from collections.abc import Collection, Sequence

from eventstore import keys
from eventstore.cluster.primaries import merge_answers
from eventstore.cluster.routing import ClusterPart, at_owner, at_shard, games_by_shard, within
from eventstore.cluster.slots import slot_of
from eventstore.interfaces import Deadlines, Facts, Log
from eventstore.keys import SHARDS


class ClusterLog(ClusterPart, Log):
    """Keeps each log at the primary of its shard."""

    _append = at_owner(Log._append)
    tip = at_owner(Log.tip)
    head = at_owner(Log.head)
    read = at_owner(Log.read)
    find_claim = at_owner(Log.find_claim)
    snapshot = at_owner(Log.snapshot)
    put_snapshot = at_owner(Log.put_snapshot)
    drop_snapshots = at_owner(Log.drop_snapshots)
    delete = at_owner(Log.delete)

    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        by_shard = games_by_shard(games)
        found = self._primaries.every(lambda log, shards: log.find_existing(within(by_shard, shards)), by_shard)
        return {game for some in found for game in some}


class ClusterFacts(ClusterPart, Facts):
    """Keeps names and facts at the primary of their game."""

    _secret = b""

    set_name = at_owner(Facts.set_name)
    names = at_owner(Facts.names)
    set_facts = at_owner(Facts.set_facts)
    fact = at_owner(Facts.fact)
    facts = at_owner(Facts.facts)
    count_fact = at_owner(Facts.count_fact)

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Ask the primaries of the games; those at one that does not answer are empty meanwhile."""
        by_shard = games_by_shard(games)
        found, silent = self._primaries.each(lambda log, shards: log.names_of(within(by_shard, shards)), by_shard)
        return merge_answers([*found, {game: {} for game in within(by_shard, silent)}])

    def secret(self) -> bytes:
        """Ask its primary once."""
        self._secret = self._secret or self._primaries.call(slot_of(keys.SECRET), lambda log: log.secret())
        return self._secret

    def renew_secret(self) -> bytes:
        """Read it again from the primary that has it now."""
        self._secret = self._primaries.call(slot_of(keys.SECRET), lambda log: log.renew_secret())
        return self._secret


class ClusterDeadlines(ClusterPart, Deadlines):
    """Keeps deadlines at the primary of their shard."""

    set_deadlines = at_owner(Deadlines.set_deadlines)
    due = at_shard(Deadlines.due)

    def count_overdue(self, before_ms: int, shards: Collection[int] = range(SHARDS)) -> int:
        """Ask all primaries; those that do not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.count_overdue(before_ms, some), shards)
        return sum(found)
