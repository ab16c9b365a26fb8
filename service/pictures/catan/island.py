"""Draws the island: tiles with terrain and number, harbors, the robber."""

from functools import cache
from math import hypot
from typing import Final

from domain.catan.board import Board
from domain.catan.terms import GENERIC, HARBORS, TERRAINS
from service.pictures.catan.ground import Ground
from service.pictures.palette import (
    CARD,
    DISCS,
    EDGE_LIGHT,
    FOAM,
    GOODS,
    INK,
    RED,
    SAND,
    SEA,
    SHADOW,
    SHALLOWS,
    TIMBER,
    brighter,
)
from service.pictures.shapes import (
    Box,
    Circle,
    Curve,
    Group,
    Lines,
    Polygon,
    Said,
    Shape,
    Stamp,
    Text,
    phrase,
    word,
)
from service.pictures.symbols import GOOD_OF, symbol
from service.pictures.terrain import hex_of

_CREAM: Final = "#fbf3dc"
_RED_NUMBERS: Final = (6, 8)
_TOKEN_DOWN: Final = 11
_TOKEN: Final = 17
HARBOR_AWAY: Final = 42
HARBOR_RADIUS: Final = 17


def draw_sea(ground: Ground, height: int) -> list[Shape]:
    """Draw the sea around the board from its upper left corner, with waves, shallows, foam and beach."""
    left, top = ground.corner()
    coasts = ground.coasts()
    return [
        Box(left, top, ground.width, height, SEA, round=14),
        Group("waves", "", tuple(_waves(ground))),
        Group(
            "beach",
            "",
            (
                *[Curve(coast, SHALLOWS, SHALLOWS, 66) for coast in coasts],
                *[Polygon(coast, FOAM, FOAM, 36) for coast in coasts],
                *[Polygon(coast, SAND, SAND, 24) for coast in coasts],
            ),
        ),
    ]


_WAVES_APART: Final = (168, 92)
_NEAR: Final = 98
_MOST_WAVES: Final = 12


def _waves(ground: Ground) -> list[Stamp]:
    """Return some waves in rows, where no land is near."""
    left, top = ground.corner()
    middles = [ground.tile(tile) for tile in range(ground.topology.tiles)]
    right, down = _WAVES_APART
    places = [
        (x, y)
        for row, y in enumerate(range(top + 26, top + ground.height - 16, down))
        for x in range(left + 30 + row % 2 * right // 2, left + ground.width - 20, right)
        if all(hypot(x - at_x, y - at_y) > _NEAR for at_x, at_y in middles)
    ]
    return [Stamp("wave", x, y, _WAVE) for x, y in places[:: len(places) // _MOST_WAVES + 1]]


_WAVE: Final = (
    Curve(((-13, 0), (-8, -6), (-2, 3), (4, -6), (12, 0)), "none", SHALLOWS, 2, True),
    Curve(((-4, 6), (1, 1), (7, 8), (12, 2), (16, 5)), "none", SHALLOWS, 2, True),
)


def draw_island(board: Board, ground: Ground, *, is_colored: bool = False) -> list[Shape]:
    """Draw tiles with their terrain, and number tokens, which may have the color of what a tile yields."""
    tiles = range(board.topology.tiles)
    tokens = [_token(board, ground, tile, is_colored) for tile in tiles if board.tokens[tile]]
    return [
        Group("tiles", "", tuple([_tile(board, ground, tile) for tile in tiles])),
        Group("numbers", "", tuple(tokens)),
    ]


def _good(board: Board, tile: int) -> str:
    return GOOD_OF[TERRAINS[board.terrain[tile]]]


def _tile(board: Board, ground: Ground, tile: int) -> Stamp:
    return hex_of(TERRAINS[board.terrain[tile]], *ground.tile(tile), ground.around, _title(board, tile))


def _title(board: Board, tile: int) -> Said:
    terrain, token = TERRAINS[board.terrain[tile]], board.tokens[tile]
    return phrase("tile", terrain=terrain, token=token) if token else word(terrain)


def _token(board: Board, ground: Ground, tile: int, is_colored: bool) -> Stamp:
    """Draw the number of a tile on a disc, which may have the color of what the tile yields."""
    number, (x, y) = board.tokens[tile], ground.tile(tile)
    good = _good(board, tile) if is_colored else ""
    return Stamp(f"token{number}{good}", x, y + _TOKEN_DOWN, _number_on_disc(number, good))


@cache
def _number_on_disc(number: int, good: str) -> tuple[Shape, ...]:
    is_red = number in _RED_NUMBERS
    if not good:
        ink = RED if is_red else INK
        return (Stamp("disc", 0, 0, _DISC), *_number(number, ink))
    ink = DISCS[good].ink
    disc = Stamp(f"disc-{good}{'-red' if is_red else ''}", 0, 0, _color(good, is_red))
    return disc, Stamp(f"number{number}-{ink[1:]}", 0, 0, _number(number, ink))


_DISC: Final = (Circle(2, 3, _TOKEN, SHADOW), Circle(0, 0, _TOKEN, _CREAM, TIMBER, 1))


@cache
def _color(good: str, is_red: bool) -> tuple[Shape, ...]:
    """Draw a disc in the color of what its tile yields; that of what is rolled most often has a red rim."""
    face, _, rim = DISCS[good]
    return (Circle(2, 3, _TOKEN, SHADOW), Circle(0, 0, _TOKEN, face, RED if is_red else rim, 3 if is_red else 1))


@cache
def _number(number: int, ink: str) -> tuple[Shape, ...]:
    """Draw a number and under it as many pips as there are ways to roll it."""
    ways = 6 - abs(7 - number)
    first = -3 * (ways - 1)
    pips = tuple([(first + 6 * n - 2, 11, first + 6 * n + 2, 11) for n in range(ways)])
    size = 18 if number in _RED_NUMBERS else 16
    return (Text(0, 6, str(number), size, ink, bold=True), Lines(pips, ink, 4))


def draw_harbors(board: Board, ground: Ground) -> list[Shape]:
    """Draw every harbor off its edge, with piers to the two nodes that use it."""
    places = list(zip(board.harbor_edges, board.harbor_kinds, strict=True))
    piers = tuple([(*ground.beside(edge, HARBOR_AWAY), *end) for edge, _ in places for end in ground.edge(edge)])
    signs = [rate_sign(*ground.beside(edge, HARBOR_AWAY), kind) for edge, kind in places]
    return [Group("harbors", "", (Lines(piers, TIMBER, 7), Lines(piers, _PLANK, 5, 3), *signs))] if places else []


_PLANK: Final = "#c79a63"


def rate_sign(x: int, y: int, kind: int) -> Stamp:
    """Draw the sign of a harbor or document: the mark of its good above its rate."""
    rate = "3:1" if kind == GENERIC else "2:1"
    title = phrase("harbor", rate=rate, good=HARBORS[kind])
    return Stamp(f"harbor-{HARBORS[kind]}", x, y, _harbor(kind), title)


_RATE: Final = (Box(-15, 11, 30, 15, CARD, INK, 1, 4), Text(0, 23, "2:1", 12, INK, bold=True))


@cache
def _harbor(kind: int) -> tuple[Shape, ...]:
    if kind == GENERIC:
        return _sign(kind, HARBOR_RADIUS)
    return (*_sign(kind, HARBOR_RADIUS), Stamp("rate", 0, 0, _RATE))


def small_sign(x: int, y: int, kind: int, radius: int) -> Stamp:
    """Draw the mark of a harbor's good, or the rate that it has for all of them."""
    title = phrase("harbor", rate="3:1" if kind == GENERIC else "2:1", good=HARBORS[kind])
    return Stamp(f"sign-{HARBORS[kind]}-{radius}", x, y, _sign(kind, radius), title)


@cache
def _sign(kind: int, radius: int) -> tuple[Shape, ...]:
    shadow, disc = Circle(2, 3, radius, SHADOW), Circle(0, 0, radius, brighter(GOODS[HARBORS[kind]]), INK, 1)
    if kind == GENERIC:
        return (shadow, disc, Text(0, 4, "3:1", 12, INK, bold=True))
    return (shadow, disc, symbol(HARBORS[kind], 0, 0))


def draw_robber(ground: Ground, tile: int) -> Group:
    """Draw the robber to the left of the number of its tile."""
    x, y = ground.tile(tile)
    return Group("robber", phrase("robber", tile=tile), (Stamp("robber", x - 28, y + _TOKEN_DOWN, _ROBBER),))


_ROBBER_AROUND: Final = (
    (-10, 18),
    (-9, 8),
    (-3, 2),
    (-7, -5),
    (-7, -12),
    (0, -17),
    (7, -12),
    (7, -5),
    (3, 2),
    (9, 8),
    (10, 18),
)
_ROBBER: Final = (
    Curve(((-8, 14), (12, 12), (24, 17), (12, 22), (-6, 22)), SHADOW),
    Polygon(_ROBBER_AROUND, EDGE_LIGHT, EDGE_LIGHT, 4),
    Curve(((-11, 20), (-11, 12), (-6, 1), (0, -4), (6, 1), (11, 12), (11, 20)), "#2d2b2b"),
    Circle(0, -9, 7, "#2d2b2b"),
    Curve(((-9, 18), (-8, 10), (-4, 1), (-1, -1), (-4, 16)), "#6a6767"),
    Circle(-2, -11, 3, "#6a6767"),
)
