"""The planner plays as `heuristic` does, with tuned weights and more steps in a turn; each of them was measured."""

from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.closing import buy_last_card
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.turn import STEPS, Step, offer_cards, trade_with_bank
from workers.agents.catan.weights import Weights
from workers.agents.catan.winning import win_this_turn

_BANK: Final = STEPS.index(trade_with_bank)
_STEPS: Final[tuple[Step, ...]] = (win_this_turn, *STEPS[:_BANK], offer_cards, *STEPS[_BANK:], buy_last_card)


class Planner(Agent):
    """Plans as `heuristic` does, wins where a turn allows it, and leaves few cards for others to take."""

    def __init__(self, weights: Weights = TUNED) -> None:
        self.weights = weights
        self.player = Heuristic(weights, _STEPS)

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None when nothing needs an answer."""
        return self.player.choose(ruleset, knowledge, actions, budget, rng)
