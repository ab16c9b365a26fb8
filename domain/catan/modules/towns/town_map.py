"""Reads what a map with towns has on its nodes and edges, by number."""

from typing import Final

from domain.catan import maps
from domain.catan.flat import parse
from domain.catan.terms import HARBORS
from domain.catan.topology import Topology
from domain.core.documents import JsonObject


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
            (_edge(topology, document["path"]), HARBORS.index(document["kind"]), str(document["name"]))
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
        systems = [*[s for s in systems if not s & mask], _joined([s for s in systems if s & mask], mask)]
    return tuple(systems)


def _joined(systems: list[int], mask: int) -> int:
    for system in systems:
        mask |= system
    return mask


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
