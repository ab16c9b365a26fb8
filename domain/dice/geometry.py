"""The printed sheet as JSON: hexes, nodes, roads, settlements, cities, knights, and what each costs."""

from typing import Any, Final

from domain.dice.sheet import ANY, CITIES, HEXES, NODES, ROADS, SETTLEMENTS, START, START_ROAD, Node, Place
from domain.dice.terms import BOXES, CITY_COST, CROSS, KNIGHT_COST, ROAD_COST, SETTLEMENT_COST, SYMBOLS

# Corners of a flat-top hex from its center: x in half sides to the east, y in half heights to the south.
CORNERS: Final = {"E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1), "NE": (1, -1)}


def point(node: Node) -> tuple[int, int]:
    """Where a node lies."""
    place = next(place for place in HEXES if place.terrain == node.hex)
    x, y = CORNERS[node.corner]
    return 3 * place.q + x, 2 * place.r + place.q + y


def _named(cost: tuple[int, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(SYMBOLS, cost, strict=True) if count}


def _needed(road: int) -> int | None:
    return None if road == START else road


def _places(places: tuple[Place, ...]) -> list[dict[str, Any]]:
    return [{"points": p.points, "node": p.node, "road": _needed(p.road)} for p in places]


def geometry() -> dict[str, Any]:
    """What commands and views refer to; a `road` or `parent` of null is the start road, which is built already."""
    return {
        "map": "island",
        "orientation": "flat-top hexes, axial q and r; x in half sides, y in half heights",
        "hexes": [{"q": h.q, "r": h.r, "terrain": h.terrain, "knight": h.knight} for h in HEXES],
        "nodes": [{"id": n.name, "x": point(n)[0], "y": point(n)[1]} for n in NODES],
        "start_road": list(START_ROAD),
        "roads": [
            {"id": number, "nodes": list(road.ends), "parent": _needed(road.parent), "points": 1}
            for number, road in enumerate(ROADS)
        ],
        "settlements": _places(SETTLEMENTS),
        "cities": _places(CITIES),
        "knights": [
            {"knight": h.knight, "points": h.knight, "joker": "any" if h.joker == ANY else SYMBOLS[h.joker]}
            for h in HEXES
        ],
        "boxes": {"count": BOXES, "cross": CROSS},
        "costs": {
            "road": _named(ROAD_COST),
            "settlement": _named(SETTLEMENT_COST),
            "city": _named(CITY_COST),
            "knight": _named(KNIGHT_COST),
        },
    }
