"""Locates tiles, nodes and edges in board coordinates, and describes the immutable board with them as JSON."""

from typing import Final

from domain.catan import maps
from domain.catan.state import Setting
from domain.catan.terms import COSTS, HARBORS, RESOURCES, TERRAINS
from domain.catan.topology import Point, Topology
from domain.core.documents import JsonObject, by_name
from domain.core.masks import bits
from domain.core.places import HALF_HEIGHT, Spot, between, encode_spot, frame

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


_MARGIN: Final = 0.75


def geometry(setting: Setting) -> JsonObject:
    """Return tiles with terrain and token, nodes, edges and harbors, what building costs, and what modules add."""
    ground = Ground(setting.board.topology)
    document: JsonObject = {
        "map": setting.config.map,
        **maps.about(setting.config.map),
        "orientation": "flat" if ground.topology.is_flat else "pointy",
        "tiles": _tiles(setting, ground),
        "nodes": _nodes(ground),
        "edges": [
            {"id": edge, "nodes": list(ends), **encode_spot(ground.edge(edge))}
            for edge, ends in enumerate(ground.topology.edge_nodes)
        ],
        "harbors": _harbors(setting, ground),
        "costs": {what: by_name(RESOURCES, cost) for what, cost in COSTS.items()},
    }
    for more in setting.points.geometry:
        document.update(more(setting))
    land = [spot for tile in range(ground.topology.tiles) for spot in ground.corners(tile)]
    things = [thing for listed in document.values() if isinstance(listed, list) for thing in listed]
    around = frame([*land, *[(thing["x"], thing["y"]) for thing in things]], _MARGIN)
    return document | {"frame": around}


def _tiles(setting: Setting, ground: Ground) -> list[JsonObject]:
    board = setting.board
    return [
        {
            "id": tile,
            "q": q,
            "r": r,
            **encode_spot(ground.tile(tile)),
            "terrain": TERRAINS[board.terrain[tile]],
            "token": board.tokens[tile] or None,
            "nodes": list(ground.topology.tile_nodes[tile]),
        }
        for tile, (q, r) in enumerate(maps.places(setting.config.map, setting.seats))
    ]


def _nodes(ground: Ground) -> list[JsonObject]:
    topology = ground.topology
    return [
        {
            "id": node,
            "name": topology.names[node],
            **encode_spot(ground.node(node)),
            "tiles": list(topology.node_tiles[node]),
            "edges": list(topology.node_edges[node]),
            "neighbors": bits(topology.near[node] & ~(1 << node)),
        }
        for node in range(topology.nodes)
    ]


def _harbors(setting: Setting, ground: Ground) -> list[JsonObject]:
    """Return every harbor in the middle of its hex of sea."""
    board = setting.board
    return [
        {
            "edge": edge,
            "kind": HARBORS[kind],
            "nodes": list(ground.topology.edge_nodes[edge]),
            **encode_spot(ground.beside(edge, HALF_HEIGHT)),
        }
        for edge, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True)
    ]
