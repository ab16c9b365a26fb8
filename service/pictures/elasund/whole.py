"""Draws a whole picture of a game of Elasund: the city on the left, the table on the right."""

from collections.abc import Sequence
from typing import Final

from domain.elasund.board import LABELS, ROWS, squares_of, wall_place
from domain.elasund.knowledge import Knowledge
from service.pictures.elasund.ground import SIDE, City, draw_ground, sea
from service.pictures.elasund.pieces import draw_standing
from service.pictures.elasund.table import draw_table, table_height
from service.pictures.palette import PAPER
from service.pictures.shapes import Box, Group, Picture, Point, Shape, part, phrase, place
from service.pictures.table_parts import WIDTH

_GAP: Final = 14


def draw_game(k: Knowledge, names: Sequence[str]) -> Picture:
    """Draw what an observer sees of a game; `names` are the players' by seat."""
    city = City(k.setting.board, _GAP, _GAP)
    height = max(city.height, table_height(k)) + 2 * _GAP
    width = city.width + WIDTH + 3 * _GAP
    frame = (_GAP, _GAP, city.width, city.height)
    board = [
        sea(_GAP, _GAP, height - 2 * _GAP),
        *draw_ground(city, k.ship),
        *draw_standing(k, city),
        _draw_places(city),
    ]
    shapes: list[Shape] = [
        Box(0, 0, width, height, PAPER),
        part("board", frame, board),
        *draw_table(k, names, city.width + 2 * _GAP, _GAP),
    ]
    return Picture(width, height, phrase("elasund", turn=k.turn), phrase("standing", points=k.points), tuple(shapes))


def _draw_places(city: City) -> Group:
    """Mark every place by the id that commands use; nothing is seen of it."""
    squares = [(square, *city.corner(square)) for square in squares_of(city.board.inside)]
    return Group(
        "places",
        "",
        (
            *[place("square", square, *_corners(x, y, SIDE, SIDE)) for square, x, y in squares],
            *[place("space", space, *_cell(city, space)) for space in city.board.wall_spaces()],
            *[place("row", LABELS[row], city.label(row), radius=24) for row in range(ROWS)],
        ),
    )


def _cell(city: City, space: int) -> tuple[Point, ...]:
    cell = city.strip(*wall_place(space, city.board.columns))
    return _corners(cell.x, cell.y, cell.across, cell.down)


def _corners(x: int, y: int, across: int, down: int) -> tuple[Point, ...]:
    return (x, y), (x + across, y), (x + across, y + down), (x, y + down)
