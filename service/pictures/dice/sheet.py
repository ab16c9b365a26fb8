"""Draws one score sheet: the island with roads, settlements, cities, knights and jokers, and the score boxes."""

from collections.abc import Iterator
from typing import Final

from domain.dice.geometry import point
from domain.dice.sheet import ANY, CITIES, HEXES, NODES, ROADS, SETTLEMENTS, START_ROAD, Hex, Place
from domain.dice.state import State
from domain.dice.terms import BOXES, CROSS, SYMBOLS
from service.pictures.palette import (
    CARD,
    FAINT,
    GOODS,
    HONOR,
    PALE,
    PANEL,
    RED,
    RULE,
    SEA,
    SILVER,
    TIMBER,
    UNPAINTED,
    WRITING,
)
from service.pictures.shapes import Box, Circle, Group, Lines, Point, Polygon, Segment, Shape, Text, phrase, word
from service.pictures.shapes import place as marked
from service.pictures.symbols import GOOD_OF, symbol

ISLAND_WIDTH: Final = 296
ISLAND_HEIGHT: Final = 306
BOXES_WIDTH: Final = 142
_STEP: Final = (26, 45)
_MIDDLE: Final = (148, 153)
_CORNERS: Final = ((52, 0), (26, 45), (-26, 45), (-52, 0), (-26, -45), (26, -45))
_HOUSE: Final = ((-12, 11), (-12, -4), (0, -14), (12, -4), (12, 11))
_CITY: Final = ((-17, 13), (-17, -8), (-7, -18), (3, -8), (3, -4), (17, -4), (17, 13))
_SHORTER: Final = 10  # of 52: how much shorter than its edge a road is at each end
_PER_ROW: Final = 3
_PLACES: Final = {node.name: point(node) for node in NODES}


def draw_island(state: State, seat: int, x: int, y: int) -> list[Shape]:
    """Draw the island of a sheet from its upper left corner."""
    middle = (x + _MIDDLE[0], y + _MIDDLE[1])
    return [
        Box(x, y, ISLAND_WIDTH, ISLAND_HEIGHT, SEA, round=10),
        Group("tiles", "", tuple([_tile(place, middle) for place in HEXES])),
        Group("knights", "", tuple([_knight(state, seat, place, middle) for place in HEXES])),
        Group("roads", "", tuple(_roads(state, seat, middle))),
        Group("settlements", "", tuple(_places(SETTLEMENTS, state.settlements[seat], _HOUSE, 0, middle))),
        Group("cities", "", tuple(_places(CITIES, state.cities[seat], _CITY, -3, middle))),
        Group("places", "", tuple(_mark(middle))),
    ]


def _mark(middle: Point) -> Iterator[Shape]:
    """Mark where everything that can be built lies, by what commands call it."""
    for place in HEXES:
        x, y = _center(place, middle)
        yield marked("knight", place.knight, (x, y - 16), radius=18)
        yield marked("joker", place.knight, (x - 17, y + 6), (x + 17, y + 6), (x + 17, y + 34), (x - 17, y + 34))
    for number, road in enumerate(ROADS):
        ax, ay, bx, by = _road(road.ends, middle)
        yield marked("road", number, (ax, ay), (bx, by))
    for name, places in (("settlement", SETTLEMENTS), ("city", CITIES)):
        for site in places:
            yield marked(name, site.points, _at(site.node, middle), radius=18)


def _tile(place: Hex, middle: Point) -> Polygon:
    x, y = _center(place, middle)
    outline = tuple([(x + dx, y + dy) for dx, dy in _CORNERS])
    return Polygon(outline, GOODS[GOOD_OF[place.terrain]], CARD, 2, word(place.terrain))


def _center(place: Hex, middle: Point) -> Point:
    return middle[0] + 3 * place.q * _STEP[0], middle[1] + (2 * place.r + place.q) * _STEP[1]


def _knight(state: State, seat: int, place: Hex, middle: Point) -> Group:
    """Draw a knight with its number, and below it the joker that it brings: ready, used, or not there yet."""
    x, y = _center(place, middle)
    is_built = place.knight <= state.knights[seat]
    is_used = bool(state.used[seat] >> place.knight - 1 & 1)
    good = "any" if place.joker == ANY else SYMBOLS[place.joker]
    joker = "used" if is_used else "ready" if is_built else "missing"
    shapes: list[Shape] = [
        Circle(x, y - 16, 16, UNPAINTED.face if is_built else CARD, UNPAINTED.rim, 2),
        Text(x, y - 10, str(place.knight), 16, UNPAINTED.ink if is_built else PALE, bold=True),
        Box(x - 17, y + 6, 34, 28, _joker_ground(joker), TIMBER if is_built else RULE, 2, 4),
        symbol(good, x, y + 20),
    ]
    if is_used:
        shapes.append(Lines(((x - 15, y + 8, x + 15, y + 32), (x - 15, y + 32, x + 15, y + 8)), RED, 4))
    return Group("knight", phrase(f"joker_{joker}", knight=place.knight, good=good), tuple(shapes))


def _joker_ground(joker: str) -> str:
    return HONOR if joker == "ready" else SILVER


def _roads(state: State, seat: int, middle: Point) -> list[Shape]:
    built = [_road(START_ROAD, middle)]
    planned: list[Segment] = []
    for number, road in enumerate(ROADS):
        (built if state.roads[seat] >> number & 1 else planned).append(_road(road.ends, middle))
    title = phrase("built_roads", count=len(built) - 1)
    return [
        Lines(tuple(planned), CARD, 9),
        Lines(tuple(planned), PALE, 2, 4),
        Lines(tuple(built), CARD, 13),
        Lines(tuple(built), UNPAINTED.face, 9, 0, title),
    ]


def _at(node: str, middle: Point) -> Point:
    x, y = _PLACES[node]
    return middle[0] + x * _STEP[0], middle[1] + y * _STEP[1]


def _road(ends: tuple[str, str], middle: Point) -> Segment:
    (ax, ay), (bx, by) = _at(ends[0], middle), _at(ends[1], middle)
    dx, dy = round((bx - ax) * _SHORTER / 52), round((by - ay) * _SHORTER / 52)
    return ax + dx, ay + dy, bx - dx, by - dy


def _places(
    places: tuple[Place, ...], built: int, outline: tuple[Point, ...], right: int, middle: Point
) -> list[Shape]:
    """Draw settlements or cities with their numbers; those that are built are dark."""
    shapes: list[Shape] = []
    for at, place in enumerate(places):
        x, y = _at(place.node, middle)
        is_built = at < built
        points = tuple([(x + dx, y + dy) for dx, dy in outline])
        shapes.append(Polygon(points, UNPAINTED.face if is_built else CARD, UNPAINTED.rim, 2))
        shapes.append(Text(x + right, y + 8, str(place.points), 13, UNPAINTED.ink if is_built else PALE, bold=True))
    return shapes


def draw_boxes(state: State, seat: int, x: int, y: int) -> Group:
    """Draw the score boxes, turn by turn; a cross where nothing was built."""
    shapes: list[Shape] = []
    for at in range(BOXES):
        left, top = x + at % _PER_ROW * 48, y + at // _PER_ROW * 50
        shapes.append(Box(left, top, 44, 44, PANEL, RULE, 2, 5))
        shapes.append(Text(left + 5, top + 12, str(at + 1), 9, FAINT, "start"))
        if at < len(state.boxes[seat]):
            shapes.append(_score(left, top, state.boxes[seat][at]))
    return Group("boxes", "", tuple(shapes))


def _score(x: int, y: int, points: int) -> Shape:
    if points == CROSS:
        return Lines(((x + 12, y + 14, x + 32, y + 36), (x + 12, y + 36, x + 32, y + 14)), RED, 4, 0, str(CROSS))
    return Text(x + 22, y + 34, str(points), 19, WRITING, bold=True)
