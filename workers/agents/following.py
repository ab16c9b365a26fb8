"""Follows a game as its seats see it, to compute the beliefs of agents about hidden things."""

from collections.abc import Iterable, Sequence
from typing import Any

from domain.core.knowledge import Belief
from domain.core.ruleset import Ruleset
from domain.core.table_state import SPECTATOR


class Follower:
    """Keeps the beliefs of some seats of one game, each folded from the events as that seat sees them."""

    def __init__(self, ruleset: Ruleset, state: Any, seats: Iterable[int]) -> None:
        """Begin at a position; without beliefs in the ruleset, no seat is followed."""
        begun = {seat: first_belief(ruleset, state, seat) for seat in seats}
        self.events = ruleset.events
        self.beliefs = {seat: belief for seat, belief in begun.items() if belief is not None}

    def follow(self, events: Sequence[Any]) -> None:
        """Update the beliefs by the events of a version."""
        for seat, belief in self.beliefs.items():
            self.beliefs[seat] = belief.after(self.events.seen(events, seat))

    def belief(self, seat: int) -> Belief | None:
        """Return the belief of a seat; None for one that is not followed."""
        return self.beliefs.get(seat)


def first_belief(ruleset: Ruleset, state: Any, seat: int) -> Belief | None:
    """Return the belief of a seat (-1: a spectator) that sees a position without earlier events."""
    return ruleset.believe(ruleset.observe(state, None if seat == SPECTATOR else seat))
