"""Draws a whole picture of a game of Catan: the board on the left, the table on the right."""

from collections.abc import Sequence
from typing import Final

from domain.catan import maps
from domain.catan.knowledge import Knowledge
from domain.catan.state import Public
from domain.core.masks import bits
from service.pictures.catan.ground import Ground
from service.pictures.catan.island import draw_harbors, draw_island, draw_robber, draw_sea
from service.pictures.catan.modules import art_of
from service.pictures.catan.table import draw_table, table_height
from service.pictures.palette import PAPER, paint
from service.pictures.pieces import city, digits, house, road
from service.pictures.shapes import Box, Group, Picture, Shape, part, phrase, place
from service.pictures.table_parts import WIDTH

_GAP: Final = 14
_LESS: Final = 14


def draw_game(k: Knowledge, names: Sequence[str]) -> Picture:
    """Draw what an observer sees of a game; `names` are the players' by seat."""
    ground = Ground(k.setting.board.topology)
    height = max(ground.height, table_height(k)) + 2 * _GAP
    width = ground.width + WIDTH + 3 * _GAP
    shapes: list[Shape] = [
        Box(0, 0, width, height, PAPER),
        _board(k, ground, height - 2 * _GAP),
        *draw_table(k, names, ground.width + 2 * _GAP, _GAP),
    ]
    return Picture(width, height, phrase("catan", turn=k.turn), phrase("standing", points=k.points), tuple(shapes))


def draw_island_alone(k: Knowledge) -> Picture:
    """Draw what an observer sees of the board, without the table."""
    ground = Ground(k.setting.board.topology)
    width, height = ground.width + 2 * _GAP, ground.height + 2 * _GAP
    shapes = (Box(0, 0, width, height, PAPER), _board(k, ground, ground.height))
    tiles = ground.topology.tiles
    return Picture(width, height, phrase("own_board"), phrase("own_board_tiles", count=tiles), shapes)


def _board(k: Knowledge, ground: Ground, height: int) -> Group:
    """Draw the board on a sea of some height; the part that can be shown alone has less sea around it."""
    ground.move(_GAP, _GAP)
    board = k.setting.board
    scenery = [art.scenery(k, ground) for art in art_of(k.setting)]
    shapes: list[Shape] = [
        *draw_sea(ground, height),
        *draw_island(board, ground, is_colored=maps.has_colored_numbers(k.setting.config.map)),
        *draw_harbors(board, ground),
        *[shape for lying in scenery for shape in lying.under],
        draw_robber(ground, k.robber),
        *_draw_roads(k, ground),
        *_draw_buildings(k, ground),
        *[shape for lying in scenery for shape in lying.over],
        _draw_places(ground),
    ]
    frame = (_GAP + _LESS, _GAP + _LESS, ground.width - 2 * _LESS, ground.height - 2 * _LESS)
    return part("board", frame, shapes)


_REACH: Final = 18  # of 52: how far from a node its place reaches
_SHORTER: Final = 10  # of 52: how much shorter than its edge the place of a road is at each end


def _draw_places(ground: Ground) -> Group:
    """Mark every place by the id that commands use; nothing is seen of it."""
    topology = ground.topology
    return Group(
        "places",
        "",
        (
            *[place("tile", tile, *ground.corners(tile)) for tile in range(topology.tiles)],
            *[place("edge", edge, *ground.along(edge, _SHORTER)) for edge in range(topology.edges)],
            *[place("node", node, ground.node(node), radius=_REACH) for node in range(topology.nodes)],
        ),
    )


def _draw_roads(state: Public, ground: Ground) -> list[Shape]:
    """Draw every seat's roads."""
    return [_roads(state, ground, seat) for seat in range(state.seats) if state.roads[seat]]


def _roads(state: Public, ground: Ground, seat: int) -> Group:
    look, middles, beams = paint(state.setting.colors[seat]), [], []
    for edge in bits(state.roads[seat]):
        (ax, ay), (bx, by) = ground.edge(edge)
        middles.append(((ax + bx) // 2, (ay + by) // 2))
        beams.append(road(*middles[-1], (bx - ax, by - ay)))
    title = phrase("roads", seat=seat, count=len(beams))
    return Group("roads", title, (*beams, digits(middles, look, seat)), fill=look.face)


def _draw_buildings(state: Public, ground: Ground) -> list[Shape]:
    """Draw every seat's settlements and cities."""
    return [_buildings(state, ground, seat) for seat in range(state.seats) if state.buildings(seat)]


def _buildings(state: Public, ground: Ground, seat: int) -> Group:
    look = paint(state.setting.colors[seat])
    houses, cities = bits(state.settlements[seat]), bits(state.cities[seat])
    shapes = [house(*ground.node(node), look, seat) for node in houses]
    shapes += [city(*ground.node(node), look, seat) for node in cities]
    title = phrase("buildings", seat=seat, settlements=len(houses), cities=len(cities))
    return Group("buildings", title, tuple(shapes))
