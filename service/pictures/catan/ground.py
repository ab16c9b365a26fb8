"""Locates tiles, nodes and edges of a board in a picture."""

from functools import lru_cache
from typing import Final

from domain.catan.topology import Topology
from service.pictures.shapes import Point

# Units for one step of the coordinates: both make regular hexes with sides of 52.
_POINTED: Final = (45, 26)
_FLAT: Final = (26, 45)
_POINTED_CORNERS: Final = ((0, -52), (45, -26), (45, 26), (0, 52), (-45, 26), (-45, -26))
_FLAT_CORNERS: Final = ((52, 0), (26, 45), (-26, 45), (-52, 0), (-26, -45), (26, -45))
MARGIN: Final = 84


class Ground:
    """Represents the board of a topology in the upper left corner of a picture, with sea all around."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self._step = _FLAT if topology.is_flat else _POINTED
        self.around = _FLAT_CORNERS if topology.is_flat else _POINTED_CORNERS
        reached = [self._scale(point) for point in topology.points]
        for x, y in [self._scale(point) for point in topology.centers]:
            reached += [(x + dx, y + dy) for dx, dy in self.around]
        self._right = self._down = 0
        self._left = min([x for x, _ in reached]) - MARGIN
        self._top = min([y for _, y in reached]) - MARGIN
        self.width = max([x for x, _ in reached]) + MARGIN - self._left
        self.height = max([y for _, y in reached]) + MARGIN - self._top

    def move(self, right: int, down: int) -> None:
        """Move the upper left corner of the board to a place in the picture."""
        self._right, self._down = right, down

    def corner(self) -> Point:
        """Return the upper left corner of the board."""
        return self._right, self._down

    def _scale(self, point: Point) -> Point:
        return point[0] * self._step[0], point[1] * self._step[1]

    def at(self, point: Point) -> Point:
        """Return where a point of the topology lies."""
        x, y = self._scale(point)
        return x - self._left + self._right, y - self._top + self._down

    def tile(self, tile: int) -> Point:
        """Return the middle of a tile."""
        return self.at(self.topology.centers[tile])

    def corners(self, tile: int) -> tuple[Point, ...]:
        """Return the outline of a tile."""
        x, y = self.tile(tile)
        return tuple([(x + dx, y + dy) for dx, dy in self.around])

    def node(self, node: int) -> Point:
        """Return where a node lies."""
        return self.at(self.topology.points[node])

    def edge(self, edge: int) -> tuple[Point, Point]:
        """Return the ends of an edge."""
        a, b = self.topology.edge_nodes[edge]
        return self.node(a), self.node(b)

    def along(self, edge: int, shorter: int) -> tuple[Point, Point]:
        """Return the ends of a line along an edge, at each end so much shorter than the edge."""
        (ax, ay), (bx, by) = self.edge(edge)
        dx, dy = round((bx - ax) * shorter / 52), round((by - ay) * shorter / 52)
        return (ax + dx, ay + dy), (bx - dx, by - dy)

    def middle(self, edge: int) -> Point:
        """Return the middle of an edge."""
        (ax, ay), (bx, by) = self.edge(edge)
        return (ax + bx) // 2, (ay + by) // 2

    def tiles_at(self, edge: int) -> list[int]:
        """Return the tiles on the sides of an edge, the upper one first."""
        a, b = self.topology.edge_nodes[edge]
        found = [tile for tile, nodes in enumerate(self.topology.tile_nodes) if a in nodes and b in nodes]
        return sorted(found, key=lambda tile: self.tile(tile)[1])

    def beside(self, edge: int, away: int) -> Point:
        """Return the point so far from the middle of an edge: off the coast, or inland into the lower tile."""
        tiles = self.tiles_at(edge)
        (ax, ay), (bx, by) = self.edge(edge)
        x, y = self.middle(edge)
        inner_x, inner_y = self.tile(tiles[0]) if tiles else self._center()
        across, down = by - ay, ax - bx
        if across * (inner_x - x) + down * (inner_y - y) > 0:
            across, down = -across, -down
        return x + round(across * away / 52), y + round(down * away / 52)

    def coasts(self) -> list[tuple[Point, ...]]:
        """Return the outlines of the land, each once around."""
        right, down = self._right - self._left, self._down - self._top
        outlines = _coasts(self.topology, self._step, self.around)
        return [tuple([(x + right, y + down) for x, y in outline]) for outline in outlines]

    def _center(self) -> Point:
        return self.width // 2 + self._right, self.height // 2 + self._down


@lru_cache(maxsize=64)
def _coasts(topology: Topology, step: Point, around: tuple[Point, ...]) -> list[list[Point]]:
    """Return the outlines of all tiles together: a side of a tile is on the coast if no other tile has it."""
    ahead: dict[Point, list[Point]] = {}
    sides = set()
    for x, y in topology.centers:
        corners = [(x * step[0] + dx, y * step[1] + dy) for dx, dy in around]
        sides |= set(zip(corners, [*corners[1:], corners[0]], strict=True))
    for one, other in sorted(sides):
        if (other, one) not in sides:
            ahead.setdefault(one, []).append(other)
    outlines = []
    while ahead:
        outline = [min(ahead)]
        while (ways := ahead.get(outline[-1])) is not None:
            outline.append(ways.pop())
            if not ways:
                del ahead[outline[-2]]
        outlines.append(outline[:-1])
    return outlines
