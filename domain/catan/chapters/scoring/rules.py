"""End of the game and scoring (rulebook 003, End of the game)."""

from domain.catan.chapters.scoring.messages import GameWon, HandsRevealed
from domain.catan.state import State
from domain.catan.terms import CARDS, VICTORY_POINT
from domain.core.agenda import AgendaSet
from domain.core.decider import Draft


def victory_points(state: State, seat: int) -> int:
    """Return a seat's points with its victory point cards; with an option, not those bought this turn."""
    at = seat * len(CARDS) + VICTORY_POINT
    cards = state.cards[at]
    if state.setting.victory_point_card_waits:
        cards -= state.fresh[at]
    return state.points[seat] + cards


def has_won(state: State) -> bool:
    """Return whether the active player has reached the target in the own turn."""
    return state.active >= 0 and victory_points(state, state.active) >= state.setting.target


def finish(draft: Draft[State]) -> None:
    """End the game at once: the winner shows the victory point cards, then all hands and totals are shown."""
    state = draft.state
    totals = tuple(state.points[seat] + state.card(seat, VICTORY_POINT) for seat in range(state.seats))
    winner = state.active
    shown = state.card(winner, VICTORY_POINT)
    draft.emit(GameWon(winner, totals[winner], shown))
    draft.emit(HandsRevealed(tuple(state.hands), state.cards, totals))
    draft.emit(AgendaSet(()))
