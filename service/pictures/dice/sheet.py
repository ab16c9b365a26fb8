"""Draws one score sheet: the island with roads, settlements, cities, knights and jokers, and the score boxes."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from domain.dice.geometry import point
from domain.dice.sheet import ANY, CITIES, HEXES, NODES, ROADS, SETTLEMENTS, START_ROAD, Hex, Place
from domain.dice.state import State
from domain.dice.terms import BOXES, CROSS, SYMBOLS
from service.pictures.palette import (
    CARD,
    EDGE_LIGHT,
    FAINT,
    HONOR,
    INK,
    PALE,
    PANEL,
    RED,
    RULE,
    SAND,
    SEA,
    SHADOW,
    SHALLOWS,
    SILVER,
    TIMBER,
    UNPAINTED,
    WRITING,
    Paint,
)
from service.pictures.pieces import bare_city, bare_house, road
from service.pictures.shapes import Box, Circle, Group, Lines, Point, Polygon, Segment, Shape, Stamp, Text, phrase, word
from service.pictures.shapes import place as marked
from service.pictures.symbols import symbol
from service.pictures.terrain import hex_of

ISLAND_WIDTH: Final = 296
ISLAND_HEIGHT: Final = 306
BOXES_WIDTH: Final = 142
_STEP: Final = (26, 45)
_MIDDLE: Final = (148, 153)
_CORNERS: Final = ((52, 0), (26, 45), (-26, 45), (-52, 0), (-26, -45), (26, -45))
_SHORES: Final = ((SHALLOWS, SHALLOWS, 34), (SAND, SAND, 18))
_OPEN: Final = Paint(CARD, INK, UNPAINTED.rim)
_SHORTER: Final = 10  # of 52: how much shorter than its edge a road is at each end
_PER_ROW: Final = 3
_PLACES: Final = {node.name: point(node) for node in NODES}


def draw_island(state: State, seat: int, x: int, y: int) -> list[Shape]:
    """Draw the island of a sheet from its upper left corner."""
    middle = (x + _MIDDLE[0], y + _MIDDLE[1])
    return [
        Stamp("island", *middle, _ISLAND),
        Group("tiles", "", tuple([_tile(place, middle) for place in HEXES])),
        Stamp("plans", *middle, _PLANS),
        Group("knights", "", tuple([_knight(state, seat, place, middle) for place in HEXES])),
        Group("figures", "", tuple(_figures(state, seat, middle))),
        Group("roads", "", tuple(_roads(state, seat, middle))),
        *_places("settlements", SETTLEMENTS, state.settlements[seat], _Piece(bare_house, -4), middle),
        *_places("cities", CITIES, state.cities[seat], _Piece(bare_city, -3), middle),
        Group("places", "", tuple(_mark(middle))),
    ]


def _mark(middle: Point) -> Iterator[Shape]:
    """Mark where everything that can be built lies, by what commands call it."""
    for place in HEXES:
        x, y = _center(place, middle)
        yield marked("knight", place.knight, (x, y - 16), radius=18)
        yield marked("joker", place.knight, (x - 17, y + 6), (x + 17, y + 6), (x + 17, y + 34), (x - 17, y + 34))
    for number, way in enumerate(ROADS):
        ax, ay, bx, by = _road(way.ends, middle)
        yield marked("road", number, (ax, ay), (bx, by))
    for name, places in (("settlement", SETTLEMENTS), ("city", CITIES)):
        for site in places:
            yield marked(name, site.points, _at(site.node, middle), radius=18)


def _tile(place: Hex, middle: Point) -> Stamp:
    return hex_of(place.terrain, *_center(place, middle), _CORNERS, word(place.terrain))


def _outline(place: Hex) -> tuple[Point, ...]:
    x, y = _center(place, (0, 0))
    return tuple([(x + dx, y + dy) for dx, dy in _CORNERS])


def _center(place: Hex, middle: Point) -> Point:
    return middle[0] + 3 * place.q * _STEP[0], middle[1] + (2 * place.r + place.q) * _STEP[1]


def _knight(state: State, seat: int, place: Hex, middle: Point) -> Group:
    """Draw the disc of a knight, and below it the joker that it brings: ready, used, or not there yet."""
    x, y = _center(place, middle)
    is_built = place.knight <= state.knights[seat]
    is_used = bool(state.used[seat] >> place.knight - 1 & 1)
    good = "any" if place.joker == ANY else SYMBOLS[place.joker]
    joker = "used" if is_used else "ready" if is_built else "missing"
    shapes: list[Shape] = [
        Stamp("knight" if is_built else "no-knight", x, y - 16, _KNIGHTS[is_built]),
        Stamp(f"joker-{joker}", x, y, _JOKERS[joker]),
        symbol(good, x, y + 20),
    ]
    if is_used:
        shapes.append(Stamp("crossed", x, y, _CROSSED))
    return Group("knight", phrase(f"joker_{joker}", knight=place.knight, good=good), tuple(shapes))


def _figures(state: State, seat: int, middle: Point) -> Iterator[Text]:
    """Yield the numbers of the knights, those that are built first."""
    for place in sorted(HEXES, key=lambda place: place.knight > state.knights[seat]):
        x, y = _center(place, middle)
        ink = UNPAINTED.ink if place.knight <= state.knights[seat] else PALE
        yield Text(x, y - 10, str(place.knight), 16, ink, bold=True)


_KNIGHTS: Final = tuple(
    [(Circle(2, 3, 17, SHADOW), Circle(0, 0, 16, face, UNPAINTED.rim, 2)) for face in (CARD, UNPAINTED.face)]
)
_JOKERS: Final = {
    "ready": (Box(-17, 6, 34, 28, HONOR, TIMBER, 2, 4),),
    "used": (Box(-17, 6, 34, 28, SILVER, TIMBER, 2, 4),),
    "missing": (Box(-17, 6, 34, 28, SILVER, RULE, 2, 4),),
}
_CROSSED: Final = (Lines(((-15, 8, 15, 32), (-15, 32, 15, 8)), RED, 4),)


def _roads(state: State, seat: int, middle: Point) -> list[Shape]:
    """Draw the roads that are built."""
    built = [START_ROAD, *[place.ends for number, place in enumerate(ROADS) if state.roads[seat] >> number & 1]]
    beams = tuple([_beam(ends, middle) for ends in built])
    return [Group("beams", phrase("built_roads", count=len(built) - 1), beams, fill=UNPAINTED.face)]


def _beam(ends: tuple[str, str], middle: Point) -> Stamp:
    (ax, ay), (bx, by) = _at(ends[0], middle), _at(ends[1], middle)
    return road((ax + bx) // 2, (ay + by) // 2, (bx - ax, by - ay))


def _at(node: str, middle: Point) -> Point:
    x, y = _PLACES[node]
    return middle[0] + x * _STEP[0], middle[1] + y * _STEP[1]


def _road(ends: tuple[str, str], middle: Point) -> Segment:
    (ax, ay), (bx, by) = _at(ends[0], middle), _at(ends[1], middle)
    dx, dy = round((bx - ax) * _SHORTER / 52), round((by - ay) * _SHORTER / 52)
    return ax + dx, ay + dy, bx - dx, by - dy


class _Piece(NamedTuple):
    """Says how a settlement or city is drawn, and how far right of its middle its number stands."""

    draw: Callable[[int, int, Paint], Stamp]
    right: int


def _places(kind: str, places: tuple[Place, ...], built: int, piece: _Piece, middle: Point) -> list[Shape]:
    """Draw settlements or cities with their numbers; those that are built are dark."""
    looks = [UNPAINTED if at < built else _OPEN for at in range(len(places))]
    spots = [_at(place.node, middle) for place in places]
    pieces = [piece.draw(*spot, look) for spot, look in zip(spots, looks, strict=True)]
    numbers = [
        Text(x + piece.right, y + 9, str(place.points), 13, look.ink, bold=True)
        for place, (x, y), look in zip(places, spots, looks, strict=True)
    ]
    return [Group(kind, "", (*pieces, *numbers))]


def draw_boxes(state: State, seat: int, x: int, y: int) -> Group:
    """Draw the score boxes, turn by turn; a cross where nothing was built."""
    marks = [_score(*_box(at, x, y), points) for at, points in enumerate(state.boxes[seat])]
    marks.sort(key=lambda mark: isinstance(mark, Text))
    return Group("boxes", "", (Stamp("boxes", x, y, _BOXES), *marks))


def _box(at: int, x: int, y: int) -> Point:
    return x + at % _PER_ROW * 48, y + at // _PER_ROW * 50


_BOXES: Final[tuple[Shape, ...]] = (
    *[Box(*_box(at, 0, 0), 44, 44, PANEL, RULE, 2, 5) for at in range(BOXES)],
    *[
        Text(x + 5, y + 12, str(at + 1), 9, FAINT, "start")
        for at, (x, y) in enumerate([_box(at, 0, 0) for at in range(BOXES)])
    ],
)


def _score(x: int, y: int, points: int) -> Shape:
    if points == CROSS:
        return Lines(((x + 12, y + 14, x + 32, y + 36), (x + 12, y + 36, x + 32, y + 14)), RED, 4, 0, str(CROSS))
    return Text(x + 22, y + 34, str(points), 19, WRITING, bold=True)


_ISLAND: Final[tuple[Shape, ...]] = (
    Box(-_MIDDLE[0], -_MIDDLE[1], ISLAND_WIDTH, ISLAND_HEIGHT, SEA, round=10),
    *[Polygon(_outline(place), *shore) for shore in _SHORES for place in HEXES],
)
_PLANS: Final = tuple(
    [Lines(tuple([_road(place.ends, (0, 0)) for place in ROADS]), *look) for look in ((EDGE_LIGHT, 10), (PALE, 2, 4))]
)
