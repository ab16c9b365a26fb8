"""Describes the printed sheet as JSON, from its hexes to the costs, and names its places."""

from collections.abc import Mapping
from typing import Final

from domain.core.documents import Document, JsonObject, by_name
from domain.core.places import HALF_HEIGHT, NamedHex, Phrase, Spot, between, corner, encode_spot, frame, side, spot_of
from domain.dice.sheet import ANY, CITIES, HEXES, NODES, ROADS, SETTLEMENTS, START, START_ROAD, Hex, Node, Place
from domain.dice.terms import BOXES, CITY_COST, CROSS, KNIGHT_COST, ROAD_COST, SETTLEMENT_COST, SYMBOLS

# Corners of a flat-top hex from its center: x in half sides to the east, y in half heights to the south.
CORNERS: Final = {"E": (2, 0), "SE": (1, 1), "SW": (-1, 1), "W": (-2, 0), "NW": (-1, -1), "NE": (1, -1)}

_NODES: Final = {node.name: node for node in NODES}
_MARGIN: Final = 0.5


def point(node: Node) -> tuple[int, int]:
    """Return where a node lies."""
    place = next(place for place in HEXES if place.terrain == node.hex)
    x, y = CORNERS[node.corner]
    return 3 * place.q + x, 2 * place.r + place.q + y


def _spot(node: str) -> Spot:
    x, y = point(_NODES[node])
    return x / 2, y * HALF_HEIGHT


def _middle(place: Hex) -> Spot:
    return 1.5 * place.q, (2 * place.r + place.q) * HALF_HEIGHT


def _find_needed(road: int) -> int | None:
    return None if road == START else road


def _places(places: tuple[Place, ...]) -> list[JsonObject]:
    return [
        {"points": p.points, "node": p.node, "road": _find_needed(p.road), **encode_spot(_spot(p.node))} for p in places
    ]


def _road(ends: tuple[str, str]) -> JsonObject:
    """Return the ends of a road and its middle."""
    return {"nodes": list(ends), **encode_spot(between(_spot(ends[0]), _spot(ends[1])))}


def geometry() -> JsonObject:
    """Return the printed sheet as JSON; a `road` or `parent` of null is the start road, which is built already."""
    corners = [(x + dx / 2, y + dy * HALF_HEIGHT) for x, y in map(_middle, HEXES) for dx, dy in CORNERS.values()]
    return {
        "map": "island",
        "orientation": "flat",
        "frame": frame(corners, _MARGIN),
        "hexes": [
            {"q": h.q, "r": h.r, **encode_spot(_middle(h)), "terrain": h.terrain, "knight": h.knight} for h in HEXES
        ],
        "nodes": [{"id": n.name, **encode_spot(_spot(n.name))} for n in NODES],
        "start_road": _road(START_ROAD),
        "roads": [
            {"id": number, **_road(road.ends), "parent": _find_needed(road.parent), "points": 1}
            for number, road in enumerate(ROADS)
        ],
        "settlements": _places(SETTLEMENTS),
        "cities": _places(CITIES),
        "knights": [
            {
                "knight": h.knight,
                "points": h.knight,
                "joker": "any" if h.joker == ANY else SYMBOLS[h.joker],
                **encode_spot(_middle(h)),
            }
            for h in HEXES
        ],
        "boxes": {"count": BOXES, "cross": CROSS},
        "costs": {
            "road": by_name(SYMBOLS, ROAD_COST),
            "settlement": by_name(SYMBOLS, SETTLEMENT_COST),
            "city": by_name(SYMBOLS, CITY_COST),
            "knight": by_name(SYMBOLS, KNIGHT_COST),
        },
    }


PLACED: Final[Mapping[str, tuple[str, str]]] = {
    "road": ("roads", "id"),
    "knight": ("knights", "knight"),
    "DiceBuildSettlement.points": ("settlements", "points"),
    "DiceSettlementBuilt.points": ("settlements", "points"),
    "DiceBuildCity.points": ("cities", "points"),
    "DiceCityBuilt.points": ("cities", "points"),
}


def names_of(board: Document) -> dict[str, list[Phrase | None]]:
    """Return the names of places, by the lists of the board."""
    hexes = [NamedHex(Phrase(f"term.{one['terrain']}", {}), spot_of(one)) for one in board["hexes"]]
    named = [one.name for one in hexes]
    corners = {
        name: [corner(spot_of(one), hexes) for one in board[name]] for name in ("nodes", "settlements", "cities")
    }
    roads = [side(spot_of(road), hexes) for road in board["roads"]]
    return {**corners, "roads": roads, "hexes": [*named], "knights": [*named]}
