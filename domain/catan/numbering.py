"""Numbers what modules bring, in the order of lists that only ever grow at their end.

Kinds of frames, streams of chance and wares stand by number in packed positions and in digests, so that a number once
given stays. Frames that open together lie on the agenda by their numbers, the lowest at the bottom.
"""

from typing import Final

from domain.catan.terms import KINDS, STREAMS

FRAMED: Final = ("five-six", "favors", "helpers")
"""The modules with kinds of frames of their own."""
DRAWING: Final = ("favors",)
"""Those with a stream of chance of their own."""
TRADED: Final = ("erie-canal",)
"""Those with a ware."""
_FIRST: Final = 20
_EACH: Final = 10


def frames_of(module: str) -> range:
    """Return the numbers for the kinds of frames of a module."""
    first = _FIRST + _EACH * FRAMED.index(module)
    return range(first, first + _EACH)


def stream_of(module: str) -> int:
    """Return the number of a module's stream of chance."""
    return STREAMS + DRAWING.index(module)


def ware_of(module: str) -> int:
    """Return the number of a module's ware, on from the resources."""
    return KINDS + TRADED.index(module)
