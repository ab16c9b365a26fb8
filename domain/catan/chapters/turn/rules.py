"""Hands the dice on, and refuses what no turn allows (rulebook 003, Summary)."""

from typing import Final

from domain.catan.agenda import roll_phase
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.robber.messages import Discard
from domain.catan.chapters.trading.messages import OffersLapsed
from domain.catan.chapters.turn.messages import EndTurn, TurnEnded, TurnStarted
from domain.catan.state import State
from domain.catan.terms import DISCARD, HAND_ON, MOST_SEATS, NOBODY
from domain.core.agenda import Agenda, Frame
from domain.core.decider import Draft
from domain.core.messages import AnyCommand
from domain.core.table_game import ordered

_END: Final = EndTurn()
_HAND_ON: Final = tuple((Frame(HAND_ON, 0, seat),) for seat in range(MOST_SEATS))


def untimely(state: State, seat: int, frame: Frame, command: type) -> str | None:
    """Return the rule against a command that holds in any frame."""
    rules = state.setting.rules
    if command in rules.between_turns and _others_build(state, frame):
        return rules.between_turns[command]
    if frame.kind == DISCARD and seat == state.active and not frame.seats >> seat & 1 and command is not Discard:
        return rules.acting[DISCARD].refusal(command)
    return None


def _others_build(state: State, frame: Frame) -> bool:
    """Return whether a turn is over and other seats may build before the next one."""
    return state.active == NOBODY and state.turn > 0 and BuildRoad in state.setting.rules.acting[frame.kind].allowed


def end_turn(draft: Draft[State], seat: int, command: EndTurn) -> Agenda | None:
    """Hand the dice to the left; open offers lapse."""
    state = draft.state
    if state.offers:
        draft.emit(OffersLapsed())
    following = (seat + 1) % state.seats
    for close in state.setting.points.closing:
        close(draft, seat)
    waiting = [frame for after in state.setting.points.after_turn for frame in after(state, seat)]
    if not waiting:
        return _HAND_ON[following]
    draft.emit(TurnEnded(seat))
    return (*_HAND_ON[following], *ordered(waiting))


def list_end(state: State, seat: int) -> list[AnyCommand]:
    """Return the end of the turn."""
    return [_END]


def begin_next(draft: Draft[State], frame: Frame) -> Agenda:
    """Begin the next turn, with the roll, once nothing is left of this one."""
    draft.emit(TurnStarted(frame.data, draft.state.turn + 1))
    return roll_phase(frame.data)
