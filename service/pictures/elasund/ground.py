"""Draws the empty city: squares, trade fields, foundation, gates, wall spaces, rows and the ship."""

from typing import Final

from domain.elasund.board import COAST, FOUNDATION, LABELS, ROWS, Board, column_of, row_of, squares_of, wall_place
from domain.elasund.geometry import gate_cells
from domain.elasund.terms import NOWHERE
from service.pictures.palette import CARD, EDGE, FAINT, FIELD, INK, PLOT, RED, SAND, SEA, STONE, TIMBER
from service.pictures.shapes import Box, Circle, Group, Lines, Point, Polygon, Shape, Text, phrase

SIDE: Final = 54
WALL: Final = 36
SHORE: Final = 104  # from the left rim of the sea to the first column
_MILL: Final = "#8a6d3b"


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
    return [
        Group("squares", "", (_plots(city), *[_field(city, square) for square in mills], _grid(city))),
        Group("windmills", "", tuple([_windmills(city, square) for square in mills])),
        _foundation(city),
        Group("walls", "", tuple([_space(city, space) for space in city.board.wall_spaces()])),
        Group("gates", phrase("gates"), tuple(_gates(city))),
        Group("rows", "", tuple([shape for row in range(ROWS) for shape in _row(city, row, row == ship)])),
        *([] if ship == NOWHERE else [_ship(city, ship)]),
    ]


def _plots(city: City) -> Box:
    return Box(city.left, city.top, city.board.columns * SIDE, ROWS * SIDE, PLOT)


def _field(city: City, square: int) -> Box:
    x, y = city.corner(square)
    return Box(x, y, SIDE, SIDE, FIELD)


def _grid(city: City) -> Lines:
    """Draw the lines between the squares."""
    right, bottom = city.left + city.board.columns * SIDE, city.top + ROWS * SIDE
    down = [(x, city.top, x, bottom) for x in range(city.left, right + 1, SIDE)]
    across = [(city.left, y, right, y) for y in range(city.top, bottom + 1, SIDE)]
    return Lines((*down, *across), EDGE, 1)


def _windmills(city: City, square: int) -> Lines:
    """Draw one windmill along the sea, two under the gates."""
    x, y = city.corner(square)
    middles = (27,) if COAST >> square & 1 else (15, 39)
    sails = [(x + dx + a, y + 27 + b, x + dx - a, y + 27 - b) for dx in middles for a, b in ((8, 8), (8, -8))]
    posts = [(x + dx, y + 27, x + dx, y + 43) for dx in middles]
    return Lines((*sails, *posts), _MILL, 2, 0, phrase("windmills", count=len(middles)))


def _foundation(city: City) -> Group:
    x, y = city.corner(FOUNDATION)
    cross = ((x + 27, y + 10, x + 27, y + 44), (x + 14, y + 21, x + 40, y + 21))
    shapes = (Box(x + 2, y + 2, SIDE - 4, SIDE - 4, SAND, STONE, 3), Lines(cross, STONE, 4))
    return Group("foundation", phrase("foundation"), shapes)


def _space(city: City, space: int) -> Box:
    cell = city.strip(*wall_place(space, city.board.columns))
    return Box(cell.x + 2, cell.y + 2, cell.across - 4, cell.down - 4, "none", STONE, 1, 3)


def _gates(city: City) -> list[Shape]:
    cells = [city.strip(x, y) for x, y in gate_cells(city.board.columns)]
    return [Box(cell.x, cell.y, cell.across, cell.down, STONE, FAINT, 1) for cell in cells]


def _row(city: City, row: int, is_here: bool) -> list[Shape]:
    """Draw the dice total of a row, before its first square."""
    x, y = city.label(row)
    face, ink = (INK, CARD) if is_here else (CARD, RED if LABELS[row] in (6, 8) else INK)
    return [Circle(x, y, 16, face, INK, 1), Text(x, y + 6, str(LABELS[row]), 16, ink, bold=True)]


def _ship(city: City, row: int) -> Group:
    x, y = city.left - 72, city.top + SIDE * row + SIDE // 2
    hull = Polygon(((x - 24, y + 8), (x + 24, y + 8), (x + 16, y + 20), (x - 16, y + 20)), TIMBER, INK, 1)
    sail = Polygon(((x - 2, y - 22), (x - 2, y + 3), (x - 20, y + 3)), CARD, INK, 1)
    jib = Polygon(((x + 3, y - 16), (x + 19, y + 3), (x + 3, y + 3)), CARD, INK, 1)
    mast = Lines(((x, y - 24, x, y + 8),), INK, 2)
    return Group("ship", phrase("ship", row=LABELS[row]), (mast, hull, sail, jib))


def sea(x: int, y: int, height: int) -> Box:
    """Draw the sea along the city."""
    return Box(x, y, SHORE, height, SEA, round=10)
