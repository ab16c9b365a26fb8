"""Bids as much as the prize is worth, which is the best reply to random bids (Ross 1971)."""

from random import Random

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from domain.goofspiel import Bid, State
from workers.agents.agent import Agent


class Matching(Agent):
    """Bids the card of the prize's number, or the nearest that is left."""

    def choose(self, ruleset: Ruleset, knowledge: State, actions: Actions, budget: float, rng: Random) -> Bid | None:
        """Choose the nearest card; None if no bid is due."""
        bids: list[Bid] = actions.commands
        return min(bids, key=lambda bid: abs(bid.card - knowledge.prize), default=None)
