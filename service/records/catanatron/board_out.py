"""Writes the board of a file of Catanatron, with the pieces on it.

It is a spiral of tiles from the middle outward, sea included; nodes are numbered as the spiral comes to them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.catan.topology import DIRECTIONS, Hex, Point, corner, neighbor
from service.records.catanatron.board_in import CORNERS
from service.records.exports import Leaving
from service.records.foreign import Lost
from service.records.island import places, topology

SIDES: Final = ("EAST", "SOUTHEAST", "SOUTHWEST", "WEST", "NORTHWEST", "NORTHEAST")
"""The sides in their order; the first lies between the corners 1 and 2."""
SIDE_NAMES: Final = dict(zip(("E", "SE", "SW", "W", "NW", "NE"), SIDES, strict=True))
LAPS: Final = ("SW", "W", "NW", "NE", "E", "SE")
"""The directions in which a ring is walked, from its easternmost tile on."""
RINGS: Final = 3
RESOURCES: Final = {"lumber": "WOOD", "brick": "BRICK", "wool": "SHEEP", "grain": "WHEAT", "ore": "ORE"}
TERRAINS: Final = {"forest": "WOOD", "hills": "BRICK", "pasture": "SHEEP", "fields": "WHEAT", "mountains": "ORE"}


class BoardOut:
    """Holds what is needed to write one board, and in `lost` what the file cannot hold of it; `colors` are by seat."""

    def __init__(self, leaving: Leaving, colors: Sequence[str]) -> None:
        self.layout, self.seats, self.colors = leaving.layout, leaving.state["seats"], colors
        self.graph, self.places = topology(len(self.seats)), places(len(self.seats))
        self.spiral = list(_spiral())
        self.ids: dict[Point, int] = {}
        for place in self.spiral:
            for which in range(len(CORNERS)):
                self.ids.setdefault(corner(place, which), len(self.ids))
        self.lost: list[Lost] = []

    def members(self) -> dict[str, Any]:
        """Return the members of the file that describe the board."""
        tiles = self._tiles()
        return {
            "tiles": [{"coordinate": _cube(place), "tile": tile} for place, tile in tiles.items()],
            "adjacent_tiles": self._adjacent(tiles),
            "nodes": self._nodes(),
            "edges": self._edges(),
        }

    def node(self, node: int) -> int:
        """Return the number in the file of a node of ours."""
        return self.ids[self.graph.points[node]]

    def edge(self, edge: int) -> list[int]:
        """Return the numbers in the file of the two nodes of an edge of ours."""
        return sorted(self.node(node) for node in self.graph.edge_nodes[edge])

    def tile(self, tile: int) -> list[int]:
        """Return the cube coordinates of a tile of ours."""
        return _cube(self.places[tile])

    def _tiles(self) -> dict[Hex, dict[str, Any]]:
        land = {(tile["q"], tile["r"]): tile for tile in self.layout["tiles"]}
        harbors: dict[Hex, dict[str, Any]] = {}
        for at, harbor in enumerate(self.layout["harbors"]):
            sea = neighbor((harbor["q"], harbor["r"]), harbor["side"])
            if sea in harbors:
                self.lost.append(Lost(f"position.layout.harbors.{at}", "harbor"))
            harbors.setdefault(sea, harbor)
        found: dict[Hex, dict[str, Any]] = {}
        ports = 0
        for number, place in enumerate(self.spiral):
            if place in land:
                found[place] = _land(number, land[place])
            elif place in harbors:
                found[place] = _port(ports, harbors[place])
                ports += 1
            else:
                found[place] = {"type": "WATER"}
        return found

    def _adjacent(self, tiles: Mapping[Hex, Mapping[str, Any]]) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for place in self.spiral:
            if place in self.places:
                for which in range(len(CORNERS)):
                    found.setdefault(str(self.ids[corner(place, which)]), []).append(tiles[place])
        return found

    def _nodes(self) -> dict[str, Any]:
        built: dict[int, tuple[str, str]] = {}
        for color, seat in zip(self.colors, self.seats, strict=True):
            for kind, listed in (("SETTLEMENT", seat["settlements"]), ("CITY", seat["cities"])):
                built |= {self.node(node): (kind, color) for node in listed}
        found = {}
        for place in self.spiral:
            for which, direction in enumerate(CORNERS):
                node = self.ids[corner(place, which)]
                building, owner = built.get(node, (None, None))
                found[str(node)] = {
                    "id": node,
                    "tile_coordinate": _cube(place),
                    "direction": direction,
                    "building": building,
                    "color": owner,
                }
        return found

    def _edges(self) -> list[Any]:
        laid = {
            tuple(self.edge(edge)): color
            for color, seat in zip(self.colors, self.seats, strict=True)
            for edge in seat["roads"]
        }
        found = {}
        for place in self.spiral:
            for which, direction in enumerate(SIDES):
                ends = [self.ids[corner(place, at)] for at in (which + 1, which + 2)]
                edge = tuple(sorted(ends))
                found[edge] = {
                    "id": list(edge),
                    "tile_coordinate": _cube(place),
                    "direction": direction,
                    "color": laid.get(edge),
                }
        return list(found.values())


def _land(number: int, tile: Mapping[str, Any]) -> dict[str, Any]:
    if tile["terrain"] == "desert":
        return {"id": number, "type": "DESERT"}
    resource = {"resource": TERRAINS.get(tile["terrain"]), "number": tile["token"]}
    return {"id": number, "type": "RESOURCE_TILE", **resource}


def _port(number: int, harbor: Mapping[str, Any]) -> dict[str, Any]:
    opposite = DIRECTIONS[(DIRECTIONS.index(harbor["side"]) + 3) % 6]
    resource = RESOURCES.get(harbor["kind"])
    return {"id": number, "type": "PORT", "direction": SIDE_NAMES[opposite], "resource": resource}


def _spiral() -> Iterator[Hex]:
    """Yield the tiles from the middle outward, each ring from the east on, first to the south-west."""
    yield 0, 0
    for ring in range(1, RINGS + 1):
        place = ring, 0
        for direction in LAPS:
            for _ in range(ring):
                yield place
                place = neighbor(place, direction)


def _cube(place: Hex) -> list[int]:
    return [place[0], -place[0] - place[1], place[1]]
