"""Defines the search without one of its parts, to measure the effect of each part in duels.

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
from workers.agents.catan.planner_1 import Planner
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.value.figures import NAMES, POINTS
from workers.agents.catan.value.model import Value
from workers.agents.search.phased_weights import PhasedWeights

A_POINT: Final = 1.0
"""How much a point raises the score of a seat if only points count; the odds are e to that."""
TEN: Final = 10
UNTRADING: Final = replace(TUNED, offers=0, accept=1.0)
"""Weights that make no offers and accept none."""
SILENT: Final = replace(STANDARD, offers=0)
"""An effort that tries no offers."""


class WithoutBeliefs(Lookahead):
    """Samples hidden cards uniformly within the bounds that everybody can deduce."""

    believes = False


class WithoutValue(Lookahead):
    """Judges a position by the points of the seats alone."""

    def __init__(self, weights: Effort = STANDARD) -> None:
        super().__init__(weights, points_alone())


class WithoutTrade(Lookahead):
    """Neither makes nor accepts offers, nor expects any when it looks ahead; it trades with the bank and harbors."""

    def __init__(self, weights: Effort = SILENT) -> None:
        super().__init__(weights, floor=Planner(UNTRADING))

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; offers are declined without a search."""
        pick = self.floor.choose(ruleset, knowledge, actions, budget, rng)
        if isinstance(pick, DeclineOffer):
            return pick
        return super().choose(ruleset, knowledge, actions, budget, rng)


def points_alone() -> Value:
    """Return a value that depends only on each seat's points, as a share of the target of ten."""
    weights = [0.0] * len(NAMES)
    weights[POINTS] = A_POINT * TEN
    return Value(PhasedWeights([0.0], [weights]))
