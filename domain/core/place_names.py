"""Names the corners and sides of hexes: by the hexes that they touch, or by the direction if they touch only one.

Coordinates are those of boards: the side of a hex is 1.
"""

from collections.abc import Sequence
from math import atan2, hypot, tau
from typing import Final, NamedTuple

from domain.core.coordinates import HALF_HEIGHT, Spot
from domain.core.documents import Document
from domain.core.phrase import Phrase

_NEAR: Final = 0.1
_COMPASS: Final = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")


class NamedHex(NamedTuple):
    """Holds the name of a hex and its middle."""

    name: Phrase
    at: Spot


def spot_of(thing: Document) -> Spot:
    """Return the coordinates in an entry of a board."""
    return thing["x"], thing["y"]


def corner(at: Spot, hexes: Sequence[NamedHex]) -> Phrase | None:
    """Return the name of a corner; None if it touches no hex."""
    found = _touching(at, hexes, 1.0)
    if len(found) == 1:
        return Phrase("place.outer_corner", {"side": compass(found[0].at, at), "hex": found[0].name})
    return Phrase("place.corner", {"hexes": [one.name for one in found]}) if found else None


def side(at: Spot, hexes: Sequence[NamedHex]) -> Phrase | None:
    """Return the name of a side, given its middle; None if it touches no hex."""
    found = _touching(at, hexes, HALF_HEIGHT)
    if len(found) == 1:
        return Phrase("place.side", {"side": compass(found[0].at, at), "hex": found[0].name})
    return Phrase("place.between", {"hexes": [one.name for one in found]}) if found else None


def _touching(at: Spot, hexes: Sequence[NamedHex], distance: float) -> list[NamedHex]:
    return [one for one in hexes if abs(hypot(one.at[0] - at[0], one.at[1] - at[1]) - distance) < _NEAR]


def compass(middle: Spot, at: Spot) -> str:
    """Return the direction of a point from a middle, one of eight."""
    angle = atan2(at[1] - middle[1], at[0] - middle[0])
    return _COMPASS[round(8 * angle / tau) % 8]
