"""Draws marks of goods and terrains, distinguishable without color, each some 24 units wide around its middle."""

from collections.abc import Callable
from typing import Final

from service.pictures.palette import GOODS, INK, TIMBER
from service.pictures.shapes import Box, Circle, Curve, Lines, Polygon, Shape, Stamp, Text

_LEAF: Final = "#1f5230"
_LEAF_LIT: Final = "#357a45"
_FLEECE: Final = "#fffef8"
_FLEECE_SHADE: Final = "#cfcdbf"
_STRAW: Final = "#8a6408"
_ROCK: Final = "#4b525c"
_ROCK_LIT: Final = "#7b848f"
_SNOW: Final = "#fbfcfd"
_CACTUS: Final = "#4f7a38"


def _bricks(x: int, y: int) -> list[Shape]:
    places = ((-11, 3), (1, 3), (-5, -3), (-5, 9))
    shapes: list[Shape] = [Box(x + dx, y + dy - 5, 11, 6, "#7c3315", round=1) for dx, dy in places]
    return shapes + [Box(x + dx, y + dy - 5, 11, 3, "#b4552d", round=1) for dx, dy in places]


def _trees(x: int, y: int) -> list[Shape]:
    crowns = ((x - 6, y + 6, 6, 14), (x + 6, y + 8, 7, 19))
    trunks = Lines(tuple([(left, base, left, base + 3) for left, base, _, _ in crowns]), TIMBER, 3)
    dark: list[Shape] = [_crown(left, base, half, tall) for left, base, half, tall in crowns]
    bright = [Polygon(((at - half, base), (at, base - tall), (at, base)), _LEAF_LIT) for at, base, half, tall in crowns]
    return [trunks, *dark, *bright]


def _crown(x: int, base: int, half: int, tall: int) -> Polygon:
    return Polygon(((x - half, base), (x, base - tall), (x + half, base)), _LEAF)


def _sheep(x: int, y: int) -> list[Shape]:
    legs = Lines(((x - 5, y + 3, x - 5, y + 10), (x + 4, y + 3, x + 4, y + 10)), INK, 2)
    body = ((-12, 1), (-10, -8), (-1, -10), (7, -8), (9, 0), (6, 7), (-2, 8), (-10, 7))
    return [
        legs,
        Curve(tuple([(x + dx, y + dy) for dx, dy in body]), _FLEECE_SHADE),
        Curve(tuple([(x + dx, y + dy * 3 // 4 - 2) for dx, dy in body]), _FLEECE),
        Circle(x + 9, y - 3, 4, INK),
    ]


def _ears(x: int, y: int) -> list[Shape]:
    stalks = [(x + dx, y + 10, x + dx + lean, y - 4) for dx, lean in ((-3, -4), (0, 0), (3, 4))]
    grains = [
        Polygon(tuple([(x + dx + a, y + dy + b) for a, b in ((0, -4), (3, 0), (0, 4), (-3, 0))]), _STRAW)
        for dx, dy in ((-8, -7), (-7, -1), (0, -9), (0, -2), (8, -7), (7, -1))
    ]
    return [Lines(tuple(stalks), _STRAW, 2), *grains]


def _peaks(x: int, y: int) -> list[Shape]:
    return [
        Polygon(((x - 1, y + 9), (x + 6, y - 4), (x + 14, y + 9)), _ROCK),
        Polygon(((x - 13, y + 9), (x - 3, y - 10), (x + 7, y + 9)), _ROCK),
        Polygon(((x - 13, y + 9), (x - 3, y - 10), (x - 4, y + 9)), _ROCK_LIT),
        Polygon(((x - 7, y - 3), (x - 3, y - 10), (x + 1, y - 3), (x - 3, y - 1)), _SNOW),
    ]


def _cactus(x: int, y: int) -> list[Shape]:
    arms = (
        (x, y + 10, x, y - 9),
        (x - 7, y - 3, x - 7, y + 4),
        (x - 8, y + 3, x, y + 3),
        (x + 7, y - 6, x + 7, y + 1),
        (x + 8, y, x, y),
    )
    return [Lines(arms, _CACTUS, 4)]


def _coin(x: int, y: int) -> list[Shape]:
    return [Circle(x + 1, y + 1, 9, "#8a6408"), Circle(x, y, 9, "#fbe08a", _STRAW, 1), Circle(x, y, 5, GOODS["gold"])]


def _question(x: int, y: int) -> list[Shape]:
    return [Text(x, y + 6, "?", 18, INK, bold=True)]


_SYMBOLS: Final[dict[str, Callable[[int, int], list[Shape]]]] = {
    "brick": _bricks,
    "lumber": _trees,
    "wool": _sheep,
    "grain": _ears,
    "ore": _peaks,
    "desert": _cactus,
    "gold": _coin,
    "any": _question,
}
TERRAIN_OF: Final = {
    "brick": "hills",
    "lumber": "forest",
    "wool": "pasture",
    "grain": "fields",
    "ore": "mountains",
    "desert": "desert",
}
GOOD_OF: Final = {terrain: good for good, terrain in TERRAIN_OF.items()}


_STAMPS: Final = {good: tuple(draw(0, 0)) for good, draw in _SYMBOLS.items()}


def symbol(good: str, x: int, y: int) -> Stamp:
    """Draw the mark of a resource, of gold, of the desert, or of `any`."""
    return Stamp(f"good-{good}", x, y, _STAMPS[good])
