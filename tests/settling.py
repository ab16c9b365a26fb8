"""Waits until appended events may be read in the order of time."""

import time

from eventstore.store import EventStore


def settle(store: EventStore) -> None:
    """Wait until the feed of a client, which is read up to a time that is over, holds all that was appended so far."""
    newest = store.watermark_ms() + 1
    while store.watermark_ms() <= newest:
        time.sleep(0.001)
