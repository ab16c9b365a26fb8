"""Plays as `heuristic` does, with tuned weights and more steps in a turn: version 1 of `planner`."""

from typing import Final

from domain.catan.chapters.development.messages import BuyDevelopmentCard
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.planner_search import win_this_turn
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.turn import STEPS, Step, Turn, offer_cards, trade_with_bank
from workers.agents.catan.weights import Weights


def _buy_last_card(turn: Turn) -> BuyDevelopmentCard | None:
    """Buy a development card if a seven would halve the hand, or if a single card may win the game."""
    now, card = turn.now, BuyDevelopmentCard()
    is_worth_it = sum(now.hand) >= now.weights.card_hand or now.missing_points <= now.weights.card_missing
    return card if is_worth_it and turn.listed.has(card) else None


_BANK: Final = STEPS.index(trade_with_bank)
_STEPS: Final[tuple[Step, ...]] = (win_this_turn, *STEPS[:_BANK], offer_cards, *STEPS[_BANK:], _buy_last_card)


class Planner(Heuristic):
    """Plans as `heuristic` does, wins where a turn allows it, and leaves few cards for others to take."""

    def __init__(self, weights: Weights = TUNED) -> None:
        super().__init__(weights, _STEPS)
