"""Draws the empty city: squares, trade fields, foundation, gates, wall spaces, rows and the ship."""

from typing import Final

from domain.elasund.board import COAST, FOUNDATION, LABELS, ROWS, Board, column_of, row_of, squares_of, wall_place
from domain.elasund.geometry import gate_cells
from domain.elasund.terms import NOWHERE
from service.pictures.palette import (
    CARD,
    EDGE,
    FIELD,
    FOAM,
    INK,
    PALE,
    PLOT,
    RED,
    SAND,
    SEA,
    SHADOW,
    SHALLOWS,
    STONE,
    TIMBER,
    darker,
)
from service.pictures.shapes import Box, Circle, Curve, Group, Lines, Point, Polygon, Shape, Stamp, Text, phrase

SIDE: Final = 54
WALL: Final = 36
SHORE: Final = 104  # from the left rim of the sea to the first column
_TOWER: Final = "#8a5a34"
_MILL: Final = (
    Polygon(((-6, 19), (-4, -1), (4, -1), (6, 19)), "#e6d3a8", _TOWER, 1),
    Polygon(((1, 19), (1, -1), (4, -1), (6, 19)), "#cdb583"),
    Polygon(((-5, -1), (0, -7), (5, -1)), "#9c4a27"),
    Lines(((-10, -11, 10, 9), (-10, 9, 10, -11)), _TOWER, 2),
    Lines(((-10, -8, -4, -2), (4, -5, 10, -11), (4, 3, 10, 9), (-10, 5, -4, -1)), CARD, 3),
)


class City:
    """Locates everything in the picture: `left` and `top` are the corner of the north-western square."""

    def __init__(self, board: Board, x: int, y: int) -> None:
        self.board = board
        self.left = x + SHORE
        self.top = y + WALL
        self.width = SHORE + board.columns * SIDE + WALL
        self.height = ROWS * SIDE + 2 * WALL

    def corner(self, square: int) -> Point:
        """Return the upper left corner of a square."""
        return self.left + SIDE * column_of(square), self.top + SIDE * row_of(square)

    def label(self, row: int) -> Point:
        """Return the middle of the sign with a row's dice total."""
        return self.left - 22, self.top + SIDE * row + SIDE // 2

    def strip(self, x: int, y: int) -> Box:
        """Draw a cell round the city, where walls and gates stand."""
        left = self.left + SIDE * x
        top = self.top - WALL if y < 0 else self.top + SIDE * y
        return Box(
            left,
            top,
            WALL if x == self.board.columns else SIDE,
            SIDE if 0 <= y < ROWS else WALL,
            STONE,
        )


def draw_ground(city: City, ship: int) -> list[Shape]:
    """Draw squares and what is printed on them, the rim, and the rows with the ship."""
    mills = squares_of(city.board.trade_fields & city.board.inside)
    plots = [Stamp("plots", city.left + SIDE * column, city.top, _PLOTS) for column in range(city.board.columns)]
    return [
        Group("squares", "", (_plots(city), *[_field(city, square) for square in mills], *plots)),
        Group("windmills", "", tuple([_windmills(city, square) for square in mills])),
        _foundation(city),
        Group("walls", "", tuple([_space(city, space) for space in city.board.wall_spaces()])),
        Group("gates", phrase("gates"), tuple(_gates(city))),
        Group("rows", "", (*_signs(city, ship), *[_label(city, row, row == ship) for row in range(ROWS)])),
        *([] if ship == NOWHERE else [_ship(city, ship)]),
    ]


def _plots(city: City) -> Box:
    return Box(city.left, city.top, city.board.columns * SIDE, ROWS * SIDE, PLOT)


def _field(city: City, square: int) -> Box:
    x, y = city.corner(square)
    return Box(x, y, SIDE, SIDE, FIELD)


_PLOT: Final = (
    Box(2, 2, SIDE - 4, SIDE - 4, "none", EDGE, 2, 6),
    Lines(((9, 45, 7, 40), (9, 45, 10, 39), (44, 12, 42, 7), (44, 12, 46, 7)), EDGE, 2),
)
_PLOTS: Final = tuple([Stamp("plot", 0, SIDE * row, _PLOT) for row in range(ROWS)])


def _windmills(city: City, square: int) -> Group:
    """Draw one windmill along the sea, two under the gates."""
    x, y = city.corner(square)
    middles = (27,) if COAST >> square & 1 else (15, 39)
    mills = tuple([Stamp("mill", x + dx, y + 26, _MILL) for dx in middles])
    return Group("mills", phrase("windmills", count=len(middles)), mills)


def _foundation(city: City) -> Group:
    x, y = city.corner(FOUNDATION)
    cross = ((x + 27, y + 10, x + 27, y + 44), (x + 14, y + 21, x + 40, y + 21))
    stones = Box(x + 3, y + 3, SIDE - 6, SIDE - 6, SAND, STONE, 4, 4)
    shapes = (stones, Lines(cross, CARD, 8), Lines(cross, STONE, 4))
    return Group("foundation", phrase("foundation"), shapes)


def _space(city: City, space: int) -> Box:
    cell = city.strip(*wall_place(space, city.board.columns))
    return Box(cell.x + 3, cell.y + 3, cell.across - 6, cell.down - 6, "none", STONE, 2, 4)


def _gates(city: City) -> list[Shape]:
    cells = [city.strip(x, y) for x, y in gate_cells(city.board.columns)]
    return [shape for cell in cells for shape in _gate(cell)]


def _gate(cell: Box) -> list[Shape]:
    """Draw a gate: masonry with an arch in the middle."""
    x, y = cell.x + cell.across // 2, cell.y + cell.down // 2
    arch = ((x - 8, y + 14), (x - 8, y - 14), (x + 8, y - 14), (x + 8, y + 14), (x, y + 12))
    return [
        Box(cell.x + 1, cell.y + 1, cell.across - 2, cell.down - 2, STONE, PALE, 2, 3),
        Curve(arch, darker(STONE, 0.6)),
    ]


def _signs(city: City, ship: int) -> list[Shape]:
    """Draw a disc before the first square of every row."""
    return [Stamp("here" if row == ship else "row", *city.label(row), _DISCS[row == ship]) for row in range(ROWS)]


_DISCS: Final = tuple([(Circle(1, 3, 16, SHADOW), Circle(0, 0, 16, face, INK, 1)) for face in (CARD, INK)])


def _label(city: City, row: int, is_here: bool) -> Text:
    """Draw the dice total of a row."""
    x, y = city.label(row)
    ink = CARD if is_here else RED if LABELS[row] in (6, 8) else INK
    return Text(x, y + 6, str(LABELS[row]), 16, ink, bold=True)


def _ship(city: City, row: int) -> Group:
    place = city.left - 72, city.top + SIDE * row + SIDE // 2
    return Group("ship", phrase("ship", row=LABELS[row]), (Stamp("ship", *place, _SHIP),))


_SHIP: Final = (
    Curve(((-26, 19), (-20, 14), (20, 14), (28, 19), (20, 25), (-20, 25)), SHADOW),
    Lines(((0, -25, 0, 9),), INK, 3),
    Polygon(((-2, -23), (-2, 4), (-21, 4)), CARD, INK, 2),
    Polygon(((-2, -10), (-2, 4), (-21, 4), (-12, -10)), "#d95b4a"),
    Polygon(((3, -18), (20, 4), (3, 4)), CARD, INK, 2),
    Polygon(((0, -25), (11, -22), (0, -19)), INK),
    Polygon(((-26, 7), (26, 7), (17, 20), (-17, 20)), TIMBER, INK, 2),
    Lines(((-21, 12, 21, 12),), "#a5764a", 2),
)


def sea(x: int, y: int, height: int) -> Group:
    """Draw the sea along the city, with the coast on its right."""
    waves = [Stamp("wave", x + (22 if row % 2 else 48), y + 30 + 52 * row, _WAVE) for row in range((height - 30) // 52)]
    return Group(
        "sea",
        "",
        (
            Box(x, y, SHORE, height, SEA, round=12),
            *waves,
            Box(x + SHORE - 36, y, 36, height, SHALLOWS),
            Box(x + SHORE - 18, y, 18, height, FOAM),
            Box(x + SHORE - 12, y, 12, height, SAND),
        ),
    )


_WAVE: Final = (Curve(((-13, 0), (-8, -6), (-2, 3), (4, -6), (12, 0)), "none", SHALLOWS, 2, True),)
