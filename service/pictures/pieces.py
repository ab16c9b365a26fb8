"""Draws what stands on boards: roads, settlements, cities, each with a body, a shadow and the mark of its seat.

The light comes from the upper left. A dark rim and a bright edge around each piece keep it apart from every ground.
Seats differ by color and by the form of the door, for eyes that do not tell colors apart; a page may show the number of
the seat in place of the form, which the picture holds hidden. What does not depend on the color is a stamp of its own,
below or above the body.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from service.pictures.palette import EDGE_LIGHT, INK, LIGHT, SHADE, SHADOW, Paint
from service.pictures.shapes import GIVEN, Circle, Group, Letters, Point, Polygon, Shape, Stamp

Outline = tuple[Point, ...]

_HOUSE: Final = ((-12, 11), (-12, -2), (-4, -12), (3, -15), (12, -6), (12, 7), (5, 11))
_CITY: Final = ((-17, 13), (-17, -9), (-9, -19), (-3, -22), (4, -13), (4, -5), (17, -5), (17, 9), (12, 13))
_ROAD_HALF: Final = 17  # from the middle to an end; an edge has 52
_ROAD_WIDE: Final = 5  # from the middle to a side
_SIDE: Final = 52


def house(x: int, y: int, look: Paint, seat: int) -> Stamp:
    """Draw a settlement of a seat."""
    return Stamp(f"house{seat}", x, y, _house(look, sign(-4, 4, seat, look.ink)))


def city(x: int, y: int, look: Paint, seat: int) -> Stamp:
    """Draw a city of a seat."""
    return Stamp(f"city{seat}", x, y, _city(look, sign(-10, 4, seat, look.ink)))


def bare_house(x: int, y: int, look: Paint) -> Stamp:
    """Draw a settlement on which something is written."""
    return Stamp(f"house-{look.face[1:]}", x, y, _house(look, ()))


def bare_city(x: int, y: int, look: Paint) -> Stamp:
    """Draw a city on which something is written."""
    return Stamp(f"city-{look.face[1:]}", x, y, _city(look, ()))


def road(x: int, y: int, along: Point) -> Stamp:
    """Draw a road around its middle, in the color that its group gives; `along` leads along its edge."""
    right, down = along if along > (0, 0) else (-along[0], -along[1])
    return Stamp(f"road{_named(right, down)}", x, y, _road(right, down))


def _named(right: int, down: int) -> str:
    """Return the name of a direction: a short one for those of hexes, since roads are many."""
    return _DIRECTIONS.get((right, down), f"-{right}.{down}")


_DIRECTIONS: Final = {(0, 52): "a", (45, 26): "b", (45, -26): "c", (52, 0): "d", (26, 45): "e", (26, -45): "f"}


@cache
def _house(look: Paint, door: tuple[Shape, ...]) -> tuple[Shape, ...]:
    return (
        Stamp("house", 0, 0, _HOUSE_UNDER),
        Polygon(_HOUSE, look.face),
        Stamp("house-sides", 0, 0, _HOUSE_OVER),
        *door,
    )


@cache
def _city(look: Paint, door: tuple[Shape, ...]) -> tuple[Shape, ...]:
    return (Stamp("city", 0, 0, _CITY_UNDER), Polygon(_CITY, look.face), Stamp("city-sides", 0, 0, _CITY_OVER), *door)


def under(around: Outline, *shadow: Point) -> tuple[Shape, ...]:
    """Draw what lies below a piece: its shadow, its bright edge, its rim."""
    return (Polygon(shadow, SHADOW), Polygon(around, EDGE_LIGHT, EDGE_LIGHT, 5), Polygon(around, INK, INK, 2))


_HOUSE_UNDER: Final = under(_HOUSE, (-12, 11), (12, 6), (20, 10), (10, 15), (-8, 15))
_HOUSE_OVER: Final = (
    Polygon(((-4, -12), (3, -15), (12, -6), (5, -2)), LIGHT),
    Polygon(((5, 11), (5, -2), (12, -6), (12, 7)), SHADE),
)
_CITY_UNDER: Final = under(_CITY, (-17, 13), (17, 8), (26, 12), (15, 17), (-13, 17))
_CITY_OVER: Final = (
    Polygon(((-9, -19), (-3, -22), (4, -13), (-2, -9)), LIGHT),
    Polygon(((-2, -1), (4, -5), (17, -5), (12, -1)), LIGHT),
    Polygon(((-2, 13), (-2, -9), (4, -13), (4, -5), (-1, -1), (-1, 13)), SHADE),
    Polygon(((12, 13), (12, -1), (17, -5), (17, 9)), SHADE),
)


@cache
def sign(x: int, y: int, seat: int, ink: str, size: int = 13, times: int = 1) -> tuple[Shape, ...]:
    """Draw the mark of a seat, so many times as large as on a settlement, and hidden its number (from 1) of a size."""
    digit = Letters(((x, y + size * 3 // 8),), str(seat + 1), size, ink)
    return (Group("sign", "", (*mark(x, y, seat, ink, times), digit)),)


def digits(middles: Iterable[Point], look: Paint, seat: int) -> Letters:
    """Draw the number of a seat, counted from 1, at each of some middles of roads, hidden."""
    return Letters(tuple([(x, y + 4) for x, y in middles]), str(seat + 1), 12, look.ink)


@cache
def mark(x: int, y: int, seat: int, ink: str, times: int = 1) -> tuple[Shape, ...]:
    """Draw the mark of a seat, some eight units wide: a disc for seat 0, and another form for each of the others."""
    if not seat:
        return (Circle(x, y, 4 * times, ink),)
    outline = tuple([(x + dx * times, y + dy * times) for dx, dy in MARKS[seat % len(MARKS)]])
    return (Polygon(outline, ink),)


MARKS: Final[tuple[Outline, ...]] = (
    ((-5, -4), (5, -4), (0, 5)),
    ((-4, 4), (-4, -4), (4, -4), (4, 4)),
    ((-5, 4), (0, -5), (5, 4)),
    ((0, -5), (5, 0), (0, 5), (-5, 0)),
    ((-1, -5), (1, -5), (1, -1), (5, -1), (5, 1), (1, 1), (1, 5), (-1, 5), (-1, 1), (-5, 1), (-5, -1), (-1, -1)),
    ((-2, -5), (2, -5), (2, 5), (-2, 5)),
)


@cache
def _road(right: int, down: int) -> tuple[Shape, ...]:
    """Draw a beam: its top in the light, the side that is seen below it in the shade."""
    around, top = _around(right, down), _beam(right, down, _ROAD_WIDE, -2)
    front = (top[0], top[3]) if right else (top[0], top[1])
    return (
        *under(around, *[(x + 3, y + 5) for x, y in around]),
        Polygon(around, GIVEN),
        Polygon((*front, *[(x, y + 4) for x, y in front[::-1]]), SHADE),
        Polygon(_beam(right, down, 1, -4 if right else -2), LIGHT),
    )


@cache
def _around(right: int, down: int) -> Outline:
    return _hull((*_beam(right, down, _ROAD_WIDE, -2), *_beam(right, down, _ROAD_WIDE, 2)))


def _beam(right: int, down: int, wide: int, lower: int) -> Outline:
    """Return a rectangle along an edge, moved down a little."""
    ax, ay = right * _ROAD_HALF / _SIDE, down * _ROAD_HALF / _SIDE
    wx, wy = -down * wide / _SIDE, right * wide / _SIDE
    corners = ((ax + wx, ay + wy), (ax - wx, ay - wy), (-ax - wx, -ay - wy), (-ax + wx, -ay + wy))
    return tuple([(round(x), round(y) + lower) for x, y in corners])


def _hull(points: Outline) -> Outline:
    """Return the outline around a set of points."""
    found = sorted(set(points))
    return (*_chain(found)[:-1], *_chain(found[::-1])[:-1])


def _chain(points: list[Point]) -> Outline:
    found: list[Point] = []
    for x, y in points:
        while len(found) > 1 and _turn(found[-2], found[-1], (x, y)) <= 0:
            found.pop()
        found.append((x, y))
    return tuple(found)


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
