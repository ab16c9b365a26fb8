"""The immutable board as JSON: ids, coordinates and neighbors of tiles, nodes and edges."""

from typing import Any

from domain.catan import maps
from domain.catan.setting import Setting
from domain.catan.terms import HARBORS, TERRAINS
from domain.catan.topology import node_name


def geometry(setting: Setting) -> dict[str, Any]:
    """Tiles with terrain and token, nodes, edges and harbors. Coordinates are axial; x and y grow east and south."""
    board = setting.board
    topology = board.topology
    places = maps.places(setting.config.map, setting.seats)
    return {
        "map": setting.config.map,
        "orientation": "pointy-top hexes, axial q and r",
        "tiles": [
            {
                "id": tile,
                "q": q,
                "r": r,
                "terrain": TERRAINS[board.terrain[tile]],
                "token": board.tokens[tile] or None,
                "nodes": list(topology.tile_nodes[tile]),
            }
            for tile, (q, r) in enumerate(places)
        ],
        "nodes": [
            {
                "id": node,
                "name": node_name(point),
                "x": point[0],
                "y": point[1],
                "tiles": list(topology.node_tiles[node]),
                "edges": list(topology.node_edges[node]),
                "neighbors": [end for _, end in topology.reach[node]],
            }
            for node, point in enumerate(topology.points)
        ],
        "edges": [{"id": edge, "nodes": list(ends)} for edge, ends in enumerate(topology.edge_nodes)],
        "harbors": [
            {"edge": edge, "kind": HARBORS[kind], "nodes": list(topology.edge_nodes[edge])}
            for edge, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True)
        ],
    }
