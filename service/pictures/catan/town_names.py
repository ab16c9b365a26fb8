"""Finds room for the names of towns: beside their nodes, and where they lie neither over numbers nor over signs."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from domain.catan.topology import Topology
from service.pictures.catan.ground import Ground
from service.pictures.shapes import END, MIDDLE, START, Point

Signs = tuple[tuple[int, int, int], ...]
"""Lists signs beside edges: the edge, how far from its middle the sign is, and its radius."""
SIZE: Final = 10
_LETTER: Final = 7  # the width of a letter, with some room for pages that enlarge them
_NUMBER_DOWN: Final = 11
_NUMBER: Final = 19
_NODE: Final = 12
_ROAD: Final = 6
_GROWN: Final = 5  # by how much a page may enlarge a name, upwards and downwards


class Spot(NamedTuple):
    """Describes where the anchor of a name (its beginning, middle or end) is from its node; y grows downwards."""

    x: int
    y: int
    anchor: str


_SPOTS: Final = (
    Spot(0, -17, MIDDLE),
    Spot(0, 23, MIDDLE),
    Spot(9, -17, END),
    Spot(-9, -17, START),
    Spot(9, 23, END),
    Spot(-9, 23, START),
    Spot(16, 4, START),
    Spot(-16, 4, END),
)
"""Lists the places that a name may have, the best first."""
_SHARES: Final[Mapping[str, float]] = {START: 0.0, MIDDLE: 0.5, END: 1.0}


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "_Box") -> float:
        """Return the area that two boxes have together."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


@lru_cache(maxsize=64)
def lay_names(topology: Topology, names: tuple[tuple[int, str], ...], signs: Signs) -> Mapping[int, Spot]:
    """Return the spot of each name by its node, so that names cover as little as possible of what else is to be read.

    Names are laid from node to node, each where it covers the least; among equal spots it takes the first.
    """
    ground = Ground(topology)
    taken = list(_list_fixed(ground, [node for node, _ in names], signs))
    spots = {}
    for node, name in names:
        boxes = [(_box_of(ground.node(node), name, spot), spot) for spot in _SPOTS]
        box, spots[node] = min(boxes, key=lambda one: round(sum([one[0].overlap(other) for other in taken])))
        taken.append(box)
    return spots


def _list_fixed(ground: Ground, nodes: Iterable[int], signs: Signs) -> Iterable[_Box]:
    """Yield what is there before the names: numbers, towns, the middles of roads, signs at coasts and paths."""
    for tile in range(ground.topology.tiles):
        x, y = ground.tile(tile)
        yield _around((x, y + _NUMBER_DOWN), _NUMBER)
    for node in nodes:
        yield _around(ground.node(node), _NODE)
    for edge in range(ground.topology.edges):
        yield _around(ground.middle(edge), _ROAD)
    for edge, away, radius in signs:
        yield _around(ground.beside(edge, away), radius)


def _around(middle: Point, radius: int) -> _Box:
    x, y = middle
    return _Box(x - radius, y - radius, x + radius, y + radius)


def _box_of(node: Point, name: str, spot: Spot) -> _Box:
    wide = _LETTER * len(name)
    left = node[0] + spot.x - wide * _SHARES[spot.anchor]
    base = node[1] + spot.y
    return _Box(left, base - SIZE - _GROWN, left + wide, base + _GROWN)
