"""Holds a board with towns from its map file: the graph, and what lies on nodes and edges, by number."""

from typing import Any

from domain.catan.flat import CORNERS, center, parse, ring
from domain.catan.terms import HARBORS
from domain.catan.topology import Hex, Point, Topology, numbered


class Scenario:
    """Holds the features of a board. Masks are over nodes, except that documents are on edges and canals list nodes."""

    def __init__(self, layout: dict[str, Any]) -> None:
        topology = _topology(layout)
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
        canal = layout.get("canal", {"tokens": 0, "towns": []})
        by_name = {name: node for node, name in self.names.items()}
        self.canal = tuple(by_name[name] for name in canal["towns"])
        self.canal_tokens: int = canal["tokens"]

    def sites(self, seats: int) -> int:
        """Return the town spaces for a number of seats: where no tokens are laid out, their crossings are towns too."""
        return self.town_mask if seats in self.token_seats else self.town_mask | self.token_mask

    def laid_tokens(self, seats: int) -> int:
        """Return the nodes with a Catan token at the start."""
        return self.token_mask if seats in self.token_seats else 0


def _topology(layout: dict[str, Any]) -> Topology:
    """Nodes are the ends of paths and waterways; a tile touches its corners and the towns that name it."""
    paths = [frozenset(parse(end) for end in path) for path in layout["paths"]]
    ways = [frozenset(parse(end) for end in way["path"]) for way in layout["waterways"]]
    points, edges = numbered({point for side in (*paths, *ways) for point in side}, paths)
    at = {point: node for node, point in enumerate(points)}
    places = [(tile["q"], tile["r"]) for tile in layout["tiles"]]
    off_map = [(parse(town["node"]), tuple(h)) for town in layout["towns"] for h in town.get("produces", ())]
    names = _names(places)
    links = [sorted(at[point] for point in way) for way in ways]
    return Topology(
        [_tile_nodes(at, place, off_map) for place in places],
        edges,
        points,
        [center(place) for place in places],
        [names.get(point) or _far_name(layout, point) for point in points],
        [(a, b) for a, b in links],
        True,
    )


def _tile_nodes(at: dict[Point, int], place: Hex, off_map: list[tuple[Point, Any]]) -> list[int]:
    points = [*ring(place), *(point for point, tile in off_map if tile == place)]
    return [at[point] for point in dict.fromkeys(points) if point in at]


def _names(places: list[Hex]) -> dict[Point, str]:
    """Return the name of each corner by the first tile, in order of columns, that it belongs to."""
    found: dict[Point, str] = {}
    for q, r in sorted(places):
        for side, point in zip(CORNERS, ring((q, r)), strict=True):
            found.setdefault(point, f"{q},{r},{side}")
    return found


def _far_name(layout: dict[str, Any], point: Point) -> str:
    """Return the name under which the map file knows a node that touches no tile."""
    ends = [end for path in layout["paths"] for end in path]
    return next((str(end) for end in ends if parse(end) == point), "")


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
