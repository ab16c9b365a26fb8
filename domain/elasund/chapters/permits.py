"""Places permits, or takes gold, in phase 3, and compares permits (rulebook, Place a permit or take 2 gold; Build)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand, Message
from domain.elasund.board import ROWS, squares_of
from domain.elasund.payments import check_gold, check_set, full_sets, pay_gold, pay_set, take_gold
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    COLORS,
    GOLD_TAKEN,
    MOST_SEATS,
    MOVE_ANY_PRICE,
    NO_COLOR,
    NOWHERE,
    OF_SEAT,
    OF_VALUE,
    ON_SQUARE,
    PAID_IN,
    PERMIT,
    PERMITS,
    SPECIAL,
    phase,
)


@dataclass(frozen=True, slots=True)
class PlacePermit:
    """Place a permit in the ship's row; with two influence cards of `color` on any empty square."""

    value: int
    square: int
    color: int = NO_COLOR


@dataclass(frozen=True, slots=True)
class TakeGold:
    """Take two gold instead of placing a permit."""


@dataclass(frozen=True, slots=True)
class PassPermit:
    """Take neither permit nor gold."""


@dataclass(slots=True)
class PermitPlaced:
    """A permit stands on a square."""

    seat: int
    value: int
    square: int


_PLACE: Final = tuple(
    tuple(tuple(PlacePermit(value, place, color) for place in range(90)) for color in range(NO_COLOR, len(COLORS)))
    for value in range(PERMITS)
)
_TAKE: Final = TakeGold()
_PASS: Final = PassPermit()

# The seat and the value of a permit, by its mark on a square.
_OWNERS: Final = (NOWHERE, *(at // PERMITS for at in range(MOST_SEATS * PERMITS)))
_VALUES: Final = (NOWHERE, *(at % PERMITS for at in range(MOST_SEATS * PERMITS)))


def open_squares(state: Public) -> int:
    """Return the squares for permits without influence: the ship's row or, if it is full, the rows that replace it."""
    empty, rows = state.empty, state.setting.board.rows
    here = rows[state.ship] & empty
    if here:
        return here
    if state.setting.nearest_free_row:
        return _first_free(state, empty, range(state.ship - 1, -1, -1)) | _first_free(
            state, empty, range(state.ship + 1, ROWS)
        )
    beside = 0
    for row in (state.ship - 1, state.ship + 1):
        if 0 <= row < ROWS:
            beside |= rows[row] & empty
    return beside


def _first_free(state: Public, empty: int, order: range) -> int:
    for row in order:
        squares = state.setting.board.rows[row] & empty
        if squares:
            return squares
    return 0


def supply(state: Public, seat: int) -> list[int]:
    """Return the values of the permits that a seat has not placed."""
    placed = state.permits[seat * PERMITS : seat * PERMITS + PERMITS]
    return [value for value in range(PERMITS) if placed[value] == NOWHERE]


def check_permit(state: Public, seat: int, value: int) -> None:
    """Refuse a permit that is not in the supply."""
    if state.permit_at(seat, value) != NOWHERE:
        rule = "elasund.permit_phase.from_supply" if supply(state, seat) else "elasund.permit_phase.no_permits_left"
        raise IllegalCommand(rule, value=value)


def check_empty(state: Public, place: int) -> None:
    """Refuse a square that no permit may go to."""
    if not state.empty >> place & 1:
        rule = "elasund.permit_phase.empty_square" if state.empty else "elasund.permit_phase.no_square"
        raise IllegalCommand(rule, square=place)


def place_permit(draft: Draft[State], seat: int, command: PlacePermit) -> Agenda | None:
    """Place a permit for its value in gold; two influence cards of one color open every row."""
    state, color = draft.state, command.color
    check_permit(state, seat, command.value)
    check_empty(state, command.square)
    if color == NO_COLOR:
        if not open_squares(state) >> command.square & 1:
            raise IllegalCommand(_row_rule(state), square=command.square)
        check_gold(state, seat, command.value, "elasund.permit_phase.price")
    else:
        check_set(state, seat, color, MOVE_ANY_PRICE, "elasund.permit_phase.any_row")
        check_gold(state, seat, command.value, "elasund.permit_phase.any_row_still_gold")
        pay_set(draft, seat, color, MOVE_ANY_PRICE)
    pay_gold(draft, seat, command.value)
    draft.emit(PermitPlaced(seat, command.value, command.square))
    return phase(SPECIAL, seat)


def _row_rule(state: Public) -> str:
    """Return the rule that refuses a square in another row without influence."""
    if state.setting.board.rows[state.ship] & state.empty:
        return "elasund.permit_phase.ship_row"
    if state.setting.nearest_free_row:
        return "elasund.permit_phase.overflow_nearest"
    if not open_squares(state):
        return "elasund.permit_phase.overflow_needs_influence"
    return "elasund.permit_phase.overflow_adjacent"


def take_two_gold(draft: Draft[State], seat: int, command: TakeGold) -> Agenda | None:
    """Take two gold, or as much as the bank has."""
    take_gold(draft, seat, GOLD_TAKEN)
    return phase(SPECIAL, seat)


def pass_permit(draft: Draft[State], seat: int, command: PassPermit) -> Agenda | None:
    """Take neither permit nor gold, if the edition allows it."""
    if not draft.state.setting.may_pass:
        raise IllegalCommand("elasund.permit_phase.pass_forbidden")
    return phase(SPECIAL, seat)


def affordable(state: State, seat: int) -> list[int]:
    """Return the values in supply that a seat has the gold for."""
    at = seat * PERMITS
    placed = state.permits[at : at + min(state.gold[seat] + 1, PERMITS)]
    return [value for value, place in enumerate(placed) if place == NOWHERE]


def list_permits(state: State, seat: int) -> list[AnyCommand]:
    """Return every permit on every square open to it, paid in every color possible; taking gold; passing."""
    found: list[AnyCommand] = [_TAKE]
    if state.setting.may_pass:
        found.append(_PASS)
    values = affordable(state, seat)
    if not values:
        return found
    near = open_squares(state)
    colors = full_sets(state, seat, MOVE_ANY_PRICE)
    far = squares_of(state.empty) if colors else []
    for value in values:
        found += _near(value, near)
        for color in colors:
            row = _PLACE[value][color + 1]
            found += [row[place] for place in far]
    return found


@lru_cache(maxsize=20_000)
def _near(value: int, squares: int) -> tuple[PlacePermit, ...]:
    """Return a permit on each of some squares, without influence; cached, since free squares rarely change."""
    row = _PLACE[value][0]
    return tuple([row[place] for place in squares_of(squares)])


def totals_on(state: Public, squares: Sequence[int]) -> list[int]:
    """Return every seat's total of the permits on some squares; NOWHERE for seats without a permit there."""
    totals = [NOWHERE] * state.seats
    for place in squares:
        mark = state.marks[place]
        if mark:
            owner = _OWNERS[mark]
            totals[owner] = max(totals[owner], 0) + _VALUES[mark]
    return totals


def compensation(state: Public, seat: int, footprint: int) -> int:
    """Return the compensation for the permits of all other seats in a footprint."""
    rivals = state.permit_squares & footprint & ~state.own_permits[seat]
    return sum([_VALUES[state.marks[place]] for place in squares_of(rivals)])


def highest_rival(totals: list[int], seat: int) -> int:
    """Return the highest total of any other seat; NOWHERE if no other seat has a permit there."""
    highest = NOWHERE
    for other, total in enumerate(totals):
        if total > highest and other != seat:
            highest = total
    return highest


def sum_owed(totals: list[int], seat: int) -> int:
    """Return the sum of the totals of all other seats, which is the compensation for their permits."""
    return sum([total for other, total in enumerate(totals) if total > 0 and other != seat])


def permit_placed(s: State, event: PermitPlaced) -> None:
    """The permit stands on the square."""
    s.put_permit(event.seat, event.value, event.square)


CHAPTER: Final[Chapter[State]] = Chapter(
    "permits",
    order=10,
    commands=(
        Message(PlacePermit, (OF_VALUE, ON_SQUARE, PAID_IN)),
        Message(TakeGold),
        Message(PassPermit),
    ),
    events=(Message(PermitPlaced, (OF_SEAT, OF_VALUE, ON_SQUARE)),),
    rules={PlacePermit: place_permit, TakeGold: take_two_gold, PassPermit: pass_permit},
    acting=Times(listers={PERMIT: list_permits}),
    evolvers={PermitPlaced: permit_placed},
)
