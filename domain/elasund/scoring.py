"""Counts cubes and ends the game (rulebook, End of the game)."""

from typing import Final

from domain.core.agenda import Agenda, AgendaSet
from domain.core.chapter import Chapter
from domain.core.decider import Draft
from domain.elasund.agenda import roll_phase
from domain.elasund.commands import EndTurn
from domain.elasund.events.ending import CityFinished, ElasundGameWon, ElasundHandsRevealed
from domain.elasund.events.ship import TurnStarted
from domain.elasund.soundness import check_material
from domain.elasund.standstill import stands_still
from domain.elasund.state import State
from domain.elasund.terms import CUBES


def wins_now(state: State) -> bool:
    """Return whether the active player has all cubes on the board, where the edition ends the game at once."""
    return state.setting.wins_at_once and state.active >= 0 and state.points[state.active] == CUBES


def finish(draft: Draft[State], seat: int) -> None:
    """End the game, won by a seat."""
    draft.emit(ElasundGameWon(seat, draft.state.points[seat]))
    _close(draft)


def win(draft: Draft[State]) -> None:
    """End the game, won by the active player."""
    finish(draft, draft.state.active)


def _finish_city(draft: Draft[State]) -> None:
    """End a game in which no seat can build any more; the most cubes win, also together."""
    points = draft.state.points
    most = max(points)
    draft.emit(CityFinished(tuple(seat for seat in range(draft.state.seats) if points[seat] == most), most))
    _close(draft)


def _close(draft: Draft[State]) -> None:
    """Show all hands."""
    state = draft.state
    hands: list[int] = []
    for other in range(state.seats):
        hands += [state.gold[other], *state.colors_of(other)]
    draft.emit(ElasundHandsRevealed(tuple(hands)))
    draft.emit(AgendaSet(()))


def end_turn(draft: Draft[State], seat: int, command: EndTurn) -> Agenda | None:
    """Win with ten cubes on the board, otherwise pass the dice to the left, unless no seat can build any more."""
    state = draft.state
    if state.points[seat] == CUBES:
        finish(draft, seat)
        return None
    if stands_still(state):
        _finish_city(draft)
        return None
    following = (seat + 1) % state.seats
    draft.emit(TurnStarted(following, state.turn + 1))
    return roll_phase(following)


CHAPTER: Final[Chapter[State]] = Chapter(
    "scoring",
    rules={EndTurn: end_turn},
    check=check_material,
)
