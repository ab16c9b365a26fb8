"""Reads the island that a server of Pioneers sends, and translates its places.

Hexes have columns and rows from 0, odd rows stand half a hex further to the east. Sides count from the east against the
clock; corner 0 lies between sides 0 and 1. The server names an edge or a node by any hex that it touches.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from domain.catan.topology import DIRECTIONS, Hex, corner
from service.records.island import places, topology

SEATS: Final = 4
KINDS: Final = ("brick", "grain", "ore", "wool", "lumber")
"""The resources in the order of the protocol."""
TERRAINS: Final = {"h": "hills", "f": "fields", "m": "mountains", "p": "pasture", "t": "forest", "d": "desert"}
HARBORS: Final = {"b": "brick", "g": "grain", "o": "ore", "w": "wool", "l": "lumber", "?": "any"}
SIDES: Final = ("E", "NE", "NW", "W", "SW", "SE")
_MIDDLE: Final = (2, 3)
"""The hex in the middle, in axial coordinates of theirs."""
_SEA: Final = re.compile(r"s([bgowl?])(\d)")
_LAND: Final = re.compile(r"([hfmptd])(\d+)")
_OPPOSITE: Final = 3


class Strange(ValueError):
    """Says that the server sent what this client does not know."""


class Island:
    """Holds the tiles and harbors of a game, as position documents name them."""

    def __init__(self, described: Iterable[str]) -> None:
        """Read the lines between `game` and `end`; raises Strange for any but the standard island."""
        lines = list(described)
        if "map" not in lines:
            raise Strange("there is no map")
        told = dict(line.partition(" ")[::2] for line in lines[: lines.index("map")])
        self.told: Mapping[str, str] = told
        rows = [line.split(",") for line in lines[lines.index("map") + 1 :] if line != "."]
        self.places, self.graph = places(SEATS), topology(SEATS)
        self.harbors = [
            found for y, row in enumerate(rows) for x, hexed in enumerate(row) for found in _harbor(x, y, hexed)
        ]
        self.tiles = _number(_lands(rows), [int(one) for one in told.get("chits", "").split(",") if one])
        if sorted((tile["q"], tile["r"]) for tile in self.tiles) != sorted(self.places):
            raise Strange("this is not the standard island")

    def tile(self, x: int, y: int) -> Hex:
        """Return the axial coordinates of a hex; raises Strange for one that is no tile."""
        found = axial(x, y)
        if found not in self.places:
            raise Strange(f"{x} {y} is no tile")
        return found

    def node(self, x: int, y: int, position: int) -> int:
        """Return the number of a node; raises KeyError."""
        return self.graph.node_at[corner(axial(x, y), 1 - position)]

    def edge(self, x: int, y: int, position: int) -> int:
        """Return the number of an edge; raises KeyError."""
        return self.graph.side(axial(x, y), SIDES[position])

    def name_tile(self, number: int) -> str:
        """Return how the protocol names a tile."""
        return "{} {}".format(*grid(self.places[number]))

    def name_node(self, number: int) -> str:
        """Return how the protocol names a node."""
        return next(
            f"{self.name_tile(tile)} {position}"
            for tile in self.graph.node_tiles[number]
            for position in range(6)
            if self.graph.node_at[corner(self.places[tile], 1 - position)] == number
        )

    def name_edge(self, number: int) -> str:
        """Return how the protocol names an edge."""
        tiles = {tile for end in self.graph.edge_nodes[number] for tile in self.graph.node_tiles[end]}
        return next(
            f"{self.name_tile(tile)} {position}"
            for tile in sorted(tiles)
            for position, side in enumerate(SIDES)
            if self.graph.side(self.places[tile], side) == number
        )


def axial(x: int, y: int) -> Hex:
    """Return the axial coordinates of a column and a row."""
    return x - y // 2 - _MIDDLE[0], y - _MIDDLE[1]


def grid(place: Hex) -> tuple[int, int]:
    """Return the column and the row of axial coordinates."""
    y = place[1] + _MIDDLE[1]
    return place[0] + _MIDDLE[0] + y // 2, y


def _harbor(x: int, y: int, hexed: str) -> Iterable[dict[str, Any]]:
    """Yield the harbor of a hex of the sea, named by the tile that it faces."""
    match = _SEA.fullmatch(hexed)
    if match:
        kind, facing = HARBORS[match[1]], SIDES[int(match[2])]
        q, r = axial(x, y)
        dq, dr = _STEPS[facing]
        back = SIDES[(SIDES.index(facing) + _OPPOSITE) % len(SIDES)]
        yield {"q": q + dq, "r": r + dr, "side": back, "kind": kind}


_STEPS: Final = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
assert set(_STEPS) == set(DIRECTIONS)


def _lands(rows: Iterable[Iterable[str]]) -> list[tuple[int, Hex, str]]:
    """Return the tiles in the order of their numbers: the place in that order, the hex and the terrain."""
    found = []
    for y, row in enumerate(rows):
        for x, hexed in enumerate(row):
            match = _LAND.fullmatch(hexed)
            if match:
                found.append((int(match[2]), axial(x, y), TERRAINS[match[1]]))
            elif hexed not in ("-", "s") and not _SEA.fullmatch(hexed):
                raise Strange(f"there is a hex {hexed}")
    return sorted(found)


def _number(lands: Iterable[tuple[int, Hex, str]], chits: Iterable[int]) -> list[dict[str, Any]]:
    """Return the tiles with their tokens, which skip the desert."""
    left = iter(chits)
    return [
        {"q": q, "r": r, "terrain": terrain, "token": None if terrain == "desert" else next(left, None)}
        for _, (q, r), terrain in lands
    ]
