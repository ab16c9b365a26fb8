"""The planner plays as `heuristic` does, with tuned weights and more steps in a turn; each of them was measured."""

from random import Random
from typing import Any, Final

from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.turn import STEPS, Step, Turn, offer_cards, trade_with_bank
from workers.agents.catan.weights import Weights
from workers.agents.catan.winning import win_this_turn


def _buy_last_card(turn: Turn) -> BuyDevelopmentCard | None:
    """Buy a development card with a hand that the next seven may halve, or when a single card may win the game."""
    now, card = turn.now, BuyDevelopmentCard()
    is_worth_it = sum(now.hand) >= now.weights.card_hand or now.missing_points <= now.weights.card_missing
    return card if is_worth_it and turn.listed.has(card) else None


_BANK: Final = STEPS.index(trade_with_bank)
_STEPS: Final[tuple[Step, ...]] = (win_this_turn, *STEPS[:_BANK], offer_cards, *STEPS[_BANK:], _buy_last_card)


class Planner(Agent):
    """Plans as `heuristic` does, wins where a turn allows it, and leaves few cards for others to take."""

    def __init__(self, weights: Weights = TUNED) -> None:
        self.weights = weights
        self.player = Heuristic(weights, _STEPS)

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None when nothing needs an answer."""
        return self.player.choose(ruleset, knowledge, actions, budget, rng)
