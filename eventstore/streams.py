"""Opens the event store that an address and the wanted durability call for."""

from functools import partial

from eventstore.archive.archive import Archive
from eventstore.cluster.barriers import Copies
from eventstore.cluster.primaries import Primaries
from eventstore.cluster.replicated import ReplicatedEventStore
from eventstore.cluster.slots import Address, SlotMap, is_cluster
from eventstore.cluster.store import ClusterEventStore
from eventstore.keys import Known, any_store
from eventstore.outages import Room, allow_any
from eventstore.redis.connection import AMID, PATIENT, Patience, connect, connect_blocking
from eventstore.redis.store import NOWHERE, RedisEventStore
from eventstore.store import EventStore

__all__ = ["RedisEventStore", "open_store"]

_SHARE = 0.7
"""The part of the time for a reply for which to wait for primaries that are queried together."""


def open_store(
    url: str,
    patience: Patience = PATIENT,
    room: Room = allow_any,
    replicas: int = 0,
    archive: Archive = NOWHERE,
    known: Known = any_store,
) -> EventStore:
    """Open the event store at a URL (`redis://`, `rediss://`, `unix://`, `redis+cluster://`).

    Writes are refused while there is no `room`. With `replicas`, only data on the disks of a primary and that many
    replicas is confirmed and published. `archive` has what was archived, the same on all hosts. Games are
    written only to shards that have their `known` identity.
    """
    store = _open(url, patience, room, replicas, archive, known)
    archive.belong_to(store)
    return store


def _open(url: str, patience: Patience, room: Room, replicas: int, archive: Archive, known: Known) -> EventStore:
    if not is_cluster(url):
        return open_node(url, patience, room, replicas, archive, known)
    amid = patience if patience.has_breaker else AMID
    node = partial(open_node, patience=amid, room=room, replicas=replicas, archive=archive, known=known)
    return ClusterEventStore(Primaries(SlotMap(Address(url)), node, _SHARE * amid.reply_s), archive)


def open_node(
    url: str,
    patience: Patience = PATIENT,
    room: Room = allow_any,
    replicas: int = 0,
    archive: Archive = NOWHERE,
    known: Known = any_store,
) -> RedisEventStore:
    """Open the store on one server, which may be a primary of a cluster."""
    client, blocking = connect(url, patience), connect_blocking(url)
    copies = Copies(replicas, patience.reply_s)
    store = (
        ReplicatedEventStore(client, blocking, copies, room, archive)
        if replicas
        else RedisEventStore(client, blocking, room, archive)
    )
    store.require(known)
    return store
