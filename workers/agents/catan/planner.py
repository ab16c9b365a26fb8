"""Plays as version 1 did, but never passes over a turn that is surely won."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.catan import planner_1
from workers.agents.catan.winning.finding import find_win
from workers.agents.search.sure_wins import look_for_win


class Planner(planner_1.Planner):
    """Plans as `heuristic` does, wins where a turn surely allows it, and leaves few cards for others to take."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a sensible legal command; None if nothing needs an answer."""
        last = look_for_win(self, actions, lambda: find_win(ruleset, knowledge, budget))
        return super().choose(ruleset, knowledge, actions, budget, rng) if last is None else last
