"""Reads what a map with towns has on its nodes and edges, describes it for the board, and names its places."""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final

from domain.catan import maps
from domain.catan.flat_hexes import parse
from domain.catan.geometry import Ground
from domain.catan.place_names import Names, Plain
from domain.catan.state import Setting
from domain.catan.terms import HARBORS
from domain.catan.topology import Topology
from domain.core.documents import Document, JsonObject
from domain.core.masks import bits
from domain.core.places import Phrase, encode_spot


class TownMap:
    """Holds the features of a board. Masks are over nodes, except that documents are on edges and canals list nodes."""

    def __init__(self, layout: JsonObject, topology: Topology) -> None:
        at = topology.node_at
        self.topology = topology
        self.rules: dict[str, str] = layout["rules"]
        self.token_seats = tuple(layout["token_seats"])
        self.names = {at[parse(place["node"])]: str(place["name"]) for place in [*layout["towns"], *layout["tokens"]]}
        self.colors = {at[parse(town["node"])]: town.get("color") for town in layout["towns"]}
        self.towns = tuple(at[parse(town["node"])] for town in layout["towns"])
        self.tokens = tuple(at[parse(token["node"])] for token in layout["tokens"])
        self.town_mask = sum(1 << node for node in self.towns)
        self.token_mask = sum(1 << node for node in self.tokens)
        self.documents = tuple(
            (
                topology.edge_between(*map(parse, document["path"])),
                HARBORS.index(document["kind"]),
                str(document["name"]),
            )
            for document in layout["documents"]
        )
        self.document_mask = tuple(
            sum(1 << edge for edge, kind, _ in self.documents if kind == wanted) for wanted in range(len(HARBORS))
        )
        self.waterways = tuple(
            (at[parse(way["path"][0])], at[parse(way["path"][1])], str(way["name"])) for way in layout["waterways"]
        )
        self.systems = _systems(topology.links)
        by_name = {name: node for node, name in self.names.items()}
        self.canal = tuple(by_name[name] for name in layout.get("canal", {"towns": []})["towns"])

    def sites(self, seats: int) -> int:
        """Return the town spaces for a number of seats: where no tokens are laid out, their crossings are towns too."""
        return self.town_mask if seats in self.token_seats else self.town_mask | self.token_mask

    def laid_tokens(self, seats: int) -> int:
        """Return the nodes with a Catan token at the start."""
        return self.token_mask if seats in self.token_seats else 0


def _edge(topology: Topology, path: list[str]) -> int:
    return topology.edge_between(parse(path[0]), parse(path[1]))


def _systems(links: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Return the connected waterways, each as the mask of its nodes."""
    systems: list[int] = []
    for a, b in links:
        mask = 1 << a | 1 << b
        joined = reduce(or_, [s for s in systems if s & mask], mask)
        systems = [*[s for s in systems if not s & mask], joined]
    return tuple(systems)


_read: Final[dict[str, tuple[JsonObject, TownMap]]] = {}


def town_map(name: str) -> TownMap | None:
    """Return the features of a map with towns; None for any other."""
    layout = maps.read(name)
    if "towns" not in layout:
        return None
    held = _read.get(name)
    if held is None or held[0] is not layout:
        held = layout, TownMap(layout, maps.topology_of(name, layout["seats"][0]))
        _read[name] = held
    return held[1]


def ground_of(map_name: str) -> TownMap:
    """Return the features of a map with towns; raises LookupError for any other."""
    found = town_map(map_name)
    if found is None:
        raise LookupError(map_name)
    return found


# How far from the middle of its path the sign of a document stands, in sides of a hex.
_OFF_COAST: Final = 0.65
_INLAND: Final = 0.4


def geometry(setting: Setting) -> JsonObject:
    """Return town spaces, crossings with a token at the start, documents by edge, and waterways."""
    features, topology = ground_of(setting.config.map), setting.board.topology
    ground = Ground(topology)
    laid = features.laid_tokens(setting.seats)
    return {
        "towns": [_town(features, ground, node) for node in bits(features.sites(setting.seats))],
        "tokens": [
            {"node": node, "name": features.names[node], **encode_spot(ground.node(node))} for node in bits(laid)
        ],
        "documents": [_document(ground, *document) for document in features.documents],
        "waterways": [
            {"id": topology.edges + at, "nodes": [a, b], "name": name, **encode_spot(ground.middle((a, b)))}
            for at, (a, b, name) in enumerate(features.waterways)
        ],
    }


def _town(features: TownMap, ground: Ground, node: int) -> JsonObject:
    town = {
        "node": node,
        "name": features.names[node],
        "canal": node in features.canal,
        **encode_spot(ground.node(node)),
    }
    color = features.colors.get(node)
    return town | {"color": color} if color else town


def _document(ground: Ground, edge: int, kind: int, name: str) -> JsonObject:
    """Return a document and where its sign stands: off the coast, or inland beside its path."""
    away = _INLAND if len(ground.tiles_at(edge)) > 1 else _OFF_COAST
    nodes = list(ground.topology.edge_nodes[edge])
    return {"edge": edge, "kind": HARBORS[kind], "name": name, "nodes": nodes, **encode_spot(ground.beside(edge, away))}


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
