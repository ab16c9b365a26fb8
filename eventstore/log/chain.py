"""Computes the chain hash, which proves that a record is the complete log, in order.

`chain(v) = blake2b-128(chain(v-1) | v as 8 bytes | for each event: its length as 4 bytes | its bytes)`, with big-endian
numbers; `chain(0)` is 16 zero bytes. An event's bytes are `Type.schema body`, exactly as stored.

The appender computes it, since Lua has no blake2. This is safe under races: the chain of a written version never
changes, an append builds on the chain of its *expected* version, and the script accepts it only while that version is
the head and still has that chain.
"""

from collections.abc import Sequence
from hashlib import blake2b

from eventstore.records import NewEvent, StoredEvent, in_versions

ROOT = "0" * 32


class ChainBroken(Exception):
    """Reports that a record is not the log: `version` is the first that does not follow, 0 if it is not about one."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"version {version}: {reason}" if version else reason)
        self.version = version


def event_bytes(event: NewEvent | StoredEvent) -> bytes:
    """Return an event as it is stored and hashed: `Type.schema body`."""
    return b"%s.%d %s" % (event.type.encode(), event.schema, event.body)


def next_chain(previous: str, version: int, events: Sequence[bytes]) -> str:
    """Compute the chain hash (32 hex digits) of a version from the one before it and the bytes of its events."""
    parts = [bytes.fromhex(previous), version.to_bytes(8, "big")]
    for event in events:
        parts += (len(event).to_bytes(4, "big"), event)
    return blake2b(b"".join(parts), digest_size=16).hexdigest()


def verify_chain(events: Sequence[StoredEvent], after: int = 0, previous: str = ROOT) -> str:
    """Verify a record and return the chain hash of its last version; raises ChainBroken.

    A whole record starts after version 0; a part of one starts after version `after`, whose chain is `previous`.
    """
    version = after
    for group in in_versions(events):
        version += 1
        if any(event.version != version for event in group):
            raise ChainBroken(version, "a version is missing or out of place")
        if [event.index for event in group] != list(range(len(group))):
            raise ChainBroken(version, "an event is missing or out of place")
        previous = next_chain(previous, version, [event_bytes(event) for event in group])
        if any(event.chain != previous for event in group):
            raise ChainBroken(version, "the bytes do not give the chain hash")
    return previous
