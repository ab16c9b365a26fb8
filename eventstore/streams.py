"""Opens the event store that an address and the wanted durability call for."""

from functools import partial
from pathlib import Path

from eventstore.barriers import Copies
from eventstore.clustered import ClusterEventStore
from eventstore.connection import AMID, PATIENT, Patience, connect, connect_blocking
from eventstore.outages import Room, unlimited
from eventstore.primaries import Primaries
from eventstore.redis_store import RedisEventStore
from eventstore.replicated import ReplicatedEventStore
from eventstore.slots import Address, SlotMap, is_cluster
from eventstore.store import EventStore

__all__ = ["RedisEventStore", "open_store"]

_SHARE = 0.7
"""Sets how long primaries that are asked together are waited for, as a part of the time for a reply."""


def open_store(
    url: str,
    patience: Patience = PATIENT,
    room: Room = unlimited,
    replicas: int = 0,
    archive: Path | None = None,
) -> EventStore:
    """Open the event store at a URL (`redis://`, `rediss://`, `unix://`, `redis+cluster://`).

    Writes are refused while there is no `room`. With `replicas`, only what is on the disks of a primary and so many
    replicas is confirmed and published. `archive` is the directory of archived logs, the same on all hosts.
    """
    if not is_cluster(url):
        return open_node(url, patience, room, replicas, archive)
    amid = patience if patience.has_breaker else AMID
    node = partial(open_node, patience=amid, room=room, replicas=replicas, archive=archive)
    return ClusterEventStore(Primaries(SlotMap(Address(url)), node, _SHARE * amid.reply_s))


def open_node(
    url: str,
    patience: Patience = PATIENT,
    room: Room = unlimited,
    replicas: int = 0,
    archive: Path | None = None,
) -> RedisEventStore:
    """Open the store on one server, which may be a primary of a cluster."""
    client, blocking = connect(url, patience), connect_blocking(url)
    if not replicas:
        return RedisEventStore(client, blocking, room, archive)
    return ReplicatedEventStore(client, blocking, Copies(replicas, patience.reply_s), room, archive)
