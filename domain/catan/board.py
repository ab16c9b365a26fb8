"""Models the immutable board of one game: a topology with terrain, number tokens and harbors."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from domain.catan.terms import BARREN, DESERT, HARBORS, YIELDS
from domain.catan.topology import Topology

MOST_OF_TILE: Final = 6
"""The cards that a tile yields with a city on every second node; settlements keep their distance."""
Source = tuple[int, int, int]
"""A producing tile: its number, the resource, and its nodes."""


class Sources(NamedTuple):
    """Is what a roll makes produce: the tiles, their nodes, and each resource with the most cards that can be due."""

    tiles: tuple[Source, ...]
    nodes: int
    most: tuple[tuple[int, int], ...]


class Board:
    """Holds terrain, resource (BARREN: none) and token (0: none) by tile, and harbors by edge."""

    def __init__(
        self,
        topology: Topology,
        terrain: Sequence[int],
        tokens: Sequence[int],
        harbor_edges: Sequence[int],
        harbor_kinds: Sequence[int],
    ) -> None:
        self.topology = topology
        self.terrain = tuple(terrain)
        self.resources = tuple(YIELDS.get(kind, BARREN) for kind in terrain)
        self.tokens = tuple(tokens)
        self.harbor_edges = tuple(harbor_edges)
        self.harbor_kinds = tuple(harbor_kinds)
        self.land = (1 << topology.nodes) - 1
        self.all_edges = (1 << topology.edges) - 1
        self.tile_mask = tuple(sum(1 << n for n in nodes) for nodes in topology.tile_nodes)
        self.harbor_mask = tuple(
            sum(topology.edge_mask[e] for e, k in zip(harbor_edges, harbor_kinds, strict=True) if k == kind)
            for kind in range(len(HARBORS))
        )
        self.harbor_nodes = reduce(or_, self.harbor_mask, 0)
        self.sources = tuple(self._sources(number) for number in range(13))
        self.deserts = tuple(t for t, kind in enumerate(terrain) if kind == DESERT)

    def _sources(self, number: int) -> Sources:
        """Return what a roll of `number` makes produce, the robber apart."""
        tiles = tuple(
            (tile, self.resources[tile], self.tile_mask[tile])
            for tile, token in enumerate(self.tokens)
            if number and token == number and self.resources[tile] != BARREN
        )
        nodes = reduce(or_, [mask for _, _, mask in tiles], 0)
        kinds = [resource for _, resource, _ in tiles]
        return Sources(tiles, nodes, tuple([(kind, kinds.count(kind) * MOST_OF_TILE) for kind in sorted(set(kinds))]))

    def yields(self, node: int) -> list[int]:
        """Return the resources of the producing tiles at a node, one entry per tile."""
        return [self.resources[t] for t in self.topology.node_tiles[node] if self.resources[t] != BARREN]
