"""Draws what stands in the city: buildings, permits, the church, the wall, each with the mark of its owner's seat."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from domain.elasund.board import wall_place
from domain.elasund.chapters.pirates import church_square
from domain.elasund.pieces import CHURCH_SIZE, KIND_OF_PIECE, KINDS_OF_BUILDING, PIECES
from domain.elasund.state import Public, Wall
from domain.elasund.terms import BUILDINGS, CHURCH_TILES, NOBODY, NOWHERE, PERMITS
from service.pictures.elasund.ground import SIDE, City
from service.pictures.palette import CARD, INK, LIGHT, SHADE, SHADOW, STONE, TIMBER, Paint, brighter, darker, paint
from service.pictures.pieces import sign
from service.pictures.shapes import GIVEN, Box, Circle, Group, Lines, Polygon, Shape, Stamp, Text, phrase, word

_YARD: Final = "#efe6c6"
_ROOF: Final = "#b4552d"
_WALLS: Final = "#ecd9ae"
_GLASS: Final = "#7fb9da"
_WITH_WINDOW: Final = 14
_CUBE: Final = 13


def draw_standing(state: Public, city: City) -> list[Shape]:
    """Draw everything on the board."""
    pieces = [piece for piece in range(PIECES) if state.anchors[piece] != NOWHERE]
    tiles = [tile for tile in range(CHURCH_SIZE) if state.church_owners[tile] != NOBODY]
    placed = [at for at, square in enumerate(state.permits) if square != NOWHERE]
    return [
        Group("church", "", tuple([_church(state, city, tile) for tile in tiles])),
        Group("buildings", "", tuple([_building(state, city, piece) for piece in pieces])),
        Group("permits", "", tuple([_permit(state, city, at) for at in placed])),
        Group("wall", "", tuple([_wall(state, city, wall) for wall in state.walls])),
    ]


def _look(state: Public, seat: int) -> Paint:
    return paint(state.setting.colors[seat])


def _building(state: Public, city: City, piece: int) -> Group:
    """Draw a building on its squares, with a rim of its owner's color, and the owner's cubes on its flags."""
    kind, seat = KIND_OF_PIECE[piece], state.holders[piece]
    x, y = city.corner(state.anchors[piece])
    across, down = KINDS_OF_BUILDING[kind].width * SIDE, KINDS_OF_BUILDING[kind].height * SIDE
    look = _look(state, seat)
    shapes: list[Shape] = [
        Stamp(f"tile{across // SIDE}.{down // SIDE}", x, y, _tile(across, down)),
        Stamp(f"built-{BUILDINGS[kind]}", x + across // 2, y + down // 2 + 4, STAMPS[kind]),
        _owner(x + 3, y + 3, seat, look),
        *_cubes(x + across - 8, y + 8, state.cubes[piece], look),
    ]
    if across > SIDE and down > SIDE:
        shapes.append(Text(x + across // 2, y + down - 12, word(BUILDINGS[kind]), 11, INK))
    title = phrase("building", seat=seat, building=BUILDINGS[kind])
    return Group("building", title, tuple(shapes), fill=look.face)


@cache
def _tile(across: int, down: int) -> tuple[Shape, ...]:
    """Draw the tile of a building from its upper left corner: a rim of the given color, and the yard of the house."""
    return (
        Box(4, 6, across - 4, down - 4, SHADOW, round=7),
        Box(2, 2, across - 4, down - 4, INK, round=7),
        Box(3, 3, across - 6, down - 6, GIVEN, round=6),
        Box(4, 4, across - 8, 3, LIGHT, round=2),
        Box(7, 7, across - 14, down - 14, _YARD, round=3),
        Box(7, down - 10, across - 14, 3, SHADE),
    )


def _owner(x: int, y: int, seat: int, look: Paint) -> Stamp:
    return Stamp(f"owner{seat}", x, y, _badge(seat, look))


@cache
def _badge(seat: int, look: Paint) -> tuple[Shape, ...]:
    return (Box(0, 0, 17, 17, look.face, round=5), *sign(8, 8, seat, look.ink, 12))


def _cubes(right: int, y: int, count: int, look: Paint) -> list[Shape]:
    stamp = Stamp(f"cube{look.face[1:]}", 0, 0, _cube(look))
    places = [(right - _CUBE, y + at * (_CUBE + 3)) for at in range(count)]
    return [Group("cubes", phrase("cube"), tuple([replace(stamp, x=x, y=y) for x, y in places]))] if places else []


@cache
def _cube(look: Paint) -> tuple[Shape, ...]:
    return (
        Box(2, 3, _CUBE, _CUBE, SHADOW, round=2),
        Box(0, 0, _CUBE, _CUBE, look.face, look.rim, 2, 2),
        Box(1, 1, _CUBE - 2, 4, brighter(look.face)),
    )


def _permit(state: Public, city: City, at: int) -> Group:
    seat, value = divmod(at, PERMITS)
    look = _look(state, seat)
    x, y = city.corner(state.permits[at])
    stamp = Stamp(f"permit{seat}", x, y, _sign(seat, look))
    said = Text(x + 27, y + 33, str(value), 16, INK, bold=True)
    return Group("permit", phrase("permit", seat=seat, value=value), (stamp, said))


@cache
def _sign(seat: int, look: Paint) -> tuple[Shape, ...]:
    """Draw a permit from the upper left corner of its square: a sealed sheet, on which its value stands."""
    return (
        Polygon(((27, 9), (51, 31), (29, 53), (7, 31)), SHADOW),
        Polygon(((27, 4), (50, 27), (27, 50), (4, 27)), look.face, look.rim, 2),
        Polygon(((27, 4), (50, 27), (27, 12), (4, 27)), brighter(look.face)),
        Circle(27, 27, 12, CARD, look.rim, 1),
        _owner(2, 2, seat, look),
    )


def _church(state: Public, city: City, tile: int) -> Group:
    seat = state.church_owners[tile]
    x, y = city.corner(church_square(state, tile))
    look = _look(state, seat)
    shapes: list[Shape] = [
        Stamp(f"church{seat}", x, y, _nave(seat, look)),
        *_cubes(x + SIDE - 6, y + 6, state.church_cubes >> tile & 1, look),
    ]
    return Group("church", phrase("church_tile", seat=seat, tile=CHURCH_TILES[tile]), tuple(shapes))


@cache
def _nave(seat: int, look: Paint) -> tuple[Shape, ...]:
    cross = ((27, 12, 27, 44), (16, 22, 38, 22))
    return (
        Box(2, 2, SIDE - 4, SIDE - 4, STONE, INK, 2, 3),
        Box(5, 5, SIDE - 10, SIDE - 10, brighter(STONE, 0.3), round=2),
        Lines(cross, darker(STONE, 0.5), 9),
        Lines(cross, CARD, 5),
        _owner(3, 3, seat, look),
    )


def _wall(state: Public, city: City, wall: Wall) -> Group:
    """Draw a stretch of wall in its owner's color; a tower with a cube stands out of it."""
    cell = city.strip(*wall_place(wall.space, state.setting.board.columns))
    look = _look(state, wall.seat)
    shapes: list[Shape] = [
        Stamp(f"wall{wall.seat}-{cell.across}", cell.x, cell.y, _stretch(cell.across, cell.down, look))
    ]
    x, y = cell.x + cell.across // 2, cell.y + cell.down // 2
    if wall.cube:
        shapes += [
            Circle(x + 2, y + 3, 16, SHADOW),
            Circle(x, y, 16, STONE, INK, 2),
            Box(x - 9, y - 9, 18, 18, look.face, look.rim, 2, 2),
        ]
    shapes += sign(x, y, wall.seat, look.ink, 14, 1 if wall.cube else 2)
    return Group("wall", phrase("tower" if wall.cube else "wall", seat=wall.seat), tuple(shapes))


@cache
def _stretch(across: int, down: int, look: Paint) -> tuple[Shape, ...]:
    """Draw a stretch of wall from its upper left corner, with its stones."""
    joint = darker(look.face, 0.25)
    rows = tuple([(3, y, across - 3, y) for y in range(9, down - 3, 9)])
    return (
        Box(3, 4, across - 2, down - 2, SHADOW, round=4),
        Box(1, 1, across - 2, down - 2, look.face, look.rim, 2, 3),
        Lines(rows, joint, 1),
        Box(2, 2, across - 4, 4, brighter(look.face)),
    )


def _house(x: int, y: int, half: int, tall: int) -> list[Shape]:
    """Draw a house on the ground y with its roof: the left side in the light, the right one in the shade."""
    eaves = y - tall // 2
    return [
        Polygon(((x - half + 4, y), (x + half, y - 2), (x + half + 6, y + 3), (x, y + 4)), SHADOW),
        Box(x - half + 2, eaves, 2 * half - 4, y - eaves, _WALLS, TIMBER, 1),
        Box(x + half // 3, eaves, half - 3 - half // 3, y - eaves, darker(_WALLS, 0.14)),
        Polygon(((x - half, eaves), (x, y - tall), (x + half, eaves)), _ROOF, TIMBER, 1),
        Polygon(((x, eaves), (x, y - tall + 1), (x + half - 1, eaves)), darker(_ROOF, 0.3)),
        Box(x - 3, y - tall // 4, 6, tall // 4, TIMBER),
        *([Box(x - half + 6, eaves + 4, 5, 5, _GLASS, TIMBER, 1)] if half > _WITH_WINDOW else []),
    ]


def _hut(x: int, y: int) -> list[Shape]:
    return _house(x, y + 12, 14, 24)


def _large_hut(x: int, y: int) -> list[Shape]:
    return [*_house(x, y - 2, 15, 28), *_house(x, y + 30, 15, 28)]


def _town_house(x: int, y: int) -> list[Shape]:
    return [*_house(x - 12, y + 14, 18, 34), *_house(x + 16, y + 14, 14, 24)]


def _workshop(x: int, y: int) -> list[Shape]:
    chimney = Box(x + 6, y - 24, 7, 20, darker(_ROOF), TIMBER, 1)
    smoke = [Circle(x + 11, y - 29, 4, "#cfc9bd"), Circle(x + 16, y - 34, 3, "#ded9cf")]
    return [chimney, *smoke, *_house(x, y + 16, 18, 36)]


def _well(x: int, y: int) -> list[Shape]:
    return [
        Circle(x + 2, y + 4, 15, SHADOW),
        Circle(x, y, 14, STONE, INK, 2),
        Circle(x, y, 9, "#3f83b0", INK, 1),
        Circle(x - 2, y - 2, 4, "#7fb9da"),
    ]


def _stalls(x: int, y: int) -> list[Shape]:
    stripes = tuple([(x + dx, y - 12, x + dx, y + 2) for dx in (-20, -8, 4, 16)])
    goods = [
        Circle(x + dx, y + 8, 4, color)
        for dx, color in ((-16, "#c5352c"), (-6, "#f0b429"), (5, "#6fa046"), (15, "#c5352c"))
    ]
    return [
        Lines(((x - 25, y + 2, x - 25, y + 18), (x + 25, y + 2, x + 25, y + 18)), TIMBER, 3),
        *goods,
        Box(x - 25, y + 10, 50, 5, "#9a6b3f", TIMBER, 1),
        Box(x - 28, y - 12, 56, 14, CARD, TIMBER, 1, 2),
        Lines(stripes, "#c5352c", 6),
    ]


def _inn(x: int, y: int) -> list[Shape]:
    sign: list[Shape] = [
        Lines(((x + 20, y - 18, x + 44, y - 18), (x + 34, y - 18, x + 34, y - 12)), TIMBER, 3),
        Circle(x + 34, y - 5, 9, "#c03f35", TIMBER, 2),
        Box(x + 31, y - 9, 6, 8, "#f6e3b0"),
    ]
    return [*_house(x - 6, y + 16, 28, 52), *sign]


def _shop(x: int, y: int) -> list[Shape]:
    return [
        *_house(x - 6, y + 16, 28, 52),
        Circle(x + 34, y - 5, 10, "#f0b429", TIMBER, 2),
        Circle(x + 34, y - 5, 5, "#fbe08a"),
    ]


def _large(x: int, y: int) -> list[Shape]:
    tower: list[Shape] = [
        Box(x - 12, y - 42, 24, 70, _WALLS, TIMBER, 1),
        Box(x + 3, y - 41, 8, 68, darker(_WALLS, 0.14)),
        Polygon(((x - 16, y - 42), (x, y - 68), (x + 16, y - 42)), _ROOF, TIMBER, 1),
        Polygon(((x, y - 42), (x, y - 67), (x + 15, y - 42)), darker(_ROOF, 0.3)),
        Circle(x, y - 28, 6, _GLASS, TIMBER, 1),
        Box(x - 4, y + 14, 8, 14, TIMBER),
    ]
    return [*_house(x - 26, y + 28, 20, 44), *_house(x + 26, y + 28, 20, 44), *tower]


_ICONS: Final[tuple[Callable[[int, int], list[Shape]], ...]] = (
    _hut,
    _large_hut,
    _town_house,
    _workshop,
    _well,
    _stalls,
    _inn,
    _shop,
    _large,
)
STAMPS: Final = tuple([tuple(draw(0, 0)) for draw in _ICONS])
