"""Lists what is printed on the sheet (component facts C.1 and C.2): roads as a tree, settlements, cities, knights.

A node is a corner of one of the six flat-top hexes round the sea; a road leads from the node nearer to the start road.
"""

from typing import Final, NamedTuple

from domain.core.kinds import integer
from domain.dice.terms import BRICK, GRAIN, LUMBER, ORE, WOOL

START: Final = -1  # the start road, built on every sheet
ANY: Final = -1  # the joker of the last knight


class Hex(NamedTuple):
    """Represents a land hex: axial q and r, its terrain, the knight on it, and the resource under that knight."""

    q: int
    r: int
    terrain: str
    knight: int
    joker: int


class Node(NamedTuple):
    """Represents a corner that a road leads to: its name, a hex that it belongs to, and the corner's number there."""

    name: str
    hex: str
    corner: str


class Road(NamedTuple):
    """Represents a road: the road that must be built before it, and the nodes it joins."""

    parent: int
    ends: tuple[str, str]


class Place(NamedTuple):
    """Represents a settlement or a city: the number printed on it, the first road that touches it, and its node."""

    points: int
    road: int
    node: str


HEXES: Final = (
    Hex(-1, 0, "mountains", 1, ORE),
    Hex(-1, 1, "fields", 2, GRAIN),
    Hex(0, 1, "pasture", 3, WOOL),
    Hex(1, 0, "forest", 4, LUMBER),
    Hex(1, -1, "hills", 5, BRICK),
    Hex(0, -1, "desert", 6, ANY),
)

NODES: Final = (
    Node("vS", "mountains", "NE"),
    Node("v0", "mountains", "E"),
    Node("v1", "mountains", "SE"),
    Node("v2", "mountains", "SW"),
    Node("v3", "fields", "E"),
    Node("v4", "fields", "SE"),
    Node("v5", "fields", "SW"),
    Node("v6", "pasture", "SW"),
    Node("v7", "pasture", "SE"),
    Node("v8", "pasture", "E"),
    Node("v9", "forest", "W"),
    Node("v10", "forest", "NW"),
    Node("v11", "hills", "W"),
    Node("v12", "hills", "NW"),
    Node("v13", "forest", "SE"),
    Node("v14", "forest", "E"),
    Node("v15", "forest", "NE"),
    Node("v16", "hills", "E"),
)

START_ROAD: Final = ("vS", "v0")

ROADS: Final = (
    Road(START, ("v0", "v1")),
    Road(0, ("v1", "v2")),
    Road(0, ("v1", "v3")),
    Road(2, ("v3", "v4")),
    Road(3, ("v4", "v5")),
    Road(3, ("v4", "v6")),
    Road(5, ("v6", "v7")),
    Road(6, ("v7", "v8")),
    Road(7, ("v8", "v9")),
    Road(8, ("v9", "v10")),
    Road(9, ("v10", "v11")),
    Road(10, ("v11", "v12")),
    Road(7, ("v8", "v13")),
    Road(12, ("v13", "v14")),
    Road(13, ("v14", "v15")),
    Road(14, ("v15", "v16")),
)

SETTLEMENTS: Final = (
    Place(3, START, "v0"),
    Place(4, 2, "v3"),
    Place(5, 5, "v6"),
    Place(7, 7, "v8"),
    Place(9, 9, "v10"),
    Place(11, 11, "v12"),
)

CITIES: Final = (
    Place(7, 1, "v2"),
    Place(12, 4, "v5"),
    Place(20, 13, "v14"),
    Place(30, 15, "v16"),
)

KNIGHTS: Final = len(HEXES)
KNIGHT: Final = integer(1, KNIGHTS)
JOKERS: Final = tuple(place.joker for place in HEXES)  # by knight, the first at 0
ROAD_POINTS: Final = 1
EVERY_ROAD: Final = (1 << len(ROADS)) - 1


def is_touched(roads: int, road: int) -> bool:
    """Return whether a road is in the mask of built ones; the start road always is."""
    return road == START or bool(roads >> road & 1)
