"""Names the places of a board of Catan from its document: "the corner of 8 ore, 4 grain and 10 lumber"."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.core.phrase import Phrase
from domain.core.place_names import NamedHex, corner, side, spot_of

_GOODS: Final = {"hills": "brick", "forest": "lumber", "pasture": "wool", "fields": "grain", "mountains": "ore"}
_INLAND: Final = 3
"""Of so many hexes a node is a corner that does not lie at the sea."""
PLACED: Final[Mapping[str, tuple[str, str]]] = {
    "node": ("nodes", "id"),
    "edge": ("edges", "id"),
    "origin": ("edges", "id"),
    "tile": ("tiles", "id"),
}
"""By the members of messages: the list of the board in which a place stands, and the member that names it there."""


def names_of(board: Mapping[str, Any]) -> dict[str, list[Phrase | None]]:
    """Return the names of places, by the lists of the board."""
    hexes = [NamedHex(_hex(tile), spot_of(tile)) for tile in board["tiles"]]
    rim = _rim(board)
    nodes = [_node(node, corner(spot_of(node), hexes), board, rim) for node in board["nodes"]]
    edges = [_edge(edge, side(spot_of(edge), hexes), board, rim) for edge in board["edges"]]
    return {
        "tiles": [one.name for one in hexes],
        "nodes": nodes,
        "edges": edges,
        "harbors": [_harbor(one, side(spot_of(board["edges"][one["edge"]]), hexes)) for one in board["harbors"]],
        "towns": [nodes[town["node"]] for town in board.get("towns", [])],
        "tokens": [nodes[token["node"]] for token in board.get("tokens", [])],
        "documents": [edges[document["edge"]] for document in board.get("documents", [])],
        "waterways": [_waterway(water, nodes) for water in board.get("waterways", [])],
    }


def _hex(tile: Mapping[str, Any]) -> Phrase:
    if tile["token"] is None:
        return Phrase(f"term.{tile['terrain']}", {})
    return Phrase("place.hex", {"token": tile["token"], "good": _GOODS[tile["terrain"]]})


def _rim(board: Mapping[str, Any]) -> frozenset[int]:
    """Return the nodes by the sea; none on a board without harbors, whose rim may be land."""
    if not board["harbors"]:
        return frozenset()
    return frozenset(node["id"] for node in board["nodes"] if len(node["tiles"]) < _INLAND)


def _node(node: Mapping[str, Any], at: Phrase | None, board: Mapping[str, Any], rim: frozenset[int]) -> Phrase | None:
    """Return a node with the name that it has on the map, and the harbor or the coast where it lies."""
    if at is None:
        return None
    name = next((one["name"] for one in _named(board) if one["node"] == node["id"]), None)
    if name is not None:
        return Phrase("place.town", {"name": name, "place": at})
    harbor = next((one for one in board["harbors"] if node["id"] in one["nodes"]), None)
    if harbor is not None:
        return _by_harbor(harbor, at)
    return Phrase("place.coast", {"place": at}) if node["id"] in rim else at


def _named(board: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [*board.get("towns", []), *board.get("tokens", [])]


def _edge(edge: Mapping[str, Any], at: Phrase | None, board: Mapping[str, Any], rim: frozenset[int]) -> Phrase | None:
    """Return an edge with the document or the harbor beside it, or the coast on which it lies."""
    if at is None:
        return None
    document = next((one for one in board.get("documents", []) if one["edge"] == edge["id"]), None)
    if document is not None:
        return Phrase("place.document", {"name": document["name"], "place": at})
    harbor = next((one for one in board["harbors"] if one["edge"] == edge["id"]), None)
    if harbor is not None:
        return _by_harbor(harbor, at)
    return Phrase("place.coast", {"place": at}) if rim.issuperset(edge["nodes"]) and at.key == "place.side" else at


def _by_harbor(harbor: Mapping[str, Any], at: Phrase) -> Phrase:
    if harbor["kind"] == "any":
        return Phrase("place.by_any_harbor", {"place": at})
    return Phrase("place.by_harbor", {"place": at, "good": harbor["kind"]})


def _harbor(harbor: Mapping[str, Any], at: Phrase | None) -> Phrase | None:
    if harbor["kind"] == "any":
        return at and Phrase("place.any_harbor", {"place": at})
    return at and Phrase("place.harbor", {"place": at, "good": harbor["kind"]})


def _waterway(water: Mapping[str, Any], nodes: Sequence[Phrase | None]) -> Phrase:
    ends = [nodes[node] for node in water["nodes"]]
    towns = [end.params["name"] for end in ends if end is not None and "name" in end.params]
    if len(towns) < len(ends):
        return Phrase("place.waterway", {"name": water["name"]})
    return Phrase("place.waterway_between", {"name": water["name"], "start": towns[0], "end": towns[-1]})
