"""Locates hexes with a flat top, as the scenario maps have them: places, corners and their names.

Coordinates: axial (q, r), q to the south-east and r to the south. A point is counted in half sides to the east and half
heights to the south. A corner is named `q,r,SIDE`; up to three names mean the same point.
"""

from typing import Final

from domain.catan.topology import Hex, Point

CORNERS: Final[dict[str, Point]] = {
    "E": (2, 0),
    "SE": (1, 1),
    "SW": (-1, 1),
    "W": (-2, 0),
    "NW": (-1, -1),
    "NE": (1, -1),
}


def center(place: Hex) -> Point:
    """Return the middle of a hex place."""
    return 3 * place[0], 2 * place[1] + place[0]


def ring(place: Hex) -> list[Point]:
    """Return the six corners of a hex place, clockwise from the east."""
    x, y = center(place)
    return [(x + dx, y + dy) for dx, dy in CORNERS.values()]


def parse(name: str) -> Point:
    """Return the point of a corner's name, such as `-3,0,SW`; raises ValueError."""
    parts = name.split(",")
    if len(parts) != 3 or parts[2] not in CORNERS:
        raise ValueError(name)
    (x, y), (dx, dy) = center((int(parts[0]), int(parts[1]))), CORNERS[parts[2]]
    return x + dx, y + dy
