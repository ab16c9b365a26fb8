"""Builds the graph of a map whose file lists its paths, for land on which not every side of a hex is one."""

from domain.catan.flat import CORNERS, center, parse, ring
from domain.catan.topology import Hex, Point, Topology, number
from domain.core.documents import JsonObject, JsonValue


def graph_of(layout: JsonObject) -> Topology:
    """Nodes are the ends of paths and waterways; a tile touches its corners and the towns that name it."""
    paths = [frozenset(parse(end) for end in path) for path in layout["paths"]]
    ways = [frozenset(parse(end) for end in way["path"]) for way in layout["waterways"]]
    points, edges = number({point for side in (*paths, *ways) for point in side}, paths)
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


def _tile_nodes(at: dict[Point, int], place: Hex, off_map: list[tuple[Point, JsonValue]]) -> list[int]:
    points = [*ring(place), *(point for point, tile in off_map if tile == place)]
    return [at[point] for point in dict.fromkeys(points) if point in at]


def _names(places: list[Hex]) -> dict[Point, str]:
    """Return the name of each corner by the first tile, in order of columns, that it belongs to."""
    found: dict[Point, str] = {}
    for q, r in sorted(places):
        for side, point in zip(CORNERS, ring((q, r)), strict=True):
            found.setdefault(point, f"{q},{r},{side}")
    return found


def _far_name(layout: JsonObject, point: Point) -> str:
    """Return the name under which the map file knows a node that touches no tile."""
    ends = [end for path in layout["paths"] for end in path]
    return next((str(end) for end in ends if parse(end) == point), "")
