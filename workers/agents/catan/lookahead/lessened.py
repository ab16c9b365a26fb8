"""The search with one of its parts taken away, to measure in duels what that part gives.

The search without itself is `planner`, and one with fewer dealt worlds is `lookahead,worlds=2`.
"""

from dataclasses import replace
from random import Random
from typing import Any, Final

from domain.catan.chapters.trading.messages import DeclineOffer
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.catan.lookahead.agent import STANDARD, Lookahead
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.planner import Planner
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.value.figures import NAMES, POINTS
from workers.agents.catan.value.model import Value

A_POINT: Final = 1.0
"""By how much a point raises the score of a seat where points are all that counts; e to that are the odds."""
TEN: Final = 10
UNTRADING: Final = replace(TUNED, offers=0, accept=1.0)
"""Makes no offers; nothing that an offer brings is worth taking it."""
SILENT: Final = replace(STANDARD, offers=0)
"""Tries no offers."""


class WithoutBeliefs(Lookahead):
    """Deals hidden cards uniformly between the bounds that everybody could work out."""

    believes = False


class WithoutValue(Lookahead):
    """Judges a position by the points of the seats alone."""

    def __init__(self, weights: Effort = STANDARD) -> None:
        super().__init__(weights, points_alone())


class WithoutTrade(Lookahead):
    """Neither makes nor takes offers, and expects none when it looks ahead; it trades with the bank and harbors."""

    def __init__(self, weights: Effort = SILENT) -> None:
        super().__init__(weights, floor=Planner(UNTRADING))

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; whatever is offered is declined without a search."""
        pick = self.floor.choose(ruleset, knowledge, actions, budget, rng)
        if isinstance(pick, DeclineOffer):
            return pick
        return super().choose(ruleset, knowledge, actions, budget, rng)


def points_alone() -> Value:
    """Make a value that sees nothing but each seat's points, as a share of the target of ten."""
    weights = [0.0] * len(NAMES)
    weights[POINTS] = A_POINT * TEN
    return Value([0.0], [weights])
