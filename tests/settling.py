"""Waiting until what was appended may be read in the order of time."""

import time

from eventstore.store import EventStore


def settle(store: EventStore) -> None:
    """Wait until the feed of a client holds all that was appended so far: it is read up to a moment that is over."""
    newest = store.settled_ms() + 1
    while store.settled_ms() <= newest:
        time.sleep(0.001)
