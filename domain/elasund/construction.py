"""Builds own and neutral buildings, in phase 2 (rulebook, Build, a to e)."""

from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand
from domain.elasund.board import FOOTPRINTS, FOUNDATION, bit, covering, squares_of
from domain.elasund.commands import BuildTile
from domain.elasund.displacing import displace, needs_set, squares_by_larger, too_large
from domain.elasund.events import BuildingPlaced, CompensationPaid, PermitReturned
from domain.elasund.huts import after_build
from domain.elasund.influence import check_set, full_sets, pay_gold, pay_set
from domain.elasund.pieces import KINDS_OF_BUILDING, RANKS
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    BUILD,
    BUILDINGS,
    COLORS,
    COVER_PRICE,
    HOUSE,
    HUTS,
    INN,
    LARGE,
    NO_COLOR,
    NOWHERE,
    PERMITS,
    SHOP,
    SMALL_HUT,
    STALLS,
    WELL,
    WORKSHOP,
)
from domain.elasund.trade import raise_trade

_FOUNDATION: Final = bit(FOUNDATION)

# The kinds of every shape, in the order of board.SHAPES: 1x1, 2x1, 1x2, 2x2, 2x3.
_KINDS_OF_SHAPE: Final = ((WELL,), (HOUSE, STALLS), (WORKSHOP,), (INN, SHOP), (LARGE,))

_PRICES: Final = tuple(kind.gold for kind in KINDS_OF_BUILDING)
_PERMITS: Final = tuple(kind.permits for kind in KINDS_OF_BUILDING)
_FREE: Final[list[int]] = [NO_COLOR]
_CHEAPEST: Final = tuple(min(_PRICES[kind] for kind in alike) for alike in _KINDS_OF_SHAPE)

_TILES: Final = tuple(
    tuple(tuple(BuildTile(kind, place, color) for color in range(NO_COLOR, len(COLORS))) for place in range(90))
    for kind in range(len(BUILDINGS))
)


def values_in(state: Public, seat: int, footprint: int) -> int:
    """Return the total of a seat's permits in a footprint; NOWHERE when it has none there."""
    inside = state.own_permits[seat] & footprint
    if not inside:
        return NOWHERE
    at = seat * PERMITS
    total, value = 0, 1
    for place in state.permits[at + 1 : at + PERMITS]:
        if place != NOWHERE and inside >> place & 1:
            total += value
        value += 1
    return total


def rivals(state: Public, seat: int, footprint: int) -> list[int]:
    """Return the total of every other seat that has permits in a footprint."""
    if not state.permit_squares & footprint & ~state.own_permits[seat]:
        return []
    others = [other for other in range(state.seats) if other != seat and state.own_permits[other] & footprint]
    return [values_in(state, other, footprint) for other in others]


def best_rival(state: Public, seat: int, footprint: int) -> int:
    """Return the highest total that any other seat has in a footprint; NOWHERE when none has a permit there."""
    return max(rivals(state, seat, footprint), default=NOWHERE)


def compensation(state: Public, seat: int, footprint: int) -> int:
    """Return what the permits of all others in a footprint cost."""
    return sum(rivals(state, seat, footprint))


def build_tile(draft: Draft[State], seat: int, command: BuildTile) -> Agenda | None:
    """Build a building: pay, return permits, displace, place, fill flags, rise on the track, re-place huts."""
    state = draft.state
    check_tile(state, seat, command)
    kind, footprint = command.building, FOOTPRINTS[command.building][command.square]
    pay_gold(draft, seat, KINDS_OF_BUILDING[kind].gold)
    if command.color != NO_COLOR:
        pay_set(draft, seat, command.color, COVER_PRICE)
    _return_permits(draft, seat, footprint)
    huts = displace(draft, footprint)
    cubes = min(KINDS_OF_BUILDING[kind].flags, state.cubes_left(seat))
    draft.emit(BuildingPlaced(seat, kind, command.square, cubes))
    raise_trade(draft, seat, state.setting.board.windmills(footprint))
    return after_build(draft, seat, huts)


def _return_permits(draft: Draft[State], seat: int, footprint: int) -> None:
    """Give every permit back to its owner, and pay rivals its face value."""
    state = draft.state
    found = [state.permits.index(place) for place in squares_of(state.permit_squares & footprint)]
    for at in sorted(found):
        owner, value = divmod(at, PERMITS)
        if owner != seat and value:
            draft.emit(CompensationPaid(seat, owner, value))
        draft.emit(PermitReturned(owner, value))


def check_tile(state: State, seat: int, command: BuildTile) -> None:
    """Refuse a building that cannot stand there or cannot be paid, naming the rule."""
    kind = command.building
    if kind < len(HUTS):
        raise IllegalCommand("elasund.component.small_hut" if kind == SMALL_HUT else "elasund.component.large_hut")
    if state.free_piece(seat, kind) == NOWHERE:
        raise IllegalCommand("elasund.building.from_supply", building=BUILDINGS[kind])
    footprint = FOOTPRINTS[kind][command.square]
    _check_ground(state, footprint)
    _check_right(state, seat, kind, footprint)
    _check_cover(state, seat, kind, footprint, command.color)
    _check_cost(state, seat, kind, footprint)


def _check_ground(state: State, footprint: int) -> None:
    board = state.setting.board
    if not footprint or footprint & ~board.inside:
        raise IllegalCommand("elasund.building.inside_walls")
    if footprint & state.church:
        raise IllegalCommand("elasund.church.tile_permanent")
    if footprint & _FOUNDATION:
        raise IllegalCommand("elasund.building.not_foundation")


def _check_right(state: State, seat: int, kind: int, footprint: int) -> None:
    """Require an own permit, enough permits of anyone, and a total above that of every rival."""
    own, rival = values_in(state, seat, footprint), best_rival(state, seat, footprint)
    if own == NOWHERE:
        raise IllegalCommand("elasund.permit.own_permit_needed")
    if (state.permit_squares & footprint).bit_count() < KINDS_OF_BUILDING[kind].permits:
        raise IllegalCommand("elasund.building.permit_count", count=KINDS_OF_BUILDING[kind].permits)
    if own == rival:
        raise IllegalCommand("elasund.permit.tie_at_top_blocks_all", total=own)
    if own < rival:
        raise IllegalCommand("elasund.permit.majority_strict", total=own, highest=rival)


def _check_cover(state: State, seat: int, kind: int, footprint: int, color: int) -> None:
    """Refuse to cover larger buildings; equal ones require three influence cards of one color, others none."""
    if too_large(state, kind, footprint):
        raise IllegalCommand("elasund.displace.larger_blocks")
    if needs_set(state, kind, footprint):
        check_set(state, seat, color, COVER_PRICE, "elasund.equal.three_same_colour")
    elif color != NO_COLOR:
        raise IllegalCommand("elasund.displace.smaller_free")


def _check_cost(state: State, seat: int, kind: int, footprint: int) -> None:
    price, owed = KINDS_OF_BUILDING[kind].gold, compensation(state, seat, footprint)
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
    own = state.own_permits[seat]
    found: list[AnyCommand] = []
    if not own:
        return found
    gold, board, larger = state.gold[seat], state.setting.board, squares_by_larger(state)
    for shape, alike in enumerate(_KINDS_OF_SHAPE):
        if gold < _CHEAPEST[shape]:
            continue
        kinds = [kind for kind in alike if gold >= _PRICES[kind] and state.free_piece(seat, kind) != NOWHERE]
        if kinds:
            blocked = covering(shape, state.church | larger[RANKS[kinds[0]]])
            corners = squares_of(board.corners[shape] & covering(shape, own) & ~blocked)
            _list_shape(state, seat, kinds, corners, found)
    return found


def _list_shape(state: State, seat: int, kinds: list[int], corners: list[int], found: list[AnyCommand]) -> None:
    """Add what of these kinds of one shape can stand at some corners, by permits and gold; an own permit is there."""
    first, gold, permits = kinds[0], state.gold[seat], state.permit_squares
    footprints, needed, equal = FOOTPRINTS[first], _PERMITS[first], state.ranked[RANKS[first]]
    theirs = permits & ~state.own_permits[seat]
    for corner in corners:
        footprint = footprints[corner]
        if needed > 1 and (permits & footprint).bit_count() < needed:
            continue
        owed = _owed(state, seat, footprint) if theirs & footprint else 0
        if owed != NOWHERE:
            colors = full_sets(state, seat, COVER_PRICE) if equal & footprint else _FREE
            found += [
                _TILES[kind][corner][color + 1] for kind in kinds if gold >= _PRICES[kind] + owed for color in colors
            ]


def _owed(state: State, seat: int, footprint: int) -> int:
    """Return the compensation for the permits of rivals in a footprint; NOWHERE if one of them has as much there."""
    mine, owed = values_in(state, seat, footprint), 0
    for other in range(state.seats):
        if other != seat and state.own_permits[other] & footprint:
            theirs = values_in(state, other, footprint)
            if theirs >= mine:
                return NOWHERE
            owed += theirs
    return owed


CHAPTER: Final[Chapter[State]] = Chapter(
    "construction",
    rules={BuildTile: build_tile},
    acting=Times(listers={BUILD: list_tiles}),
)
