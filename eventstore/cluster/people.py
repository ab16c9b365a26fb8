"""Stores data keys and the list of the forgotten on a cluster: a seat's data key lies at the primary of its game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from eventstore import keys
from eventstore.cluster.primaries import merge_answers
from eventstore.cluster.routing import ClusterPart, at_owner, games_by_shard, within
from eventstore.cluster.slots import slot_of
from eventstore.keys import SHARDS
from eventstore.people import People
from eventstore.redis.store import RedisEventStore

A = TypeVar("A")
_LIST = slot_of(keys.FORGOTTEN)


class ClusterPeople(ClusterPart, People):
    """Keeps data keys at the primary of their owner, and the list at one primary."""

    data_key = at_owner(People.data_key)

    def data_keys_of(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Ask the primaries of the owners; those at one that does not answer have none meanwhile."""
        by_shard = games_by_shard(owners)
        found, silent = self._primaries.each(lambda log, shards: log.data_keys_of(within(by_shard, shards)), by_shard)
        return merge_answers([*found, {owner: {} for owner in within(by_shard, silent)}])

    keep_data_key = at_owner(People.keep_data_key)

    def drop_data_keys(self, owner: str, names: Iterable[str]) -> None:
        """Delete them at the owner's primary."""
        dropped = [*names]
        self._primaries.of(owner, lambda log: log.drop_data_keys(owner, dropped))

    def note_forgotten(self, ids: Mapping[str, int]) -> None:
        """Store them at the list's primary."""
        self._primaries.call(_LIST, lambda log: log.note_forgotten(ids))

    def list_forgotten(self) -> dict[str, int]:
        """Ask the list's primary."""
        return self._primaries.call(_LIST, lambda log: log.list_forgotten())

    def count_forgotten(self) -> int:
        """Ask the list's primary."""
        return self._primaries.call(_LIST, lambda log: log.count_forgotten())

    swap_name = at_owner(People.swap_name)
    swap_fact = at_owner(People.swap_fact)

    def with_names(self) -> Iterator[str]:
        """Walk along one primary after the other; raises StoreAway if one does not answer."""
        return self._walk(lambda log: log.with_names())

    def with_facts(self, prefix: str) -> Iterator[str]:
        """Walk along one primary after the other; raises StoreAway if one does not answer."""
        return self._walk(lambda log: log.with_facts(prefix))

    def rewrite(self) -> bool:
        """Ask every primary; raises StoreAway if one does not answer."""
        answers = list(self._walk(lambda log: [log.rewrite()]))
        return all(answers)

    def is_rewriting(self) -> bool:
        """Ask every primary; raises StoreAway if one does not answer."""
        return any(self._walk(lambda log: [log.is_rewriting()]))

    def _walk(self, find: Callable[[RedisEventStore], Iterable[A]]) -> Iterator[A]:
        for place in self._primaries.slots.groups(range(SHARDS)):
            with self._primaries.node(place) as log:
                yield from find(log)
