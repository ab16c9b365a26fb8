"""The score boxes and the end of the game (rulebook 004, Building and End of the game)."""

from domain.core.agenda import Frame
from domain.core.decider import Draft
from domain.dice.commands import EndTurn
from domain.dice.events import BoxFilled, GameEnded, TurnStarted
from domain.dice.rolling import Agenda
from domain.dice.state import State
from domain.dice.terms import BOXES, CROSS, ROLL


def end_turn(draft: Draft, seat: int, command: EndTurn) -> Agenda | None:
    """Write the turn's sum, or a cross where nothing was built; the seat to the left rolls next."""
    state = draft.state
    draft.emit(BoxFilled(seat, len(state.boxes[seat]) + 1, state.gained if state.built else CROSS))
    following = (seat + 1) % state.seats
    if len(state.boxes[following]) == BOXES:
        draft.emit(_ending(state))
        return ()
    draft.emit(TurnStarted(following, state.turn + 1))
    return (Frame(ROLL, 1 << following),)


def _ending(state: State) -> GameEnded:
    """The highest total wins, shared by all who have it."""
    totals = tuple([state.total(seat) for seat in range(state.seats)])
    best = max(totals)
    return GameEnded(sum([1 << seat for seat in range(state.seats) if totals[seat] == best]), totals)
