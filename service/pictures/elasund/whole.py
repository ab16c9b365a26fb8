"""Draws a whole picture of a game of Elasund: the city on the left, the table on the right."""

from collections.abc import Sequence
from typing import Final

from domain.elasund.view import Knowledge
from service.pictures.elasund.ground import City, draw_ground, sea
from service.pictures.elasund.places import draw_places
from service.pictures.elasund.standing import draw_standing
from service.pictures.elasund.table import draw_table, table_height
from service.pictures.palette import PAPER
from service.pictures.shapes import Box, Picture, Shape, part, phrase
from service.pictures.table_parts import WIDTH

_GAP: Final = 14


def draw_game(k: Knowledge, names: Sequence[str]) -> Picture:
    """Draw what an observer sees of a game; `names` are the players' by seat."""
    city = City(k.setting.board, _GAP, _GAP)
    height = max(city.height, table_height(k)) + 2 * _GAP
    width = city.width + WIDTH + 3 * _GAP
    frame = (_GAP, _GAP, city.width, city.height)
    board = [sea(_GAP, _GAP, height - 2 * _GAP), *draw_ground(city, k.ship), *draw_standing(k, city), draw_places(city)]
    shapes: list[Shape] = [
        Box(0, 0, width, height, PAPER),
        part("board", frame, board),
        *draw_table(k, names, city.width + 2 * _GAP, _GAP),
    ]
    return Picture(width, height, phrase("elasund", turn=k.turn), phrase("standing", points=k.points), tuple(shapes))
