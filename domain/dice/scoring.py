"""Fills the score boxes and ends the game (rulebook 004, Building and End of the game)."""

from typing import Final

from domain.core.agenda import Agenda
from domain.core.chapter import Chapter, Times
from domain.core.decider import Draft
from domain.core.messages import AnyCommand
from domain.dice.commands import EndTurn
from domain.dice.events import BoxFilled, GameEnded, TurnStarted
from domain.dice.soundness import check_sheets
from domain.dice.state import State, opened
from domain.dice.terms import BOXES, BUILD, CONVERT, CROSS, ROLL

_END: Final[list[AnyCommand]] = [EndTurn()]


def end_turn(draft: Draft[State], seat: int, command: EndTurn) -> Agenda | None:
    """Write the turn's sum, or a cross where nothing was built; the seat to the left rolls next."""
    state = draft.state
    draft.emit(BoxFilled(seat, len(state.boxes[seat]) + 1, state.gained if state.built else CROSS))
    following = (seat + 1) % state.seats
    if len(state.boxes[following]) == BOXES:
        draft.emit(_ending(state))
        return ()
    draft.emit(TurnStarted(following, state.turn + 1))
    return opened(state, ROLL, following)


def _ending(state: State) -> GameEnded:
    """Return the end of the game: the highest total wins, shared by all who have it."""
    totals = tuple([state.total(seat) for seat in range(state.seats)])
    best = max(totals)
    return GameEnded(sum([1 << seat for seat in range(state.seats) if totals[seat] == best]), totals)


def list_end(state: State, seat: int) -> list[AnyCommand]:
    """Return the end of the turn."""
    return _END


CHAPTER: Final[Chapter[State]] = Chapter(
    "scoring",
    rules={EndTurn: end_turn},
    acting=Times(listers={CONVERT: list_end, BUILD: list_end}),
    check=check_sheets,
)
