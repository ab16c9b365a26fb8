"""Joins the primaries of a cluster to one event store: each game lies on one of them, with its shard's feed.

Every primary has a store of its own, with its own connections and circuit breaker. Reads across games ask all of them
at once and continue without silent ones, as far as nothing is missed for good.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from eventstore import keys
from eventstore.cluster.feeds import ClusterFeeds
from eventstore.cluster.routing import ClusterPart, at_owner, at_shard
from eventstore.cluster.slots import slot_of
from eventstore.interfaces import Deadlines, Facts, Log
from eventstore.keys import SHARDS
from eventstore.records import Kept
from eventstore.redis.connection import weakest
from eventstore.redis.store import RedisEventStore
from eventstore.store import FIRST, PAGE, Condition, EventStore, Health, Holdings, People, merge_health

A = TypeVar("A")
_LIST = slot_of(keys.FORGOTTEN)


class ClusterPeople(ClusterPart, People):
    """Keeps data keys at the primary of their owner, and the list at one primary."""

    data_key = at_owner(People.data_key)

    def data_keys_of(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Ask the primaries of the owners; those at one that does not answer have none meanwhile."""
        return self._look_up(owners, lambda log, some: log.data_keys_of(some))

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
        return set().union(*self._ask_all(games, lambda log, some: log.find_existing(some)))


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
        return self._look_up(games, lambda log, some: log.names_of(some))

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
        found = self._ask_all(games, lambda log, some: log.describe_logs(some))
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

    def close(self) -> None:
        """Close the connections."""
        self._primaries.close()

    glance = at_owner(EventStore.glance)

    def health(self) -> Health:
        """Ask all primaries; those that do not answer are left out, unless all are."""
        return merge_health(self._primaries.answering(lambda log, _: log.health()))

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
