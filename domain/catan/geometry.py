"""Describes the immutable board as JSON: ids, coordinates and neighbors of tiles, nodes and edges."""

from typing import Final

from domain.catan import maps
from domain.catan.ground import Ground
from domain.catan.state import Setting
from domain.catan.terms import COSTS, HARBORS, RESOURCES, TERRAINS
from domain.core.coordinates import HALF_HEIGHT, encode_spot, frame
from domain.core.documents import JsonObject
from domain.core.masks import bits
from domain.core.seats import by_name

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
    return document | {"frame": _frame(ground, document)}


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


def _frame(ground: Ground, document: JsonObject) -> dict[str, float]:
    """Return the rectangle around the land, the nodes and everything in the sea."""
    land = [spot for tile in range(ground.topology.tiles) for spot in ground.corners(tile)]
    things = [thing for listed in document.values() if isinstance(listed, list) for thing in listed]
    return frame([*land, *[(thing["x"], thing["y"]) for thing in things]], _MARGIN)
