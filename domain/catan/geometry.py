"""The immutable board as JSON: ids, coordinates and neighbors of tiles, nodes and edges."""

from typing import Any

from domain.catan import maps
from domain.catan.setting import Setting
from domain.catan.terms import HARBORS, TERRAINS
from domain.catan.topology import bits


def geometry(setting: Setting) -> dict[str, Any]:
    """Tiles with terrain and token, nodes, edges and harbors. Coordinates are axial; x and y grow east and south."""
    board = setting.board
    topology = board.topology
    places = maps.places(setting.config.map, setting.seats)
    document: dict[str, Any] = {
        "map": setting.config.map,
        **maps.about(setting.config.map),
        "orientation": f"{'flat' if topology.is_flat else 'pointy'}-top hexes, axial q and r",
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
                "name": topology.names[node],
                "x": point[0],
                "y": point[1],
                "tiles": list(topology.node_tiles[node]),
                "edges": list(topology.node_edges[node]),
                "neighbors": bits(topology.near[node] & ~(1 << node)),
            }
            for node, point in enumerate(topology.points)
        ],
        "edges": [{"id": edge, "nodes": list(ends)} for edge, ends in enumerate(topology.edge_nodes)],
        "harbors": [
            {"edge": edge, "kind": HARBORS[kind], "nodes": list(topology.edge_nodes[edge])}
            for edge, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True)
        ],
    }
    for more in setting.rules.points.geometry:
        document.update(more(setting))
    return document
