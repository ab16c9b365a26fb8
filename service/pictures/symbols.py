"""Draws marks of goods and terrains, distinguishable without color, each some 24 units wide around its middle."""

from collections.abc import Callable
from typing import Final

from service.pictures.palette import GOODS, INK, TIMBER
from service.pictures.shapes import Box, Circle, Lines, Polygon, Shape, Stamp, Text

_DARK_BRICK: Final = "#8a3d1a"
_LEAVES: Final = "#1f4a1f"
_FLEECE: Final = "#fdfdf8"
_STRAW: Final = "#9a7510"
_ROCK: Final = "#5c636d"
_SNOW: Final = "#f4f6f8"
_CACTUS: Final = "#5f7f3a"


def _bricks(x: int, y: int) -> list[Shape]:
    return [Box(x + dx, y + dy, 10, 5, _DARK_BRICK, round=1) for dx, dy in ((-11, -3), (1, -3), (-5, -10), (-5, 4))]


def _trees(x: int, y: int) -> list[Shape]:
    crowns = ((x - 6, y + 5, 6, 13), (x + 6, y + 7, 6, 17))
    trunks = Lines(tuple([(left, base, left, base + 3) for left, base, _, _ in crowns]), TIMBER, 3)
    return [trunks, *[_crown(left, base, half, tall) for left, base, half, tall in crowns]]


def _crown(x: int, base: int, half: int, tall: int) -> Polygon:
    return Polygon(((x - half, base), (x, base - tall), (x + half, base)), _LEAVES)


def _sheep(x: int, y: int) -> list[Shape]:
    legs = Lines(((x - 4, y + 3, x - 4, y + 10), (x + 4, y + 3, x + 4, y + 10)), INK, 2)
    return [legs, *[Circle(x + dx, y, 6, _FLEECE) for dx in (-4, 3)], Circle(x + 10, y - 3, 3, INK)]


def _ears(x: int, y: int) -> list[Shape]:
    stalks = [(x + dx, y + 10, x + dx + lean, y - 6) for dx, lean in ((-4, -4), (0, 0), (4, 4))]
    grains = [
        (x + dx + side * 3, y - 7 + dy, x + dx, y - 3 + dy) for dx in (-8, 0, 8) for side in (-1, 1) for dy in (0, 4)
    ]
    return [Lines((*stalks, *grains), _STRAW, 2)]


def _peaks(x: int, y: int) -> list[Shape]:
    return [
        Polygon(((x - 13, y + 9), (x - 3, y - 9), (x + 7, y + 9)), _ROCK),
        Polygon(((x, y + 9), (x + 7, y - 3), (x + 14, y + 9)), _ROCK),
        Polygon(((x - 6, y - 4), (x - 3, y - 9), (x, y - 4), (x - 3, y - 2)), _SNOW),
    ]


def _cactus(x: int, y: int) -> list[Shape]:
    arms = (
        (x, y + 10, x, y - 9),
        (x - 7, y - 3, x - 7, y + 3),
        (x - 7, y + 3, x, y + 3),
        (x + 7, y - 6, x + 7, y),
        (x + 7, y, x, y),
    )
    return [Lines(arms, _CACTUS, 4)]


def _coin(x: int, y: int) -> list[Shape]:
    return [Circle(x, y, 9, "#fbe08a", _STRAW, 2), Circle(x, y, 4, GOODS["gold"])]


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
    return Stamp(good, x, y, _STAMPS[good])
