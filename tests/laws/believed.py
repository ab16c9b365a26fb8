"""Follows what every observer of a game believes, and checks that the truth is always possible and never shown."""

from random import Random
from typing import Any

from domain.core.knowledge import Belief
from tests.laws.cases import Case
from tests.laws.known import differences


class Believed:
    """Holds what each seat and a spectator (None) believe, from what each of them sees; empty without beliefs."""

    def __init__(self, case: Case, state: Any) -> None:
        self.case = case
        self.beliefs: dict[int | None, Belief] = {}
        for seat in (None, *range(case.seats)):
            belief = case.ruleset.believe(case.ruleset.observe(state, seat))
            if belief is not None:
                self.beliefs[seat] = belief

    def follow(self, events: list[Any], state: Any) -> None:
        """Take in a version; what happened must be possible for everybody."""
        events_of = self.case.ruleset.events
        for seat, belief in self.beliefs.items():
            seen = events_of.seen(events, -1 if seat is None else seat)
            self.beliefs[seat] = belief.after(seen)
        if self.case.allows is not None:
            self.case.allows(self.beliefs.values(), state)

    def check(self, state: Any, rng: Random) -> None:
        """Positions that are drawn from what a seat believes look to it like the true one, and are sound."""
        ruleset = self.case.ruleset
        for seat, belief in self.beliefs.items():
            knowledge = ruleset.observe(state, seat)
            if self.case.fits is not None:
                self.case.fits(belief, knowledge)
            ruleset.add_belief(knowledge, belief)
            world = ruleset.determinize(knowledge, rng)
            again = ruleset.observe(world, seat)
            ruleset.add_belief(again, belief)
            if ruleset.result(state) is None:
                assert list(differences(again, knowledge)) == []
            self.case.conserve(world)
