"""Draws what stands in the city: buildings, permits, the church, the wall, each with the number of its owner's seat."""

from collections.abc import Callable
from typing import Final

from domain.elasund.board import wall_place
from domain.elasund.chapters.pirates import church_square
from domain.elasund.pieces import CHURCH_SIZE, KIND_OF_PIECE, KINDS_OF_BUILDING, PIECES
from domain.elasund.state import Public, Wall
from domain.elasund.terms import BUILDINGS, CHURCH_TILES, NOBODY, NOWHERE, PERMITS
from service.pictures.elasund.ground import SIDE, City
from service.pictures.palette import CARD, INK, STONE, TIMBER, Paint, paint
from service.pictures.shapes import Box, Circle, Group, Lines, Polygon, Shape, Stamp, Text, phrase, word

_TILE: Final = "#f7efdb"
_ROOF: Final = "#a5532f"
_WALLS: Final = "#e2cda0"
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
        Box(x + 2, y + 2, across - 4, down - 4, look.rim, round=6),
        Box(x + 3, y + 3, across - 6, down - 6, look.face, round=5),
        Box(x + 7, y + 7, across - 14, down - 14, _TILE, round=3),
        Stamp(BUILDINGS[kind], x + across // 2, y + down // 2 + 4, _STAMPS[kind]),
        *_owner(x + 3, y + 3, seat, look),
        *_cubes(x + across - 8, y + 8, state.cubes[piece], look),
    ]
    if across > SIDE and down > SIDE:
        shapes.append(Text(x + across // 2, y + down - 14, word(BUILDINGS[kind]), 11, INK))
    return Group("building", phrase("building", seat=seat, building=BUILDINGS[kind]), tuple(shapes))


def _owner(x: int, y: int, seat: int, look: Paint) -> list[Shape]:
    return [Box(x, y, 17, 17, look.face, round=5), Text(x + 9, y + 13, str(seat), 12, look.ink, bold=True)]


def _cubes(right: int, y: int, count: int, look: Paint) -> list[Shape]:
    return [_cube(right - _CUBE, y + at * (_CUBE + 3), look) for at in range(count)]


def _cube(x: int, y: int, look: Paint) -> Box:
    return Box(x, y, _CUBE, _CUBE, look.face, look.rim, 2, 1, phrase("cube"))


def _permit(state: Public, city: City, at: int) -> Group:
    seat, value = divmod(at, PERMITS)
    x, y = city.corner(state.permits[at])
    look = _look(state, seat)
    outline = ((x + 27, y + 5), (x + 49, y + 27), (x + 27, y + 49), (x + 5, y + 27))
    shapes: list[Shape] = [
        Polygon(outline, look.face, look.rim, 2),
        Circle(x + 27, y + 27, 11, CARD, look.rim, 1),
        Text(x + 27, y + 33, str(value), 16, INK, bold=True),
        *_owner(x + 2, y + 2, seat, look),
    ]
    return Group("permit", phrase("permit", seat=seat, value=value), tuple(shapes))


def _church(state: Public, city: City, tile: int) -> Group:
    seat = state.church_owners[tile]
    x, y = city.corner(church_square(state, tile))
    look = _look(state, seat)
    cross = ((x + 27, y + 12, x + 27, y + 44), (x + 16, y + 22, x + 38, y + 22))
    shapes: list[Shape] = [
        Box(x + 2, y + 2, SIDE - 4, SIDE - 4, STONE, INK, 2, 3),
        Lines(cross, CARD, 5),
        *_owner(x + 3, y + 3, seat, look),
        *_cubes(x + SIDE - 6, y + 6, state.church_cubes >> tile & 1, look),
    ]
    return Group("church", phrase("church_tile", seat=seat, tile=CHURCH_TILES[tile]), tuple(shapes))


def _wall(state: Public, city: City, wall: Wall) -> Group:
    """Draw a stretch of wall in its owner's color; a tower with a cube stands out of it."""
    cell = city.strip(*wall_place(wall.space, state.setting.board.columns))
    look = _look(state, wall.seat)
    x, y = cell.x + cell.across // 2, cell.y + cell.down // 2
    shapes: list[Shape] = [Box(cell.x + 1, cell.y + 1, cell.across - 2, cell.down - 2, look.face, look.rim, 2, 3)]
    if wall.cube:
        shapes += [Circle(x, y, 15, STONE, INK, 2), Box(x - 9, y - 9, 18, 18, look.face, look.rim, 2, 2)]
    shapes.append(Text(x, y + 5, str(wall.seat), 14, look.ink, bold=True))
    return Group("wall", phrase("tower" if wall.cube else "wall", seat=wall.seat), tuple(shapes))


def _house(x: int, y: int, half: int, tall: int) -> list[Shape]:
    """Draw a house on the ground y with its roof."""
    eaves = y - tall // 2
    return [
        Box(x - half + 2, eaves, 2 * half - 4, y - eaves, _WALLS, TIMBER, 1),
        Polygon(((x - half, eaves), (x, y - tall), (x + half, eaves)), _ROOF, TIMBER, 1),
        Box(x - 3, y - tall // 4, 6, tall // 4, TIMBER),
    ]


def _hut(x: int, y: int) -> list[Shape]:
    return _house(x, y + 12, 14, 24)


def _large_hut(x: int, y: int) -> list[Shape]:
    return [*_house(x, y - 2, 14, 26), *_house(x, y + 30, 14, 26)]


def _town_house(x: int, y: int) -> list[Shape]:
    return [*_house(x - 12, y + 14, 16, 30), *_house(x + 14, y + 14, 14, 24)]


def _workshop(x: int, y: int) -> list[Shape]:
    chimney = Box(x + 6, y - 22, 6, 20, _ROOF, TIMBER, 1)
    return [chimney, *_house(x, y + 16, 17, 34)]


def _well(x: int, y: int) -> list[Shape]:
    return [Circle(x, y, 13, STONE, INK, 2), Circle(x, y, 8, "#5f9fc9", INK, 1)]


def _stalls(x: int, y: int) -> list[Shape]:
    stripes = tuple([(x + dx, y - 10, x + dx, y + 2) for dx in (-20, -8, 4, 16)])
    awning = Box(x - 26, y - 10, 52, 12, CARD, TIMBER, 1)
    return [
        awning,
        Lines(stripes, _ROOF, 6),
        Lines(((x - 24, y + 2, x - 24, y + 14), (x + 24, y + 2, x + 24, y + 14)), TIMBER, 3),
    ]


def _inn(x: int, y: int) -> list[Shape]:
    sign: list[Shape] = [
        Box(x + 24, y - 14, 16, 14, "#c03f35", TIMBER, 1),
        Lines(((x + 20, y - 16, x + 42, y - 16),), TIMBER, 3),
    ]
    return [*_house(x - 6, y + 16, 26, 48), *sign]


def _shop(x: int, y: int) -> list[Shape]:
    return [*_house(x - 6, y + 16, 26, 48), Circle(x + 32, y - 6, 9, "#f0b429", TIMBER, 2)]


def _large(x: int, y: int) -> list[Shape]:
    tower: list[Shape] = [
        Box(x - 12, y - 42, 24, 70, _WALLS, TIMBER, 1),
        Polygon(((x - 15, y - 42), (x, y - 64), (x + 15, y - 42)), _ROOF, TIMBER, 1),
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
_STAMPS: Final = tuple([tuple(draw(0, 0)) for draw in _ICONS])
