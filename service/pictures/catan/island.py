"""Draws the island: tiles with terrain and number, harbors, the robber."""

from functools import cache
from typing import Final

from domain.catan.board import Board
from domain.catan.terms import DESERT, GENERIC, HARBORS, TERRAINS
from service.pictures.catan.ground import Ground
from service.pictures.palette import CARD, DISCS, GOODS, INK, RED, SAND, TIMBER
from service.pictures.shapes import Box, Circle, Group, Lines, Polygon, Said, Shape, Stamp, Text, phrase, word
from service.pictures.symbols import GOOD_OF, symbol

_CREAM: Final = "#fbf3dc"
_RED_NUMBERS: Final = (6, 8)
_SYMBOL_UP: Final = 26
_TOKEN_DOWN: Final = 11
_TOKEN: Final = 17


def draw_island(board: Board, ground: Ground, *, is_colored: bool = False) -> list[Shape]:
    """Draw beach, tiles, marks of the terrain, and number tokens, which may have the color of what a tile yields."""
    tiles = range(board.topology.tiles)
    beach = [Polygon(ground.corners(tile), SAND, SAND, 22) for tile in tiles]
    land = [_tile(board, ground, tile) for tile in tiles]
    marks = [_mark(board, ground, tile) for tile in tiles]
    tokens = [_token(board, ground, tile, is_colored) for tile in tiles if board.tokens[tile]]
    return [
        Group("beach", "", tuple(beach)),
        Group("tiles", "", tuple(land)),
        Group("terrain", "", tuple(marks)),
        Group("numbers", "", tuple(tokens)),
    ]


def _good(board: Board, tile: int) -> str:
    return GOOD_OF[TERRAINS[board.terrain[tile]]]


def _tile(board: Board, ground: Ground, tile: int) -> Polygon:
    return Polygon(ground.corners(tile), GOODS[_good(board, tile)], _CREAM, 3, _title(board, tile))


def _title(board: Board, tile: int) -> Said:
    terrain, token = TERRAINS[board.terrain[tile]], board.tokens[tile]
    return phrase("tile", terrain=terrain, token=token) if token else word(terrain)


def _mark(board: Board, ground: Ground, tile: int) -> Stamp:
    x, y = ground.tile(tile)
    return symbol(_good(board, tile), x, y if board.terrain[tile] == DESERT else y - _SYMBOL_UP)


def _token(board: Board, ground: Ground, tile: int, is_colored: bool) -> Stamp:
    number, (x, y) = board.tokens[tile], ground.tile(tile)
    if is_colored:
        good = _good(board, tile)
        return Stamp(f"number-{number}-{good}", x, y + _TOKEN_DOWN, _color(number, good))
    return Stamp(f"number-{number}", x, y + _TOKEN_DOWN, _NUMBERS[number])


def _number(number: int) -> tuple[Shape, ...]:
    """Draw a number and under it as many pips as there are ways to roll it."""
    return _disc(number, RED if number in _RED_NUMBERS else INK, Circle(0, 0, _TOKEN, _CREAM, TIMBER, 1))


@cache
def _color(number: int, good: str) -> tuple[Shape, ...]:
    """Draw a number on a disc in the color of what its tile yields; what is rolled most often has a red rim."""
    face, ink, rim = DISCS[good]
    is_red = number in _RED_NUMBERS
    return _disc(number, ink, Circle(0, 0, _TOKEN, face, RED if is_red else rim, 3 if is_red else 1))


def _disc(number: int, color: str, disc: Circle) -> tuple[Shape, ...]:
    ways = 6 - abs(7 - number)
    first = -3 * (ways - 1)
    pips = tuple([(first + 6 * n - 2, 11, first + 6 * n + 2, 11) for n in range(ways)])
    return (
        disc,
        Text(0, 6, str(number), 18 if number in _RED_NUMBERS else 16, color, bold=True),
        Lines(pips, color, 4),
    )


_NUMBERS: Final = {number: _number(number) for number in range(2, 13)}


def draw_harbors(board: Board, ground: Ground) -> list[Shape]:
    """Draw every harbor off its edge, with piers to the two nodes that use it."""
    shapes: list[Shape] = []
    for edge, kind in zip(board.harbor_edges, board.harbor_kinds, strict=True):
        shapes += harbor(ground, edge, kind, 42)
    return [Group("harbors", "", tuple(shapes))] if shapes else []


def harbor(ground: Ground, edge: int, kind: int, away: int) -> list[Shape]:
    """Draw a harbor or document of a kind beside an edge: its mark and its rate, joined to the ends of the edge."""
    x, y = ground.beside(edge, away)
    piers = tuple([(x, y, end_x, end_y) for end_x, end_y in ground.edge(edge)])
    return [Lines(piers, TIMBER, 3, 4), *rate_sign(x, y, kind)]


def rate_sign(x: int, y: int, kind: int) -> list[Shape]:
    """Draw the mark of a harbor's good above its rate."""
    if kind == GENERIC:
        return small_sign(x, y, kind, 17)
    plate = Box(x - 15, y + 11, 30, 15, CARD, INK, 1, 4)
    return [*small_sign(x, y, kind, 17), plate, Text(x, y + 23, "2:1", 12, INK, bold=True)]


def small_sign(x: int, y: int, kind: int, radius: int) -> list[Shape]:
    """Draw the mark of a harbor's good, or the rate that it has for all of them."""
    rate = "3:1" if kind == GENERIC else "2:1"
    disc = Circle(x, y, radius, GOODS[HARBORS[kind]], INK, 1, phrase("harbor", rate=rate, good=HARBORS[kind]))
    return [disc, Text(x, y + 4, rate, 12, INK, bold=True)] if kind == GENERIC else [disc, symbol(HARBORS[kind], x, y)]


def draw_robber(ground: Ground, tile: int) -> Group:
    """Draw the robber to the left of the number of its tile."""
    x, y = ground.tile(tile)
    x, y = x - 28, y + _TOKEN_DOWN
    body = Polygon(((x - 9, y + 18), (x - 5, y - 4), (x + 5, y - 4), (x + 9, y + 18)), "#3b3a3a", CARD, 1)
    return Group("robber", phrase("robber", tile=tile), (body, Circle(x, y - 9, 7, "#3b3a3a", CARD, 1)))
