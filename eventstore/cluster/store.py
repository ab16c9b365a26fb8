"""Joins the primaries of a cluster to one event store: each game lies on one of them, with its shard's feed.

Every primary has a store of its own, with its own connections and circuit breaker. Reads across games ask all of them
at once and continue without silent ones, as far as nothing is missed for good.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.bundles import Bundle
from eventstore.archive.places import Place
from eventstore.cluster.feeds import ClusterFeeds
from eventstore.cluster.primaries import Primaries, at_owner, at_shard, merge_answers
from eventstore.cluster.slots import slot_of
from eventstore.keys import SHARDS
from eventstore.records import Deadline, Glance, Kept
from eventstore.redis.connection import weakest
from eventstore.redis.store import NOWHERE, RedisEventStore
from eventstore.store import FIRST, PAGE, Condition, EventStore, Health

A = TypeVar("A")
_LIST = slot_of(keys.FORGOTTEN)


class ClusterEventStore(ClusterFeeds, EventStore):
    """Represents the event store on all primaries of a cluster: what belongs to a game lies at its primary.

    The list of the forgotten is at one primary.
    """

    _secret = b""

    _append = at_owner(EventStore._append)
    tip = at_owner(EventStore.tip)
    head = at_owner(EventStore.head)
    read = at_owner(EventStore.read)
    glance = at_owner(EventStore.glance)
    find_claim = at_owner(EventStore.find_claim)
    snapshot = at_owner(EventStore.snapshot)
    put_snapshot = at_owner(EventStore.put_snapshot)
    drop_snapshots = at_owner(EventStore.drop_snapshots)
    delete = at_owner(EventStore.delete)
    set_deadlines = at_owner(EventStore.set_deadlines)
    set_name = at_owner(EventStore.set_name)
    names = at_owner(EventStore.names)
    set_facts = at_owner(EventStore.set_facts)
    fact = at_owner(EventStore.fact)
    facts = at_owner(EventStore.facts)
    count_fact = at_owner(EventStore.count_fact)
    add_up = at_owner(EventStore.add_up)
    data_key = at_owner(EventStore.data_key)
    keep_data_key = at_owner(EventStore.keep_data_key)
    swap_name = at_owner(EventStore.swap_name)
    swap_fact = at_owner(EventStore.swap_fact)
    swap_facts = at_owner(EventStore.swap_facts)
    pack = at_owner(EventStore.pack)
    due = at_shard(EventStore.due)
    drop_strays = at_shard(EventStore.drop_strays)
    collect = at_owner(EventStore.collect)
    find_away = at_owner(EventStore.find_away)
    take_back = at_owner(EventStore.take_back)
    begin_segment = at_shard(EventStore.begin_segment)
    end_segment = at_shard(EventStore.end_segment)
    list_begun = at_shard(EventStore.list_begun)
    give_up = at_shard(EventStore.give_up)
    list_dead = at_shard(EventStore.list_dead)
    note_dead = at_shard(EventStore.note_dead)
    forget_dead = at_shard(EventStore.forget_dead)
    seal = at_shard(EventStore.seal)
    count_away = at_shard(EventStore.count_away)
    file = at_owner(EventStore.file)
    entries = at_owner(EventStore.entries)
    unfile = at_owner(EventStore.unfile)
    seal_lists = at_shard(EventStore.seal_lists)
    count_filed = at_shard(EventStore.count_filed)

    def __init__(self, primaries: Primaries, archive: Archive = NOWHERE) -> None:
        super().__init__(primaries)
        self.archive = archive

    def let_go(self, bundle: Bundle, place: Place) -> bool:
        """Do so at the game's primary."""
        return self._primaries.of(bundle.game, lambda log: log.let_go(bundle, place))

    def find_existing(self, games: Sequence[str]) -> set[str]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        return set().union(*self._primaries.ask_games(games, lambda log, some: log.find_existing(some)))

    def find_here(self, games: Sequence[str]) -> set[str]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        return set().union(*self._primaries.ask_games(games, lambda log, some: log.find_here(some)))

    def name_objects(self, shards: Collection[int] = range(SHARDS)) -> list[str]:
        """Ask the primaries of the shards; raises StoreAway if one of them does not answer."""
        return [*chain.from_iterable(self._primaries.every(lambda log, some: log.name_objects(some), shards))]

    def due_in(self, shards: Collection[int], now_ms: int, count: int) -> dict[int, list[Deadline]]:
        """Ask all primaries at once; the shards of one that does not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.due_in(some, now_ms, count), shards)
        return merge_answers(found)

    def count_overdue(self, before_ms: int, shards: Collection[int] = range(SHARDS)) -> int:
        """Ask all primaries; those that do not answer are left out."""
        found, _ = self._primaries.each(lambda log, some: log.count_overdue(before_ms, some), shards)
        return sum(found)

    def glances(self, known: Mapping[str, int]) -> dict[str, Glance]:
        """Ask the primaries of the games; raises StoreAway if one of them does not answer."""
        ask = self._primaries.ask_games
        return merge_answers(ask([*known], lambda log, some: log.glances({game: known[game] for game in some})))

    def facts_here(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Ask the primaries of the owners; raises StoreAway if one of them does not answer."""
        return merge_answers(self._primaries.ask_games(owners, lambda log, some: log.facts_here(some)))

    def names_of(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        """Ask the primaries of the games; those at one that does not answer are empty meanwhile."""
        return self._primaries.look_up(games, lambda log, some: log.names_of(some))

    def secret(self) -> bytes:
        """Ask its primary once."""
        self._secret = self._secret or self._primaries.call(slot_of(keys.SECRET), lambda log: log.secret())
        return self._secret

    def renew_secret(self) -> bytes:
        """Read it again from the primary that has it now."""
        self._secret = self._primaries.call(slot_of(keys.SECRET), lambda log: log.renew_secret())
        return self._secret

    def data_keys_of(self, owners: Sequence[str]) -> dict[str, dict[str, bytes]]:
        """Ask the primaries of the owners; those at one that does not answer have none meanwhile."""
        return self._primaries.look_up(owners, lambda log, some: log.data_keys_of(some))

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

    def with_names(self) -> Iterator[str]:
        """Walk along one primary after the other; raises StoreAway if one does not answer."""
        return self._walk(lambda log: log.with_names())

    def with_facts(self, prefix: str) -> Iterator[str]:
        """Walk along one primary after the other; raises StoreAway if one does not answer."""
        return self._walk(lambda log: log.with_facts(prefix))

    def rewrite(self) -> bool:
        """Ask every primary; raises StoreAway if one does not answer."""
        return all(list(self._walk(lambda log: [log.rewrite()])))

    def is_rewriting(self) -> bool:
        """Ask every primary; raises StoreAway if one does not answer."""
        return any(self._walk(lambda log: [log.is_rewriting()]))

    def _walk(self, find: Callable[[RedisEventStore], Iterable[A]]) -> Iterator[A]:
        for place in self._primaries.slots.groups(range(SHARDS)):
            with self._primaries.node(place) as log:
                yield from find(log)

    def games(self, place: str = FIRST, count: int = PAGE) -> tuple[str, list[str]]:
        """Ask one primary, in the order of their addresses; raises StoreAway if it does not answer.

        A place is the number of a primary and a place there. A walk during which slots move, or a primary fails over,
        may miss games; the next one meets them.
        """
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
        found = self._primaries.ask_games(games, lambda log, some: log.describe_logs(some))
        return [kept for some in found for kept in some]

    def compact(self) -> None:
        """Do so at all primaries that answer."""
        self._primaries.answering(lambda log, _: log.compact())

    def close(self) -> None:
        """Close the connections."""
        self._primaries.close()

    def health(self) -> Health:
        """Ask all primaries; those that do not answer are left out, unless all are."""
        found = self._primaries.answering(lambda log, _: log.health())
        return Health(
            max(one.latency_s for one in found),
            sum(one.memory for one in found),
            0 if any(not one.memory_limit for one in found) else sum(one.memory_limit for one in found),
            sum(one.aof for one in found),
            any(one.is_rewriting for one in found),
            all(one.is_rewrite_well for one in found),
            sum(one.delayed_fsyncs for one in found),
            sum(one.evicted for one in found),
        )

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
