"""Names the places of a board with towns: towns and crossings by their names, edges by the document beside them."""

from collections.abc import Sequence

from domain.catan.place_names import Names, Plain
from domain.core.documents import Document
from domain.core.phrase import Phrase


def name_places(board: Document, plain: Plain, names: Names) -> Names:
    """Return the names of nodes and edges that the map names, and those of its own lists."""
    nodes = [*names["nodes"]]
    for place in [*board.get("towns", []), *board.get("tokens", [])]:
        at = plain.nodes[place["node"]]
        nodes[place["node"]] = at and Phrase("place.town", {"name": place["name"], "place": at})
    edges = [*names["edges"]]
    for document in board.get("documents", []):
        at = plain.edges[document["edge"]]
        edges[document["edge"]] = at and Phrase("place.document", {"name": document["name"], "place": at})
    return {
        "nodes": nodes,
        "edges": edges,
        "towns": [nodes[town["node"]] for town in board.get("towns", [])],
        "tokens": [nodes[token["node"]] for token in board.get("tokens", [])],
        "documents": [edges[document["edge"]] for document in board.get("documents", [])],
        "waterways": [_waterway(water, nodes) for water in board.get("waterways", [])],
    }


def _waterway(water: Document, nodes: Sequence[Phrase | None]) -> Phrase:
    ends = [nodes[node] for node in water["nodes"]]
    towns = [end.params["name"] for end in ends if end is not None and "name" in end.params]
    if len(towns) < len(ends):
        return Phrase("place.waterway", {"name": water["name"]})
    return Phrase("place.waterway_between", {"name": water["name"], "start": towns[0], "end": towns[-1]})
