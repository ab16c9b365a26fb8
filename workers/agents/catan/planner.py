"""The planner plays as `heuristic` does, with more steps in a turn; every one of them was measured on its own."""

from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.closing import buy_last_card
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.turn import STEPS, Step
from workers.agents.catan.weights import FROZEN, Weights

_STEPS: Final[tuple[Step, ...]] = (*STEPS, buy_last_card)


class Planner(Agent):
    """Plans as `heuristic` does, and leaves no card unbought that would only be discarded later."""

    def __init__(self, weights: Weights = FROZEN) -> None:
        self.weights = weights
        self.player = Heuristic(weights, _STEPS)

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None when nothing needs an answer."""
        return self.player.choose(ruleset, knowledge, actions, budget, rng)
