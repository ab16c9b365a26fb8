"""Plays one of four special actions, in phase 4 (rulebook, Special action, a to d)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.messages import AnyCommand, Field, Message
from domain.elasund.board import squares_of
from domain.elasund.chapters.permits import PermitPlaced, affordable, check_empty, check_permit, supply
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.displacing import PermitReturned
from domain.elasund.payments import (
    ONE_OF_EACH,
    InfluencePaid,
    bank_gives,
    check_each,
    check_gold,
    check_set,
    full_sets,
    has_each,
    pay_gold,
    pay_set,
    take_gold,
)
from domain.elasund.state import Public, State
from domain.elasund.terms import (
    COLORS,
    GOLD_TAKEN,
    IN_COLOR,
    MOVE_ANY_PRICE,
    NOWHERE,
    OF_SEAT,
    OF_VALUE,
    ON_SQUARE,
    PERMITS,
    SPECIAL,
    VALUE,
    special_done,
)


@dataclass(frozen=True, slots=True)
class MovePermit:
    """Move the own permit of a value to another square for two influence cards of `color` (special action a)."""

    value: int
    square: int
    color: int


@dataclass(frozen=True, slots=True)
class UpgradePermit:
    """Swap the placed permit of a value for a higher one, for two influence cards of `color` (special action b)."""

    value: int
    higher: int
    color: int


@dataclass(frozen=True, slots=True)
class PlaceExtraPermit:
    """Place a permit on any empty square for one influence card of each color (special action c)."""

    value: int
    square: int


@dataclass(frozen=True, slots=True)
class BuyGold:
    """Take two gold for one influence card of each color (special action d)."""


@dataclass(slots=True)
class PermitMoved:
    """A permit went to another square."""

    seat: int
    value: int
    square: int


_MOVE: Final = tuple(
    tuple(tuple(MovePermit(value, place, color) for place in range(90)) for color in range(len(COLORS)))
    for value in range(PERMITS)
)
_EXTRA: Final = tuple(tuple(PlaceExtraPermit(value, place) for place in range(90)) for value in range(PERMITS))
_UPGRADE: Final = tuple(
    tuple(tuple(UpgradePermit(value, up, color) for up in range(PERMITS)) for color in range(len(COLORS)))
    for value in range(PERMITS)
)
_BUY: Final = BuyGold()
_END: Final = EndTurn()
_ONLY_END: Final[list[AnyCommand]] = [_END]


def _check_first(state: Public) -> None:
    if state.agenda[-1].data:
        raise IllegalCommand("elasund.turn.one_special")


def move_permit(draft: Draft[State], seat: int, command: MovePermit) -> Agenda | None:
    """Move an own permit to any empty square (special action a)."""
    state = draft.state
    _check_first(state)
    _check_placed(state, seat, command.value, "elasund.special.a_move")
    check_empty(state, command.square)
    check_set(state, seat, command.color, MOVE_ANY_PRICE, "elasund.special.a_move")
    pay_set(draft, seat, command.color, MOVE_ANY_PRICE)
    draft.emit(PermitMoved(seat, command.value, command.square))
    return special_done(seat)


def _check_placed(state: Public, seat: int, value: int, rule: str) -> None:
    if state.permit_at(seat, value) == NOWHERE:
        raise IllegalCommand(rule, value=value)


def upgrade_permit(draft: Draft[State], seat: int, command: UpgradePermit) -> Agenda | None:
    """Swap an own permit on the board for a higher one in supply (special action b)."""
    state, value, higher = draft.state, command.value, command.higher
    _check_first(state)
    _check_placed(state, seat, value, "elasund.special.b_upgrade")
    if higher <= value or state.permit_at(seat, higher) != NOWHERE:
        raise IllegalCommand("elasund.special.b_only_higher", value=value, higher=higher)
    check_set(state, seat, command.color, MOVE_ANY_PRICE, "elasund.special.b_upgrade")
    check_gold(state, seat, higher - value, "elasund.special.b_upgrade")
    place = state.permit_at(seat, value)
    pay_set(draft, seat, command.color, MOVE_ANY_PRICE)
    pay_gold(draft, seat, higher - value)
    draft.emit(PermitReturned(seat, value))
    draft.emit(PermitPlaced(seat, higher, place))
    return special_done(seat)


def place_extra_permit(draft: Draft[State], seat: int, command: PlaceExtraPermit) -> Agenda | None:
    """Place a permit on any empty square (special action c)."""
    state = draft.state
    _check_first(state)
    check_permit(state, seat, command.value)
    check_empty(state, command.square)
    check_each(state, seat, "elasund.special.c_place")
    check_gold(state, seat, command.value, "elasund.special.c_place")
    draft.emit(InfluencePaid(seat, ONE_OF_EACH))
    pay_gold(draft, seat, command.value)
    draft.emit(PermitPlaced(seat, command.value, command.square))
    return special_done(seat)


def buy_gold(draft: Draft[State], seat: int, command: BuyGold) -> Agenda | None:
    """Take two gold, or one if the bank has no more (special action d)."""
    state = draft.state
    _check_first(state)
    check_each(state, seat, "elasund.special.d_gold")
    if not bank_gives(state):
        raise IllegalCommand("elasund.shortage.lasts" if state.bank else "elasund.shortage.special_d_empty_bank")
    draft.emit(InfluencePaid(seat, ONE_OF_EACH))
    take_gold(draft, seat, GOLD_TAKEN)
    return special_done(seat)


def list_specials(state: State, seat: int) -> list[AnyCommand]:
    """Return every special action that a seat can pay for, unless it has done one, and the end of the turn."""
    if state.agenda[-1].data:
        return _ONLY_END
    colors, one_of_each = full_sets(state, seat, MOVE_ANY_PRICE), has_each(state, seat)
    if not colors and not one_of_each:
        return _ONLY_END
    found: list[AnyCommand] = [_END]
    places = squares_of(state.empty)
    for color in colors:
        found += _list_moves(state, seat, color, places)
    if one_of_each:
        if bank_gives(state):
            found.append(_BUY)
        for value in affordable(state, seat):
            row = _EXTRA[value]
            found += [row[place] for place in places]
    return found


def _list_moves(state: State, seat: int, color: int, places: list[int]) -> list[AnyCommand]:
    """Return moves of the own permits to empty squares, and upgrades of them, paid in a color."""
    found: list[AnyCommand] = []
    gold, at = state.gold[seat], seat * PERMITS
    higher = supply(state, seat)
    for value in range(PERMITS):
        if state.permits[at + value] != NOWHERE:
            moves = _MOVE[value][color]
            found += [moves[place] for place in places]
            upgrades = _UPGRADE[value][color]
            found += [upgrades[up] for up in higher if value < up <= value + gold]
    return found


def permit_moved(s: State, event: PermitMoved) -> None:
    """The permit stands on the square."""
    s.put_permit(event.seat, event.value, event.square)


CHAPTER: Final[Chapter[State]] = Chapter(
    "special",
    order=11,
    commands=(
        Message(MovePermit, (OF_VALUE, ON_SQUARE, IN_COLOR)),
        Message(UpgradePermit, (OF_VALUE, Field("higher", VALUE), IN_COLOR)),
        Message(PlaceExtraPermit, (OF_VALUE, ON_SQUARE)),
        Message(BuyGold),
    ),
    events=(Message(PermitMoved, (OF_SEAT, OF_VALUE, ON_SQUARE)),),
    rules={
        MovePermit: move_permit,
        UpgradePermit: upgrade_permit,
        PlaceExtraPermit: place_extra_permit,
        BuyGold: buy_gold,
    },
    acting=Times(listers={SPECIAL: list_specials}),
    evolvers={PermitMoved: permit_moved},
)
