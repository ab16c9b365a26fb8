"""Builds own and neutral buildings on own permits and those of others, in phase 2 (rulebook, Build, a to e)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import integer
from domain.core.messages import AnyCommand, Field, Message, name_seats
from domain.elasund import displacing, trade
from domain.elasund.board import CELLS, FOOTPRINTS, FOUNDATION, bit, covering, find_crowded, squares_of
from domain.elasund.chapters.huts import after_build
from domain.elasund.chapters.permits import highest_rival, sum_owed, totals_on
from domain.elasund.displacing import PermitReturned, displace, needs_set, squares_by_larger, too_large
from domain.elasund.payments import check_set, full_sets, pay_gold, pay_set
from domain.elasund.pieces import KINDS_OF_BUILDING, PIECES_OF, RANKS
from domain.elasund.state import State
from domain.elasund.terms import (
    BUILD,
    BUILDING,
    BUILDINGS,
    COLORS,
    COVER_PRICE,
    HOUSE,
    HUTS,
    IN_GOLD,
    INN,
    LARGE,
    NO_COLOR,
    NOWHERE,
    OF_SEAT,
    ON_SQUARE,
    PAID_IN,
    PERMITS,
    SEAT,
    SHOP,
    SMALL_HUT,
    STALLS,
    WELL,
    WORKSHOP,
)


@dataclass(frozen=True, slots=True)
class BuildTile:
    """Build a building with its upper left square on `square`; `color` pays for covering one of equal size."""

    building: int
    square: int
    color: int = NO_COLOR


@dataclass(slots=True)
class BuildingPlaced:
    """A building stands with its upper left square there; `cubes` of its flags are filled, from the top."""

    seat: int
    building: int
    square: int
    cubes: int


@dataclass(slots=True)
class CompensationPaid:
    """A seat paid another for a permit that it removed."""

    seat: int
    to: int
    gold: int


_FOUNDATION: Final = bit(FOUNDATION)

# The kinds of every shape, in the order of board.SHAPES: 1x1, 2x1, 1x2, 2x2, 2x3.
_KINDS_OF_SHAPE: Final = ((WELL,), (HOUSE, STALLS), (WORKSHOP,), (INN, SHOP), (LARGE,))

_PRICES: Final = tuple(kind.gold for kind in KINDS_OF_BUILDING)
_DEAREST: Final = max(_PRICES)
_FREE: Final[list[int]] = [NO_COLOR]


def _list_offered(gold: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the shapes of buildings with kinds that cost at most this much gold, each with these kinds."""
    kinds = [tuple(kind for kind in alike if _PRICES[kind] <= gold) for alike in _KINDS_OF_SHAPE]
    return tuple((shape, alike) for shape, alike in enumerate(kinds) if alike)


_OFFERED: Final = tuple(_list_offered(gold) for gold in range(_DEAREST + 1))

_TILES: Final = tuple(
    tuple(tuple(BuildTile(kind, place, color) for color in range(NO_COLOR, len(COLORS))) for place in range(90))
    for kind in range(len(BUILDINGS))
)


def build_tile(draft: Draft[State], seat: int, command: BuildTile) -> Agenda | None:
    """Build a building: pay, return permits, displace, place, fill flags, rise on the track, place huts again.

    Every permit goes back to its owner, and rivals are paid its face value.
    """
    state = draft.state
    check_tile(state, seat, command)
    kind, footprint = command.building, FOOTPRINTS[command.building][command.square]
    pay_gold(draft, seat, KINDS_OF_BUILDING[kind].gold)
    if command.color != NO_COLOR:
        pay_set(draft, seat, command.color, COVER_PRICE)
    for at in sorted([state.marks[place] - 1 for place in squares_of(state.permit_squares & footprint)]):
        owner, value = divmod(at, PERMITS)
        if owner != seat and value:
            draft.emit(CompensationPaid(seat, owner, value))
        draft.emit(PermitReturned(owner, value))
    huts = displace(draft, footprint)
    cubes = min(KINDS_OF_BUILDING[kind].flags, state.cubes_left(seat))
    draft.emit(BuildingPlaced(seat, kind, command.square, cubes))
    trade.raise_trade(draft, seat, state.setting.board.windmills(footprint))
    return after_build(draft, seat, huts)


def check_tile(state: State, seat: int, command: BuildTile) -> None:
    """Refuse a building that cannot stand there or cannot be paid, naming the rule."""
    kind = command.building
    if kind < len(HUTS):
        raise IllegalCommand("elasund.component.small_hut" if kind == SMALL_HUT else "elasund.component.large_hut")
    if not state.has_piece(seat, kind):
        raise IllegalCommand("elasund.building.from_supply", building=BUILDINGS[kind])
    footprint = FOOTPRINTS[kind][command.square]
    _check_ground(state, footprint)
    totals = totals_on(state, CELLS[kind][command.square])
    _check_right(state, seat, kind, footprint, totals)
    _check_cover(state, seat, kind, footprint, command.color)
    _check_cost(state, seat, kind, totals)


def _check_ground(state: State, footprint: int) -> None:
    board = state.setting.board
    if not footprint or footprint & ~board.inside:
        raise IllegalCommand("elasund.building.inside_walls")
    if footprint & state.church:
        raise IllegalCommand("elasund.church.tile_permanent")
    if footprint & _FOUNDATION:
        raise IllegalCommand("elasund.building.not_foundation")


def _check_right(state: State, seat: int, kind: int, footprint: int, totals: list[int]) -> None:
    """Require an own permit, enough permits of all seats, and a higher total than every rival."""
    own, rival = totals[seat], highest_rival(totals, seat)
    if own == NOWHERE:
        raise IllegalCommand("elasund.permit.own_permit_needed")
    if (state.permit_squares & footprint).bit_count() < KINDS_OF_BUILDING[kind].permits:
        raise IllegalCommand("elasund.building.permit_count", count=KINDS_OF_BUILDING[kind].permits)
    if own == rival:
        raise IllegalCommand("elasund.permit.tie_at_top_blocks_all", total=own)
    if own < rival:
        raise IllegalCommand("elasund.permit.majority_strict", total=own, highest=rival)


def _check_cover(state: State, seat: int, kind: int, footprint: int, color: int) -> None:
    """Refuse to cover larger buildings; one of equal size costs three influence cards of one color, others none."""
    if too_large(state, kind, footprint):
        raise IllegalCommand("elasund.displace.larger_blocks")
    if needs_set(state, kind, footprint):
        check_set(state, seat, color, COVER_PRICE, "elasund.equal.three_same_colour")
    elif color != NO_COLOR:
        raise IllegalCommand("elasund.displace.smaller_free")


def _check_cost(state: State, seat: int, kind: int, totals: list[int]) -> None:
    price, owed = KINDS_OF_BUILDING[kind].gold, sum_owed(totals, seat)
    if state.gold[seat] < price + owed:
        rule = "elasund.compensation.afford_all" if owed else _PRICE_RULES[kind - HOUSE]
        raise IllegalCommand(rule, missing={"gold": price + owed - state.gold[seat]})


_PRICE_RULES: Final = (
    "elasund.component.house",
    "elasund.component.workshop",
    "elasund.component.well",
    "elasund.component.stalls",
    "elasund.component.inn",
    "elasund.component.shop",
    "elasund.component.large",
)


def list_tiles(state: State, seat: int) -> list[AnyCommand]:
    """Return every building that a seat may build now, with every color that it may pay with."""
    found: list[AnyCommand] = []
    if state.own_permits[seat]:
        pieces, free = PIECES_OF[seat], ~state.standing
        for shape, alike in _OFFERED[min(state.gold[seat], _DEAREST)]:
            kinds = [kind for kind in alike if pieces[kind] & free]
            if kinds:
                corners = _corners(state, seat, shape, RANKS[kinds[0]])
                if corners:
                    _list_shape(state, seat, kinds, squares_of(corners), found)
    return found


def _corners(state: State, seat: int, shape: int, rank: int) -> int:
    """Return the upper left squares where a shape has enough permits, an own one too, and may cover what is there."""
    corners = state.setting.board.corners[shape] & covering(shape, state.own_permits[seat])
    if corners:
        corners &= find_crowded(shape, state.permit_squares)
    if corners:
        corners &= ~covering(shape, state.church | squares_by_larger(state)[rank])
    return corners


def _list_shape(state: State, seat: int, kinds: list[int], corners: list[int], found: list[AnyCommand]) -> None:
    """Add the buildings of some kinds of one shape at the corners where the seat has the majority and enough gold."""
    first, gold = kinds[0], state.gold[seat]
    footprints, equal = FOOTPRINTS[first], state.ranked[RANKS[first]]
    theirs = state.permit_squares & ~state.own_permits[seat]
    for corner in corners:
        footprint = footprints[corner]
        owed = 0
        if theirs & footprint:
            totals = totals_on(state, CELLS[first][corner])
            if totals[seat] <= highest_rival(totals, seat):
                continue
            owed = sum_owed(totals, seat)
        colors = full_sets(state, seat, COVER_PRICE) if equal & footprint else _FREE
        for kind in kinds:
            if gold >= _PRICES[kind] + owed:
                tiles = _TILES[kind][corner]
                found += [tiles[color + 1] for color in colors]


def building_placed(s: State, event: BuildingPlaced) -> None:
    """The building stands; one more tile is built this turn."""
    s.put_piece(s.free_piece(event.seat, event.building), event.seat, event.square, event.cubes)
    s.builds += 1


def compensation_paid(s: State, event: CompensationPaid) -> None:
    """A seat pays another."""
    s.gold[event.seat] -= event.gold
    s.gold[event.to] += event.gold


CHAPTER: Final[Chapter[State]] = Chapter(
    "building",
    order=5,
    commands=(Message(BuildTile, (Field("building", BUILDING), ON_SQUARE, PAID_IN)),),
    events=(
        Message(CompensationPaid, (OF_SEAT, Field("to", SEAT), IN_GOLD), affects=name_seats("seat", "to")),
        Message(BuildingPlaced, (OF_SEAT, Field("building", BUILDING), ON_SQUARE, Field("cubes", integer(0, 2)))),
        *displacing.EVENTS,
        *trade.EVENTS,
    ),
    rules={BuildTile: build_tile},
    acting=Times(listers={BUILD: list_tiles}),
    settle=trade.move_discs,
    evolvers={
        **displacing.EVOLVERS,
        **trade.EVOLVERS,
        BuildingPlaced: building_placed,
        CompensationPaid: compensation_paid,
    },
)
