"""Defines coordinates of boards, and the names of their places, by keys for which the service has the words.

The x of a coordinate runs to the right, y down, in one unit, which is the side of a hex or of a square. The x and y of
anything are those of its middle.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, hypot, sqrt, tau
from typing import Final, NamedTuple

from domain.core.documents import Document


@dataclass(frozen=True, slots=True)
class Phrase:
    """Names a text by its key, with JSON parameters to insert."""

    key: str
    params: Document


Spot = tuple[float, float]

HALF_HEIGHT: Final = sqrt(3) / 2
"""Half the height of a hex with a flat top, or half the width of one with a pointed top."""
_DIGITS: Final = 4


def encode_spot(spot: Spot) -> dict[str, float]:
    """Return the members `x` and `y` of something on a board."""
    return {"x": round(spot[0], _DIGITS), "y": round(spot[1], _DIGITS)}


def between(a: Spot, b: Spot) -> Spot:
    """Return the middle of two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def frame(spots: Iterable[Spot], margin: float) -> dict[str, float]:
    """Return the rectangle that holds some points with a margin: `x` and `y` of its middle, `width` and `height`."""
    across, down = zip(*spots, strict=True)
    left, top = min(across) - margin, min(down) - margin
    width, height = max(across) + margin - left, max(down) + margin - top
    middle = encode_spot((left + width / 2, top + height / 2))
    return middle | {"width": round(width, _DIGITS), "height": round(height, _DIGITS)}


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
