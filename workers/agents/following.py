"""Follow a game as its seats see it, so that agents learn what they may conclude about what is hidden from them."""

from collections.abc import Iterable, Sequence
from typing import Any

from domain.core.belief import Belief
from domain.core.ruleset import Ruleset
from domain.core.table_state import SPECTATOR


class Follower:
    """Keeps what some seats of one game believe; each belief is folded from the events as that seat sees them alone."""

    def __init__(self, ruleset: Ruleset, state: Any, seats: Iterable[int]) -> None:
        """Begin at a position; seats of a ruleset without beliefs are left out."""
        begun = {seat: first_belief(ruleset, state, seat) for seat in seats}
        self.events = ruleset.events
        self.beliefs = {seat: belief for seat, belief in begun.items() if belief is not None}

    def follow(self, events: Sequence[Any]) -> None:
        """Take in the events of a version."""
        for seat, belief in self.beliefs.items():
            self.beliefs[seat] = belief.after(self.events.seen(events, seat))

    def belief(self, seat: int) -> Belief | None:
        """Return what a seat believes now; None for one that is not followed."""
        return self.beliefs.get(seat)


def first_belief(ruleset: Ruleset, state: Any, seat: int) -> Belief | None:
    """Return what a seat (-1: a spectator) believes that sees a position for the first time."""
    return ruleset.believe(ruleset.observe(state, None if seat == SPECTATOR else seat))
