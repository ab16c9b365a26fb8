"""Names the places of a board of Catan from its document: "the corner of 8 ore, 4 grain and 10 lumber"."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from domain.catan.terms import RESOURCES, TERRAINS, YIELDS
from domain.core.documents import Document
from domain.core.places import NamedHex, Phrase, corner, side, spot_of

_GOODS: Final = {TERRAINS[terrain]: RESOURCES[kind] for terrain, kind in YIELDS.items()}
_INLAND: Final = 3
"""Of so many hexes a node is a corner that does not lie at the sea."""
PLACED: Final[Mapping[str, tuple[str, str]]] = {
    "node": ("nodes", "id"),
    "edge": ("edges", "id"),
    "origin": ("edges", "id"),
    "tile": ("tiles", "id"),
}
"""By the members of messages: the list of the board in which a place stands, and the member that names it there."""


Names = dict[str, list[Phrase | None]]
"""Holds the names of places, by the lists of the board."""


class Plain(NamedTuple):
    """Names nodes and edges by the hexes that they touch, without what else is known of them."""

    nodes: Sequence[Phrase | None]
    edges: Sequence[Phrase | None]


Namer = Callable[[Document, Plain, Names], Names]
"""Returns the lists of names that a module changes or adds on a board, from the plain ones and from all before it."""


def names_of(board: Document, namers: Sequence[Namer]) -> Names:
    """Return the names of places, by the lists of the board; modules have the last word."""
    hexes = [NamedHex(_hex(tile), spot_of(tile)) for tile in board["tiles"]]
    corners = [corner(spot_of(node), hexes) for node in board["nodes"]]
    sides = [side(spot_of(edge), hexes) for edge in board["edges"]]
    rim = _rim(board)
    names: Names = {
        "tiles": [one.name for one in hexes],
        "nodes": [_node(node, at, board, rim) for node, at in zip(board["nodes"], corners, strict=True)],
        "edges": [_edge(edge, at, board, rim) for edge, at in zip(board["edges"], sides, strict=True)],
        "harbors": [_harbor(one, sides[one["edge"]]) for one in board["harbors"]],
    }
    for namer in namers:
        names |= namer(board, Plain(corners, sides), names)
    return names


def _hex(tile: Document) -> Phrase:
    if tile["token"] is None:
        return Phrase(f"term.{tile['terrain']}", {})
    return Phrase("place.hex", {"token": tile["token"], "good": _GOODS[tile["terrain"]]})


def _rim(board: Document) -> frozenset[int]:
    """Return the nodes by the sea; none on a board without harbors, whose rim may be land."""
    if not board["harbors"]:
        return frozenset()
    return frozenset(node["id"] for node in board["nodes"] if len(node["tiles"]) < _INLAND)


def _node(node: Document, at: Phrase | None, board: Document, rim: frozenset[int]) -> Phrase | None:
    """Return a node with the harbor or the coast where it lies."""
    if at is None:
        return None
    harbor = next((one for one in board["harbors"] if node["id"] in one["nodes"]), None)
    return _beside(harbor, node["id"] in rim, at)


def _edge(edge: Document, at: Phrase | None, board: Document, rim: frozenset[int]) -> Phrase | None:
    """Return an edge with the harbor beside it, or the coast on which it lies."""
    if at is None:
        return None
    harbor = next((one for one in board["harbors"] if one["edge"] == edge["id"]), None)
    is_coast = rim.issuperset(edge["nodes"]) and at.key == "place.side"
    return _beside(harbor, is_coast, at)


def _beside(harbor: Document | None, is_coast: bool, at: Phrase) -> Phrase:
    if harbor is None:
        return Phrase("place.coast", {"place": at}) if is_coast else at
    if harbor["kind"] == "any":
        return Phrase("place.by_any_harbor", {"place": at})
    return Phrase("place.by_harbor", {"place": at, "good": harbor["kind"]})


def _harbor(harbor: Document, at: Phrase | None) -> Phrase | None:
    if harbor["kind"] == "any":
        return at and Phrase("place.any_harbor", {"place": at})
    return at and Phrase("place.harbor", {"place": at, "good": harbor["kind"]})
