"""Locates the tiles, nodes and edges of a topology in board coordinates."""

from typing import Final

from domain.catan.topology import Point, Topology
from domain.core.coordinates import HALF_HEIGHT, Spot, between

_HALF_SIDE: Final = 0.5
_RING: Final = (
    (1.0, 0.0),
    (0.5, HALF_HEIGHT),
    (-0.5, HALF_HEIGHT),
    (-1.0, 0.0),
    (-0.5, -HALF_HEIGHT),
    (0.5, -HALF_HEIGHT),
)


class Ground:
    """Holds the coordinates of a topology: the side of a hex is 1, and the middle of the place (0, 0) is (0, 0)."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology

    def at(self, point: Point) -> Spot:
        """Return where a point of the topology lies."""
        if self.topology.is_flat:
            return point[0] * _HALF_SIDE, point[1] * HALF_HEIGHT
        return point[0] * HALF_HEIGHT, point[1] * _HALF_SIDE

    def tile(self, tile: int) -> Spot:
        """Return the middle of a tile."""
        return self.at(self.topology.centers[tile])

    def node(self, node: int) -> Spot:
        """Return where a node lies."""
        return self.at(self.topology.points[node])

    def middle(self, ends: tuple[int, int]) -> Spot:
        """Return the middle between two nodes."""
        return between(self.node(ends[0]), self.node(ends[1]))

    def edge(self, edge: int) -> Spot:
        """Return the middle of an edge."""
        return self.middle(self.topology.edge_nodes[edge])

    def corners(self, tile: int) -> list[Spot]:
        """Return the outline of a tile; there may be land that has no nodes."""
        x, y = self.tile(tile)
        turned = [(dx, dy) if self.topology.is_flat else (dy, dx) for dx, dy in _RING]
        return [(x + dx, y + dy) for dx, dy in turned]

    def tiles_at(self, edge: int) -> list[int]:
        """Return the tiles on the sides of an edge, the upper one first."""
        a, b = self.topology.edge_nodes[edge]
        both = set(self.topology.node_tiles[a]) & set(self.topology.node_tiles[b])
        return sorted(both, key=lambda tile: self.tile(tile)[1])

    def beside(self, edge: int, away: float) -> Spot:
        """Return the point so far from the middle of an edge: off the coast, or inland into the lower tile."""
        a, b = [self.node(end) for end in self.topology.edge_nodes[edge]]
        x, y = between(a, b)
        tiles = self.tiles_at(edge)
        inner_x, inner_y = self.tile(tiles[0]) if tiles else self._center()
        across, down = b[1] - a[1], a[0] - b[0]
        if across * (inner_x - x) + down * (inner_y - y) > 0:
            across, down = -across, -down
        return x + across * away, y + down * away

    def _center(self) -> Spot:
        spots = [self.tile(tile) for tile in range(self.topology.tiles)]
        return sum([x for x, _ in spots]) / len(spots), sum([y for _, y in spots]) / len(spots)
