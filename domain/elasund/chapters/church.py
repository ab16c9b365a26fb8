"""Builds the church, in phase 2 (rulebook, Build the church; component facts 10)."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import array, boolean
from domain.core.messages import AnyCommand, Field, Message
from domain.core.number_rows import replace_entry
from domain.core.table_state import push
from domain.elasund.board import FOUNDATION, bit
from domain.elasund.chapters.huts import after_build
from domain.elasund.chapters.pirates import church_square
from domain.elasund.displacing import displace, return_permit_on
from domain.elasund.payments import check_gold, pay_gold
from domain.elasund.pieces import CHURCH_PRICE, CHURCH_SIZE
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    BUILD,
    CHURCH,
    CHURCH_TILE,
    CHURCH_TILES,
    NOBODY,
    NOWHERE,
    OF_SEAT,
    ON_SQUARE,
    OWNER,
    STREAM_CHURCH,
)


@dataclass(frozen=True, slots=True)
class BuildChurch:
    """Pay for a church tile and draw it."""


@dataclass(frozen=True, slots=True)
class ChooseChurchTile:
    """Choose which of the first two church tiles to build."""

    tile: int


@dataclass(slots=True)
class ChurchTilesDrawn:
    """The first church builder drew two tiles, which only that seat sees."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(slots=True)
class ChurchTileHidden:
    """The tile not chosen went under the pile; only the seat knows it."""

    seat: int
    tile: int


@dataclass(slots=True)
class ChurchTileBuilt:
    """A church tile stands on a square."""

    seat: int
    tile: int
    square: int
    cube: bool


_TILE: Final = Field("tile", CHURCH_TILE)
PAIRS: Final = tuple(combinations(range(CHURCH_SIZE), 2))
_BUILD: Final = BuildChurch()


def tiles_left(state: Public) -> list[int]:
    """Return the church tiles not built yet."""
    return [tile for tile in range(CHURCH_SIZE) if state.church_owners[tile] == NOBODY]


def build_church(draft: Draft[State], seat: int, command: BuildChurch) -> Agenda | None:
    """Pay, then draw: the first builder two tiles to choose from, every later one the top tile."""
    state = draft.state
    left = tiles_left(state)
    if not left:
        raise IllegalCommand("elasund.church.complete")
    check_gold(state, seat, CHURCH_PRICE, "elasund.church.cost")
    pay_gold(draft, seat, CHURCH_PRICE)
    if state.church_corner == NOWHERE:
        draft.emit(ChurchTilesDrawn(seat, PAIRS[draft.draw_even(STREAM_CHURCH, len(PAIRS))]))
        return push(state, Frame(CHURCH, 1 << seat))
    weights = [1 if tile in left and (tile != state.bottom or len(left) == 1) else 0 for tile in range(CHURCH_SIZE)]
    tile = draft.draw(STREAM_CHURCH, weights)
    return _place(draft, seat, tile, church_square(state, tile))


def choose_tile(draft: Draft[State], seat: int, command: ChooseChurchTile) -> Agenda | None:
    """Build one of the two tiles on the foundation; the other goes under the pile, unseen by all others."""
    state = draft.state
    if command.tile not in state.pair:
        raise IllegalCommand("elasund.church.first_tile_choice", tile=CHURCH_TILES[command.tile])
    draft.emit(ChurchTileHidden(seat, sum(state.pair) - command.tile))
    return _place(draft, seat, command.tile, FOUNDATION)


def _place(draft: Draft[State], seat: int, tile: int, place: int) -> Agenda:
    """Place a church tile; all buildings and permits on its square are removed."""
    state = draft.state
    return_permit_on(draft, place)
    huts = displace(draft, bit(place))
    draft.emit(ChurchTileBuilt(seat, tile, place, state.cubes_left(seat) > 0))
    return after_build(draft, seat, huts)


def list_church(state: State, seat: int) -> list[AnyCommand]:
    """Return a church tile to build, if the seat can pay and one is left."""
    return [_BUILD] if state.gold[seat] >= CHURCH_PRICE and NOBODY in state.church_owners else []


def list_choices(state: State, seat: int) -> list[AnyCommand]:
    """Return the two tiles drawn."""
    return [ChooseChurchTile(tile) for tile in state.pair]


def church_tiles_drawn(s: State, event: ChurchTilesDrawn) -> None:
    """Two tiles are in the first builder's hand."""
    s.pair = event.tiles
    s.church_first = event.seat
    s.draws[STREAM_CHURCH] += 1


def church_tile_hidden(s: State, event: ChurchTileHidden) -> None:
    """The tile lies at the bottom."""
    s.bottom = event.tile
    s.pair = ()


def church_tile_built(s: State, event: ChurchTileBuilt) -> None:
    """The tile stands; the first one fixes the area of the church, later ones leave the pile."""
    if s.church_corner < 0:
        s.church_corner = event.square - 10 * (event.tile % 3) - event.tile // 3
    else:
        s.draws[STREAM_CHURCH] += 1
    s.church |= 1 << event.square
    s.church_owners = replace_entry(s.church_owners, event.tile, event.seat)
    s.builds += 1
    if event.tile == s.bottom:
        s.bottom = NOBODY
    if event.cube:
        s.church_cubes |= 1 << event.tile
        s.points[event.seat] += 1


CHAPTER: Final[Chapter[State]] = Chapter(
    "church",
    order=7,
    commands=(
        Message(BuildChurch),
        Message(ChooseChurchTile, (_TILE,)),
    ),
    events=(
        Message(ChurchTilesDrawn, (OF_SEAT, Field("tiles", array(CHURCH_TILE, 2), OWNER)), reveals=True),
        Message(ChurchTileHidden, (OF_SEAT, Field("tile", CHURCH_TILE, OWNER))),
        Message(ChurchTileBuilt, (OF_SEAT, _TILE, ON_SQUARE, Field("cube", boolean())), reveals=True),
    ),
    outcomes={STREAM_CHURCH: ([[CHURCH_TILES[one], CHURCH_TILES[other]] for one, other in PAIRS], CHURCH_TILES)},
    rules={BuildChurch: build_church, ChooseChurchTile: choose_tile},
    acting=Times(listers={BUILD: list_church, CHURCH: list_choices}),
    evolvers={
        ChurchTilesDrawn: church_tiles_drawn,
        ChurchTileHidden: church_tile_hidden,
        ChurchTileBuilt: church_tile_built,
    },
)
