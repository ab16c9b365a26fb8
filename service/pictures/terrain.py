"""Draws the ground of hexes: every terrain has its own, with room for a number below its middle.

What stands on it lies around the middle (0, 0) and within 44 units of it, so that it fits hexes with a flat top and
those with a pointed one.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from service.pictures.palette import GOODS, TIMBER, brighter, darker
from service.pictures.shapes import Box, Circle, Curve, Lines, Point, Polygon, Said, Shape, Stamp
from service.pictures.symbols import GOOD_OF

Outline = tuple[Point, ...]
_RIM: Final = "#f7ebcd"
_STONE: Final = "#707986"
_SNOW: Final = "#fbfcfd"
_LEAF: Final = "#2a6236"
_LEAF_LIT: Final = "#3f8148"
_CACTUS: Final = "#557a3b"
_INK: Final = "#3a322b"


@cache
def ground(terrain: str, corners: Outline) -> tuple[Shape, ...]:
    """Draw a hex with these corners around (0, 0), and what grows or lies on it."""
    base = GOODS[GOOD_OF[terrain]]
    inner = tuple([(round(x * 0.9), round(y * 0.9)) for x, y in corners])
    return (Polygon(corners, darker(base, 0.13), _RIM, 3), Polygon(inner, base), *_GROUNDS[terrain]())


def hex_of(terrain: str, x: int, y: int, corners: Outline, title: Said) -> Stamp:
    """Draw a hex of a terrain around its middle."""
    return Stamp(terrain, x, y, ground(terrain, corners), title)


def _forest() -> Iterator[Shape]:
    base = GOODS["lumber"]
    yield Curve(((-40, -8), (-20, -36), (22, -38), (42, -10), (20, -4), (-16, -8)), darker(base, 0.18))
    yield Curve(((-40, 12), (-24, 4), (-14, 28), (4, 36), (-10, 42), (-32, 26)), brighter(base, 0.14))
    for x, y in ((0, -27), (-25, -17), (25, -18), (-14, -9), (14, -9)):
        yield Stamp("firs", x, y, _FIRS)
    for x, y in ((-34, 6), (34, 4), (-27, 21), (27, 20), (-12, 33), (12, 33)):
        yield Stamp("oak", x, y, _OAK)


_FIRS: Final = (
    Lines(((-4, 3, -4, 6), (5, 6, 5, 9)), TIMBER, 3),
    Polygon(((-12, 3), (-5, -15), (2, 3)), _LEAF),
    Polygon(((-12, 3), (-5, -15), (-5, 2)), _LEAF_LIT),
    Polygon(((-2, 7), (5, -11), (12, 7)), _LEAF),
    Polygon(((-2, 7), (5, -11), (5, 6)), _LEAF_LIT),
)
_OAK: Final = (
    Lines(((0, 3, 0, 8),), TIMBER, 3),
    Circle(0, -2, 7, _LEAF),
    Circle(-2, -4, 4, "#57995a"),
)


def _fields() -> Iterator[Shape]:
    base = GOODS["grain"]
    yield Curve(((-38, -2), (-18, -14), (18, -2), (38, -14), (38, -28), (0, -44), (-38, -26)), brighter(base, 0.3))
    yield Curve(((-38, 28), (-20, 16), (20, 24), (38, 16), (30, 32), (0, 44), (-28, 36)), darker(base, 0.12))
    furrow = darker(base, 0.28)
    for y, half in ((0, 40), (12, 38), (24, 32)):
        yield Curve(((-half, y), (-16, y - 8), (14, y + 6), (half, y - 5)), "none", furrow, 2, True)
    for x, y in ((-19, -17), (19, -18), (0, -30), (-29, 12), (29, 11), (-12, 31), (13, 31)):
        yield Stamp("ears", x, y, _EARS)


_EARS: Final = (
    Lines(((-6, 9, -6, -1), (6, 7, 6, -3)), "#a3761a", 2),
    Polygon(((-6, -11), (-3, -6), (-6, -2), (-9, -6)), "#b98416"),
    Polygon(((-7, -1), (-12, -6), (-11, 1), (-6, 4)), "#c8931f"),
    Polygon(((-5, -1), (0, -6), (-1, 1), (-6, 4)), "#96690f"),
    Polygon(((6, -13), (9, -8), (6, -4), (3, -8)), "#b98416"),
    Polygon(((5, -3), (0, -8), (1, -1), (6, 2)), "#c8931f"),
    Polygon(((7, -3), (12, -8), (11, -1), (6, 2)), "#96690f"),
)


def _pasture() -> Iterator[Shape]:
    base = GOODS["wool"]
    yield Curve(((-38, -4), (-30, -28), (4, -40), (20, -14), (-10, -2), (-26, 4)), brighter(base, 0.25))
    yield Curve(((0, 42), (8, 26), (30, 6), (40, 8), (34, 28), (14, 42)), darker(base, 0.12))
    tufts = ((-36, -6), (0, -20), (33, -18), (-18, 34), (20, 33), (38, 0))
    blades = [(x, y, x + lean, y - 5) for x, y in tufts for lean in (-3, 0, 3)]
    yield Lines(tuple(blades), darker(base, 0.4), 1)
    for x, y in ((-20, -20), (15, -27), (-31, 15), (30, 12)):
        yield Stamp("sheep", x, y, _SHEEP)


_SHEEP: Final = (
    Lines(((-5, 4, -5, 9), (4, 4, 4, 9)), _INK, 2),
    Curve(((-12, 0), (-10, -8), (-1, -10), (7, -8), (9, 0), (7, 6), (-2, 8), (-10, 6)), "#d8d6cb"),
    Curve(((-12, -1), (-10, -9), (-1, -11), (7, -9), (8, -2), (4, 3), (-4, 4), (-10, 4)), "#fffef8"),
    Circle(9, -3, 4, _INK),
)


def _hills() -> Iterator[Shape]:
    for x, y in ((-16, -3), (18, -4), (0, 4)):
        yield Stamp("mound", x, y, _MOUND)
    for x, y in ((-29, 24), (29, 23), (0, 42)):
        yield Stamp("hillock", x, y, _HILLOCK)
    for x, y in ((-20, -12), (17, -12), (-30, 17), (29, 17)):
        yield Stamp("clay", x, y, _CLAY)


def _dome(half: int, tall: int, fill: str) -> Curve:
    out = half // 2
    return Curve(((-half, 3), (-out, -tall), (out, -tall), (half, 3), (0, 5)), fill)


_MOUND: Final = (_dome(28, 31, darker(GOODS["brick"], 0.22)), _dome(21, 24, brighter(GOODS["brick"], 0.12)))
_HILLOCK: Final = (_dome(19, 18, darker(GOODS["brick"], 0.22)), _dome(14, 13, brighter(GOODS["brick"], 0.12)))
_CLAY: Final = (
    Box(-9, 1, 8, 5, "#8c3f20", round=1),
    Box(1, 1, 8, 5, "#8c3f20", round=1),
    Box(-4, -5, 8, 5, "#a64d28", round=1),
)


def _mountains() -> Iterator[Shape]:
    base = GOODS["ore"]
    yield Curve(((-40, 8), (-20, -10), (20, -10), (40, 8), (28, 34), (0, 44), (-28, 34)), brighter(base, 0.2))
    for x, y in ((-20, 2), (21, 1), (0, -4)):
        yield Stamp("peak", x, y, _PEAK)
    for x, y in ((-31, 25), (31, 24), (-10, 41), (11, 41)):
        yield Stamp("crag", x, y, _CRAG)


def _peak(half: int, tall: int) -> tuple[Shape, ...]:
    snow = tall // 3
    wide = half * snow // tall
    return (
        Polygon(((-half, 0), (0, -tall), (half, 0)), darker(_STONE, 0.25)),
        Polygon(((-half, 0), (0, -tall), (-half // 4, -tall // 3), (half // 6, 0)), brighter(_STONE, 0.3)),
        Polygon(((-wide, snow - tall), (0, -tall), (wide, snow - tall), (0, snow - tall - 3)), _SNOW),
    )


_PEAK: Final = _peak(20, 33)
_CRAG: Final = _peak(10, 12)


def _desert() -> Iterator[Shape]:
    base = GOODS["desert"]
    yield Curve(((-40, 2), (-20, -16), (6, -2), (26, -18), (40, -4), (38, 10), (0, 6), (-38, 12)), darker(base, 0.12))
    yield Curve(((-40, 6), (-18, -8), (8, 6), (28, -8), (40, 6), (38, 20), (0, 16), (-38, 20)), brighter(base, 0.35))
    yield Curve(((-38, 26), (-14, 12), (14, 28), (38, 20), (26, 34), (0, 43), (-26, 36)), darker(base, 0.1))
    for x, y in ((-24, -14), (18, 22)):
        yield Stamp("cactus", x, y, _STANDING_CACTUS)
    yield Curve(((-22, 30), (-18, 24), (-10, 24), (-6, 30)), "#b09a78")


_STANDING_CACTUS: Final = (
    Lines(((0, 12, 0, -12), (-7, -5, -7, 2), (-8, 2, 0, 2), (7, -8, 7, -1), (8, -1, 0, -1)), darker(_CACTUS, 0.35), 6),
    Lines(((0, 12, 0, -11), (-7, -4, -7, 2), (-7, 2, 0, 2), (7, -7, 7, -1), (7, -1, 0, -1)), _CACTUS, 4),
)
_GROUNDS: Final[dict[str, Callable[[], Iterator[Shape]]]] = {
    "forest": _forest,
    "fields": _fields,
    "pasture": _pasture,
    "hills": _hills,
    "mountains": _mountains,
    "desert": _desert,
}
