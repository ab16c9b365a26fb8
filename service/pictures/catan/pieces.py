"""Draws roads, settlements and cities, each with the number of its seat."""

from typing import Final

from domain.catan.state import Public
from domain.core.masks import bits
from service.pictures.catan.ground import Ground
from service.pictures.palette import Paint, paint
from service.pictures.shapes import Group, Lines, Point, Polygon, Shape, Text, phrase

_HOUSE: Final = ((-11, 11), (-11, -3), (0, -13), (11, -3), (11, 11))
_CITY: Final = ((-16, 13), (-16, -7), (-7, -17), (2, -7), (2, -2), (16, -2), (16, 13))
_SHRINK: Final = 8  # of 52: how much shorter than its edge a road is at each end


def draw_roads(state: Public, ground: Ground) -> list[Shape]:
    """Draw every seat's roads."""
    return [_roads(state, ground, seat) for seat in range(state.seats) if state.roads[seat]]


def _roads(state: Public, ground: Ground, seat: int) -> Group:
    look = paint(state.setting.colors[seat])
    edges = bits(state.roads[seat])
    segments = tuple([(*a, *b) for a, b in [ground.along(edge, _SHRINK) for edge in edges]])
    shapes: list[Shape] = [Lines(segments, look.rim, 15), Lines(segments, look.face, 11)]
    for edge in edges:
        x, y = ground.middle(edge)
        shapes.append(Text(x, y + 4, str(seat), 11, look.ink, bold=True))
    return Group("roads", phrase("roads", seat=seat, count=len(edges)), tuple(shapes))


def draw_buildings(state: Public, ground: Ground) -> list[Shape]:
    """Draw every seat's settlements and cities."""
    return [_buildings(state, ground, seat) for seat in range(state.seats) if state.buildings(seat)]


def _buildings(state: Public, ground: Ground, seat: int) -> Group:
    look = paint(state.setting.colors[seat])
    houses, cities = bits(state.settlements[seat]), bits(state.cities[seat])
    shapes = [_building(ground.node(node), _HOUSE, look) for node in houses]
    shapes += [_building(ground.node(node), _CITY, look) for node in cities]
    numbers = [_number(ground.node(node), seat, look, 0) for node in houses]
    numbers += [_number(ground.node(node), seat, look, -3) for node in cities]
    title = phrase("buildings", seat=seat, settlements=len(houses), cities=len(cities))
    return Group("buildings", title, (*shapes, *numbers))


def _building(place: Point, outline: tuple[Point, ...], look: Paint) -> Polygon:
    return Polygon(tuple([(place[0] + dx, place[1] + dy) for dx, dy in outline]), look.face, look.rim, 2)


def _number(place: Point, seat: int, look: Paint, right: int) -> Text:
    return Text(place[0] + right, place[1] + 8, str(seat), 14, look.ink, bold=True)
