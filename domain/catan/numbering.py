"""Numbers what modules bring. A module names the block that it was given, the next free one when it was written.

Kinds of frames, streams of chance and wares stand by number in packed positions and in digests, so that a number once
given stays. Frames that open together lie on the agenda by their numbers, the lowest at the bottom.
"""

from typing import Final

from domain.catan.terms import KINDS, STREAMS

_FIRST: Final = 20
_EACH: Final = 10


def frames_of(block: int) -> range:
    """Return the numbers for the kinds of frames of the module with a block."""
    first = _FIRST + _EACH * block
    return range(first, first + _EACH)


def stream_of(block: int) -> int:
    """Return the number of the stream of chance with a block."""
    return STREAMS + block


def ware_of(block: int) -> int:
    """Return the number of the ware with a block, on from the resources."""
    return KINDS + block
