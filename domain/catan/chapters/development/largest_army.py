"""Awards Largest Army (rulebook 003, Construction d; component facts A.5)."""

from domain.catan.awards import move_award, rightful_holder
from domain.catan.belief import Belief
from domain.catan.chapters.development import messages
from domain.catan.state import State
from domain.catan.terms import SMALLEST_LARGEST_ARMY
from domain.core.decider import Draft


def award_largest_army(draft: Draft[State]) -> None:
    """Move the card where the armies say so: three knights take it, from a holder only strictly more."""
    state = draft.state
    holder = rightful_holder(state.knights, state.largest_army, SMALLEST_LARGEST_ARMY)
    if holder != state.largest_army:
        draft.emit(messages.LargestArmyMoved(holder))


def largest_army_moved(s: State | Belief, event: messages.LargestArmyMoved) -> None:
    """Give the award to its new holder, with its points."""
    move_award(s.points, s.largest_army, event.seat)
    s.largest_army = event.seat
