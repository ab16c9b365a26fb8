"""Searches plain games alone, as version 1 of `expectimax` did; with modules it plays as version 3 of `planner`."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent
from workers.agents.catan import planner
from workers.agents.catan.expectimax.agent import STANDARD, Searcher
from workers.agents.catan.expectimax.effort import Effort
from workers.agents.catan.value.model import Value
from workers.agents.catan.winning.finding import find_win
from workers.agents.search.sure_wins import TakesSureWins


class Expectimax(TakesSureWins, Searcher):
    """Wins where a turn surely allows it; else searches its turn and the answers of others, in plain games."""

    find_win = staticmethod(find_win)

    def __init__(self, weights: Effort = STANDARD, value: Value | None = None, floor: Agent | None = None) -> None:
        super().__init__(weights, value, floor)
        self.planner = planner.Planner()

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer. Time that is used up counts as a stop."""
        if not knowledge.setting.config.modules:
            return super().choose(ruleset, knowledge, actions, budget, rng)
        before = self.planner.stopped
        pick = self.planner.choose(ruleset, knowledge, actions, budget, rng)
        self.stopped += self.planner.stopped - before
        return pick
