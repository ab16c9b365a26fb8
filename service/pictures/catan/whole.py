"""Draws a whole picture of a game of Catan: the board on the left, the table on the right."""

from collections.abc import Sequence
from typing import Final

from domain.catan.view import Knowledge
from service.pictures.catan.ground import Ground
from service.pictures.catan.island import draw_harbors, draw_island, draw_robber
from service.pictures.catan.modules.registry import art_of
from service.pictures.catan.pieces import draw_buildings, draw_roads
from service.pictures.catan.table import draw_table, table_height
from service.pictures.palette import PAPER, SEA
from service.pictures.shapes import Box, Group, Picture, Shape, phrase
from service.pictures.table_parts import WIDTH

_GAP: Final = 14


def draw_game(k: Knowledge, names: Sequence[str]) -> Picture:
    """Draw what an observer sees of a game; `names` are the players' by seat."""
    ground = Ground(k.setting.board.topology)
    height = max(ground.height, table_height(k)) + 2 * _GAP
    width = ground.width + WIDTH + 3 * _GAP
    shapes: list[Shape] = [
        Box(0, 0, width, height, PAPER),
        Box(_GAP, _GAP, ground.width, height - 2 * _GAP, SEA, round=14),
        _board(k, ground, _GAP, _GAP),
        *draw_table(k, names, ground.width + 2 * _GAP, _GAP),
    ]
    return Picture(width, height, phrase("catan", turn=k.turn), phrase("standing", points=k.points), tuple(shapes))


def _board(k: Knowledge, ground: Ground, x: int, y: int) -> Group:
    """Draw the board moved to its place."""
    ground.move(x, y)
    board = k.setting.board
    scenery = [art.scenery(k, ground) for art in art_of(k.setting)]
    shapes: list[Shape] = [
        *draw_island(board, ground),
        *draw_harbors(board, ground),
        *[shape for part in scenery for shape in part.under],
        draw_robber(ground, k.robber),
        *draw_roads(k, ground),
        *draw_buildings(k, ground),
        *[shape for part in scenery for shape in part.over],
    ]
    return Group("board", "", tuple(shapes))
