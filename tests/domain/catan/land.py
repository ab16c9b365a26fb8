"""Provides boards with towns: places are given by the names of their towns, or by corner such as `2,-2,SE`."""

from copy import deepcopy
from itertools import pairwise
from typing import Any

from domain.catan import maps
from domain.catan.flat_hexes import parse
from domain.catan.modules.towns.town_map import TownMap, town_map
from tests.domain.catan.table import Table


class Land:
    """Represents a map with towns, whose places are found by name."""

    def __init__(self, map_name: str) -> None:
        found = town_map(map_name)
        assert found
        self.map_name = map_name
        self.ground: TownMap = found
        self.topology = maps.topology_of(map_name, 4)
        self.nodes = {name: node for node, name in found.names.items()}

    def at(self, name: str) -> int:
        """Return the node of a town, of a token's crossing, or of a corner."""
        return self.nodes[name] if name in self.nodes else self.topology.node_at[parse(name)]

    def way(self, *names: str) -> list[int]:
        """Return the edges along a row of neighboring places."""
        ends = [sorted((self.at(a), self.at(b))) for a, b in pairwise(names)]
        return [self.topology.edge_of[a, b] for a, b in ends]

    def path(self, a: str, b: str) -> int:
        """Return the edge between two neighboring places."""
        return self.way(a, b)[0]

    def waterway(self, a: str, b: str) -> int:
        """Return the number that the board gives to a waterway."""
        ends = {self.at(a), self.at(b)}
        return self.topology.edges + next(n for n, pair in enumerate(self.topology.links) if set(pair) == ends)

    def tile(self, q: int, r: int) -> int:
        """Return the tile at the coordinates q and r."""
        return maps.places(self.map_name, 4).index((q, r))

    def table(self, seats: int = 4, *modules: str, **options: Any) -> Table:
        """Return an empty board in the middle of seat 0's turn."""
        return Table(seats, self.map_name, modules=modules, **options)


NEW_YORK = Land("new-york")
MALLORCA = Land("mallorca")


def made_up(**changes: Any) -> dict[str, Any]:
    """Return the content of a made-up map file, for what no shipped board has: New York with some members changed."""
    layout = {**deepcopy(maps.read("new-york")), "id": "made-up", **changes}
    return {**layout, "counts": {name: len(layout[name]) for name in layout["counts"]}}
