"""Says which tiles, nodes and edges touch which. The rulebooks say hex, intersection and path.

Coordinates: pointy-top hexes, axial (q, r), q to the east and r to the south-east; a node is the north or the south
corner of exactly one hex place; an edge lies on a side of a hex.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from domain.core.masks import bits

Hex = tuple[int, int]
Point = tuple[int, int]

DIRECTIONS: Final = ("NE", "E", "SE", "SW", "W", "NW")
_STEPS: Final[dict[str, Hex]] = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
# The corners clockwise from the north, in half widths to the right of and third heights below the hex's middle.
_CORNERS: Final[tuple[Point, ...]] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def neighbor(place: Hex, direction: str) -> Hex:
    """Return the hex place next to `place`."""
    step = _STEPS[direction]
    return place[0] + step[0], place[1] + step[1]


def corner(place: Hex, which: int) -> Point:
    """Return a corner of a hex place as a point; 0 is the north corner, clockwise."""
    dx, dy = _CORNERS[which % 6]
    return 2 * place[0] + place[1] + dx, 3 * place[1] + dy


def node_name(point: Point) -> str:
    """Return the canonical name of a node, such as `(0,-2)N`."""
    x, y = point
    side = "N" if (y + 2) % 3 == 0 else "S"
    r = (y + 2) // 3 if side == "N" else (y - 2) // 3
    return f"({(x - r) // 2},{r}){side}"


def node_point(place: Hex, side: str) -> Point:
    """Return the point of the node `(q,r)N` or `(q,r)S`."""
    return corner(place, 0 if side == "N" else 3)


class Topology:
    """Represents a graph of tiles, nodes and edges, all numbered from 0, with masks for frequent questions."""

    def __init__(
        self,
        tile_nodes: Sequence[Sequence[int]],
        edge_nodes: Sequence[tuple[int, int]],
        points: Sequence[Point],
        centers: Sequence[Point] = (),
        names: Sequence[str] = (),
        links: Sequence[tuple[int, int]] = (),
        is_flat: bool = False,
    ) -> None:
        """`centers` are the points of the tiles, `names` those of the nodes; `links` are pairs of neighboring nodes
        between which nobody can build; `is_flat` says that the hexes have a flat top (else a pointed one).
        """
        self.tiles = len(tile_nodes)
        self.nodes = len(points)
        self.edges = len(edge_nodes)
        self.points = tuple(points)
        self.centers = tuple(centers)
        self.names = tuple(names)
        self.links = tuple(links)
        self.is_flat = is_flat
        self.tile_nodes = tuple(tuple(nodes) for nodes in tile_nodes)
        self.edge_nodes = tuple(edge_nodes)
        self.edge_mask = tuple(1 << a | 1 << b for a, b in edge_nodes)
        self.node_tiles = tuple(
            tuple(t for t, nodes in enumerate(self.tile_nodes) if n in nodes) for n in range(self.nodes)
        )
        self.node_edges = tuple(tuple(e for e, ends in enumerate(edge_nodes) if n in ends) for n in range(self.nodes))
        self.node_edge_mask = tuple(sum(1 << e for e in edges) for edges in self.node_edges)
        self.reach = tuple(self._reach(n) for n in range(self.nodes))
        self.near = tuple(1 << n | self._neighbors(n) for n in range(self.nodes))
        self.edge_of = {ends: e for e, ends in enumerate(edge_nodes)}
        self.node_at = {point: n for n, point in enumerate(points)}

    def _reach(self, node: int) -> tuple[tuple[int, int], ...]:
        return tuple((e, sum(self.edge_nodes[e]) - node) for e in self.node_edges[node])

    def _neighbors(self, node: int) -> int:
        """Return the nodes next to a node, as a mask."""
        linked = [sum(pair) - node for pair in self.links if node in pair]
        return sum(1 << n for n in {*linked, *(end for _, end in self.reach[node])})

    def ends(self, edges: int) -> int:
        """Return the nodes at the ends of some edges, as masks."""
        nodes = 0
        for edge in bits(edges):
            nodes |= self.edge_mask[edge]
        return nodes

    def edge_between(self, a: Point, b: Point) -> int:
        """Return the edge whose ends are two points; raises KeyError."""
        ends = sorted((self.node_at[a], self.node_at[b]))
        return self.edge_of[ends[0], ends[1]]

    def side(self, place: Hex, direction: str) -> int:
        """Return the edge on a side of a hex place; raises KeyError."""
        which = DIRECTIONS.index(direction)
        return self.edge_between(corner(place, which), corner(place, which + 1))


def number(points: Iterable[Point], sides: Iterable[frozenset[Point]]) -> tuple[list[Point], list[tuple[int, int]]]:
    """Return points and sides row by row: the points in order, and the sides as pairs of their numbers."""
    order = sorted(points, key=lambda p: (p[1], p[0]))
    at = {point: n for n, point in enumerate(order)}
    pairs = [tuple(sorted(at[point] for point in side)) for side in sides]
    middle = {(a, b): (order[a][1] + order[b][1], order[a][0] + order[b][0]) for a, b in pairs}
    return order, sorted(((a, b) for a, b in pairs), key=lambda pair: middle[pair])


def build(places: Iterable[Hex]) -> Topology:
    """Return the topology of an island of hexes; tiles keep their order, nodes and edges go row by row."""
    hexes = tuple(places)
    rings = [[corner(h, k) for k in range(6)] for h in hexes]
    sides = sorted({frozenset((ring[k - 1], ring[k])) for ring in rings for k in range(6)}, key=sorted)
    points, edges = number({point for ring in rings for point in ring}, sides)
    node_at = {point: n for n, point in enumerate(points)}
    return Topology(
        [[node_at[point] for point in ring] for ring in rings],
        edges,
        points,
        [(2 * q + r, 3 * r) for q, r in hexes],
        [node_name(point) for point in points],
    )


def coast(places: Sequence[Hex]) -> list[tuple[Hex, str]]:
    """Return the coastal sides clockwise, the first one the north-west side of the top-left hex."""
    land = set(places)
    follow = {}
    for h in places:
        for k, direction in enumerate(DIRECTIONS):
            if neighbor(h, direction) not in land:
                follow[corner(h, k)] = (corner(h, k + 1), (h, direction))
    top = min(places, key=lambda h: (h[1], 2 * h[0] + h[1]))
    at = corner(top, 5)
    ring = []
    for _ in follow:
        at, side = follow[at]
        ring.append(side)
    return ring
