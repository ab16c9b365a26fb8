"""Marks where the tiles, nodes and edges of a board lie, for programs that show the picture."""

from typing import Final

from service.pictures.catan.ground import Ground
from service.pictures.shapes import Group, place

_REACH: Final = 18  # of 52: how far from a node its place reaches
_SHORTER: Final = 10  # of 52: how much shorter than its edge the place of a road is at each end


def draw_places(ground: Ground) -> Group:
    """Mark every place by the id that commands use; nothing is seen of it."""
    topology = ground.topology
    return Group(
        "places",
        "",
        (
            *[place("tile", tile, *ground.corners(tile)) for tile in range(topology.tiles)],
            *[place("edge", edge, *ground.along(edge, _SHORTER)) for edge in range(topology.edges)],
            *[place("node", node, ground.node(node), radius=_REACH) for node in range(topology.nodes)],
        ),
    )
