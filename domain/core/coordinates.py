"""Defines coordinates of boards: x to the right, y down, in one unit, which is the side of a hex or of a square.

The x and y of anything are those of its middle.
"""

from collections.abc import Iterable
from math import sqrt
from typing import Final

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
