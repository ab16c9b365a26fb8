"""Draws a whole picture of a game of Catan: the board on the left, the table on the right."""

from collections.abc import Sequence
from typing import Final

from domain.catan import maps
from domain.catan.view import Knowledge
from service.pictures.catan.ground import Ground
from service.pictures.catan.island import draw_harbors, draw_island, draw_robber
from service.pictures.catan.modules.registry import art_of
from service.pictures.catan.pieces import draw_buildings, draw_roads
from service.pictures.catan.places import draw_places
from service.pictures.catan.table import draw_table, table_height
from service.pictures.palette import PAPER, SEA
from service.pictures.shapes import Box, Group, Picture, Shape, part, phrase
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


def _board(k: Knowledge, ground: Ground, height: int) -> Group:
    """Draw the board on a sea of some height; the part that can be shown alone has less sea around it."""
    ground.move(_GAP, _GAP)
    board = k.setting.board
    scenery = [art.scenery(k, ground) for art in art_of(k.setting)]
    shapes: list[Shape] = [
        Box(_GAP, _GAP, ground.width, height, SEA, round=14),
        *draw_island(board, ground, is_colored=maps.has_colored_numbers(k.setting.config.map)),
        *draw_harbors(board, ground),
        *[shape for lying in scenery for shape in lying.under],
        draw_robber(ground, k.robber),
        *draw_roads(k, ground),
        *draw_buildings(k, ground),
        *[shape for lying in scenery for shape in lying.over],
        draw_places(ground),
    ]
    frame = (_GAP + _LESS, _GAP + _LESS, ground.width - 2 * _LESS, ground.height - 2 * _LESS)
    return part("board", frame, shapes)
