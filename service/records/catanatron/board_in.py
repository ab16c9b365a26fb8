"""Reads the board of a file of Catanatron: the tiles, the harbors, and the places that its numbers mean.

Tiles have cube coordinates, of which `x` and `z` are our axial ones. Nodes have numbers of the file's own, so they are
found by the tile and the corner that the file names for them, and edges by their two nodes.
"""

from typing import Any, Final

from domain.catan.topology import DIRECTIONS, Hex, Point, corner, neighbor
from service.records.foreign import Part
from service.records.island import places, topology

RESOURCES: Final = {"WOOD": "lumber", "BRICK": "brick", "SHEEP": "wool", "WHEAT": "grain", "ORE": "ore"}
TERRAINS: Final = {"WOOD": "forest", "BRICK": "hills", "SHEEP": "pasture", "WHEAT": "fields", "ORE": "mountains"}
CORNERS: Final = ("NORTH", "NORTHEAST", "SOUTHEAST", "SOUTH", "SOUTHWEST", "NORTHWEST")
SIDES: Final = {"NORTHEAST": "NE", "EAST": "E", "SOUTHEAST": "SE", "SOUTHWEST": "SW", "WEST": "W", "NORTHWEST": "NW"}
MOST_NODES: Final = 200
FAR: Final = 10


class BoardIn:
    """Holds the board of one file; what reads it raises Problem (422) for anything that is no standard island."""

    def __init__(self, file: Part, seats: int) -> None:
        self.file = file
        self.graph, self.places = topology(seats), places(seats)
        self.tiles, self.harbors = self._read_tiles()
        self.points = self._read_nodes()

    def desert(self) -> Hex:
        """Return where the robber stood at the start: on the first desert."""
        for tile in self.tiles:
            if tile["terrain"] == "desert":
                return tile["q"], tile["r"]
        raise self.file.at("tiles").fault("import.desert")

    def node(self, part: Part) -> int:
        """Return the number of a node."""
        point = self.points.get(part.number(0, MOST_NODES))
        if point not in self.graph.node_at:
            raise part.fault("import.place")
        return self.graph.node_at[point]

    def edge(self, part: Part) -> int:
        """Return the number of an edge, which the file names by its two nodes."""
        ends = sorted(self.node(end) for end in part.exactly(2))
        if (ends[0], ends[1]) not in self.graph.edge_of:
            raise part.fault("import.place")
        return self.graph.edge_of[ends[0], ends[1]]

    def tile(self, part: Part) -> Hex:
        """Return the axial coordinates of a tile of the island."""
        place = _place(part)
        if place not in self.places:
            raise part.fault("import.place")
        return place

    def tile_number(self, part: Part) -> int:
        """Return the number of a tile of the island."""
        return self.places.index(self.tile(part))

    def _read_tiles(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        listed = self.file.at("tiles")
        tiles, harbors = [], []
        for part in listed.items(MOST_NODES):
            (q, r), tile = _place(part.at("coordinate")), part.at("tile")
            kind = tile.at("type").word({name: name for name in ("RESOURCE_TILE", "DESERT", "PORT", "WATER")})
            if kind == "RESOURCE_TILE":
                terrain, token = tile.at("resource").word(TERRAINS), tile.at("number").number(2, 12)
                tiles.append({"q": q, "r": r, "terrain": terrain, "token": token})
            elif kind == "DESERT":
                tiles.append({"q": q, "r": r, "terrain": "desert", "token": None})
            elif kind == "PORT":
                harbors.append(self._harbor((q, r), tile))
        if sorted((tile["q"], tile["r"]) for tile in tiles) != sorted(self.places):
            raise listed.fault("import.island")
        return tiles, harbors

    def _harbor(self, sea: Hex, tile: Part) -> dict[str, Any]:
        side = tile.at("direction").word(SIDES)
        q, r = neighbor(sea, side)
        if (q, r) not in self.places:
            raise tile.at("direction").fault("import.island")
        kind = tile.at("resource").word(RESOURCES) if tile.at("resource").value is not None else "any"
        opposite = DIRECTIONS[(DIRECTIONS.index(side) + len(DIRECTIONS) // 2) % len(DIRECTIONS)]
        return {"q": q, "r": r, "side": opposite, "kind": kind}

    def _read_nodes(self) -> dict[int, Point]:
        """Return the points of the file's nodes by their numbers."""
        found = {}
        for _, part in self.file.at("nodes").members():
            which = part.at("direction").word({name: at for at, name in enumerate(CORNERS)})
            found[part.at("id").number(0, MOST_NODES)] = corner(_place(part.at("tile_coordinate")), which)
        return found


def _place(part: Part) -> Hex:
    """Return the axial coordinates of cube coordinates."""
    x, y, z = [number.number(-FAR, FAR) for number in part.exactly(3)]
    if x + y + z:
        raise part.fault("import.place")
    return x, z
