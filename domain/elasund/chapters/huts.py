"""Places displaced starting huts again at once (rulebook, The workers' huts)."""

from dataclasses import dataclass
from typing import Final

from domain.core.agenda import Agenda, Frame
from domain.core.chapter import Chapter, Times, change_nothing
from domain.core.decider import Draft
from domain.core.errors import IllegalCommand
from domain.core.kinds import word
from domain.core.messages import AnyCommand, Field, Message
from domain.core.table_state import pop
from domain.elasund.board import ROW_MASKS, ROWS, squares_of
from domain.elasund.displacing import return_permit_on
from domain.elasund.pieces import KIND_OF_PIECE, OWN_KINDS, piece_of
from domain.elasund.state import Public, State
from domain.elasund.terms import CUBES, HUT, HUTS, LARGE_HUT, MOST_BUILDS, OF_SEAT, ON_SQUARE, PERMIT, SMALL_HUT, phase


@dataclass(frozen=True, slots=True)
class ReplaceHut:
    """Put a displaced starting hut on other squares; `square` is its upper one."""

    hut: int
    square: int


@dataclass(frozen=True, slots=True)
class DeclineHut:
    """Leave a displaced starting hut out of the game."""

    hut: int


@dataclass(slots=True)
class HutReplaced:
    """A displaced starting hut stands again."""

    seat: int
    hut: int
    square: int


@dataclass(slots=True)
class HutLost:
    """A displaced starting hut left the game."""

    seat: int
    hut: int


_HUT: Final = Field("hut", word(HUTS))
_LAST_ROW: Final = ROW_MASKS[ROWS - 1]
_REPLACE: Final = tuple(tuple(ReplaceHut(hut, place) for place in range(90)) for hut in range(len(HUTS)))


def hut_places(state: Public, owner: int, hut: int) -> int:
    """Return the squares where a hut may stand, the upper one of a large hut: empty, and no trade field."""
    free = _open_to(state, owner) & state.setting.board.hut_ground
    return free if hut == SMALL_HUT else free & ~_LAST_ROW & free >> 1


def _open_to(state: Public, owner: int) -> int:
    """Return the empty squares, and where the edition allows it those with permits of the owner."""
    return state.empty | state.own_permits[owner] if state.setting.hut_on_own_permits else state.empty


def after_build(draft: Draft[State], seat: int, huts: list[int]) -> Agenda:
    """Settle displaced huts after a built tile: the builder's own first, then clockwise; then the building goes on."""
    state = draft.state
    after = state.agenda[:1] if state.builds < MOST_BUILDS else phase(PERMIT, seat)
    if not huts or (state.setting.wins_at_once and state.points[seat] == CUBES):
        return after
    kinds = [0] * state.seats  # of the huts that each owner must place again, one bit per kind
    for piece in huts:
        kinds[piece // OWN_KINDS] |= 1 << KIND_OF_PIECE[piece]
    owners = [(seat + step) % state.seats for step in reversed(range(state.seats))]
    return settle_huts(draft, (*after, *[Frame(HUT, 1 << owner, kinds[owner]) for owner in owners if kinds[owner]]))


def settle_huts(draft: Draft[State], agenda: Agenda) -> Agenda:
    """Remove the huts on top of the agenda that have no place left; their owners are not asked."""
    while agenda[-1].kind == HUT:
        frame = agenda[-1]
        owner = frame.seats.bit_length() - 1
        left = 0
        for hut in (SMALL_HUT, LARGE_HUT):
            if frame.data >> hut & 1:
                if hut_places(draft.state, owner, hut):
                    left |= 1 << hut
                else:
                    draft.emit(HutLost(owner, hut))
        if left:
            return (*agenda[:-1], Frame(HUT, frame.seats, left))
        agenda = agenda[:-1]
    return agenda


def replace_hut(draft: Draft[State], seat: int, command: ReplaceHut) -> Agenda | None:
    """Put a displaced hut on other squares, free of charge."""
    state = draft.state
    _check_owed(state, command.hut)
    if not hut_places(state, seat, command.hut) >> command.square & 1:
        raise IllegalCommand(_place_rule(state, seat, command), square=command.square)
    for place in _squares(command):
        return_permit_on(draft, place)
    draft.emit(HutReplaced(seat, command.hut, command.square))
    return _without(draft, command.hut)


def decline_hut(draft: Draft[State], seat: int, command: DeclineHut) -> Agenda | None:
    """Leave a displaced hut out of the game, if the edition allows that."""
    state = draft.state
    _check_owed(state, command.hut)
    if state.setting.hut_must:
        raise IllegalCommand("elasund.hut.must_replace")
    draft.emit(HutLost(seat, command.hut))
    return _without(draft, command.hut)


def _check_owed(state: State, hut: int) -> None:
    if not state.agenda[-1].data >> hut & 1:
        raise IllegalCommand("elasund.hut.trigger_any", hut=HUTS[hut])


def _squares(command: ReplaceHut) -> tuple[int, ...]:
    """Return the squares under a hut."""
    return (command.square,) if command.hut == SMALL_HUT else (command.square, command.square + 1)


def _place_rule(state: State, seat: int, command: ReplaceHut) -> str:
    place, board, free = command.square, state.setting.board, _open_to(state, seat)
    barred = state.permit_squares & ~free
    if any(barred >> at & 1 for at in _squares(command)):
        return "elasund.hut.not_on_permits"
    if board.trade_fields >> place & 1:
        return "elasund.hut.not_trade_field"
    return "elasund.hut.two_squares" if free >> place & 1 else "elasund.hut.any_empty"


def _without(draft: Draft[State], hut: int) -> Agenda:
    """Return the agenda with one hut settled, and those that now have no place left."""
    frame = draft.state.agenda[-1]
    rest = Frame(HUT, frame.seats, frame.data & ~(1 << hut))
    return settle_huts(draft, (*pop(draft.state), rest))


def list_huts(state: State, seat: int) -> list[AnyCommand]:
    """Return every place for every displaced hut of a seat, and the command to decline if the edition allows it."""
    found: list[AnyCommand] = []
    for hut in (SMALL_HUT, LARGE_HUT):
        if state.agenda[-1].data >> hut & 1:
            found += [_REPLACE[hut][place] for place in squares_of(hut_places(state, seat, hut))]
            if not state.setting.hut_must:
                found.append(DeclineHut(hut))
    return found


def hut_replaced(s: State, event: HutReplaced) -> None:
    """The hut stands again."""
    s.put_piece(piece_of(event.seat, event.hut), event.seat, event.square, 0)


CHAPTER: Final[Chapter[State]] = Chapter(
    "huts",
    order=9,
    commands=(
        Message(ReplaceHut, (_HUT, ON_SQUARE)),
        Message(DeclineHut, (_HUT,)),
    ),
    events=(
        Message(HutReplaced, (OF_SEAT, _HUT, ON_SQUARE)),
        Message(HutLost, (OF_SEAT, _HUT)),
    ),
    rules={ReplaceHut: replace_hut, DeclineHut: decline_hut},
    acting=Times(listers={HUT: list_huts}),
    evolvers={HutReplaced: hut_replaced, HutLost: change_nothing},
)
