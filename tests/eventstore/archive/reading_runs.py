"""Reads runs of the archive's index as a whole, which the product never does."""

from eventstore.archive.merging import source_in
from eventstore.archive.runs import ENTRY


def read_run(content: bytes) -> dict[bytes, bytes]:
    """Return all places of a run, or of a part of one; raises ChainBroken if it is damaged."""
    source = source_in(content)
    bits = source.directory.bits
    found = source.take(1 << bits, bits)
    return {found[at : at + 8]: found[at + 8 : at + ENTRY] for at in range(0, len(found), ENTRY)}
