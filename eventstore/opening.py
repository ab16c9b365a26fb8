"""Opens the event store that an address and the wanted durability call for."""

from eventstore.barriers import Copies
from eventstore.connection import PATIENT, Patience, connect, connect_blocking
from eventstore.outages import Room, unlimited
from eventstore.replicated import ReplicatedEventStore
from eventstore.streams import RedisEventStore, open_store


def open_events(url: str, patience: Patience = PATIENT, room: Room = unlimited, replicas: int = 0) -> RedisEventStore:
    """Open the event store at a URL (`redis://`, `rediss://`, `unix://`, `redis+cluster://`).

    Writes are refused while there is no `room`. With `replicas`, nothing is confirmed or told that is not on the disks
    of a primary and so many replicas.
    """
    if not replicas:
        return open_store(url, patience=patience, room=room)
    copies = Copies(replicas, patience.reply_s)
    return ReplicatedEventStore(connect(url, patience=patience), connect_blocking(url), copies, room)
