"""Plays as version 1 did, but never passes over a turn that is surely won."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.elasund import planner_1
from workers.agents.elasund.winning import find_win
from workers.agents.search.sure_wins import look_for_win


class Planner(planner_1.Planner):
    """Takes sure wins, prefers cubes that are rarely lost, and blocks what rivals are about to build."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a sensible legal command; None if nothing needs an answer."""
        last = look_for_win(self, actions, lambda: find_win(ruleset, knowledge, budget))
        return super().choose(ruleset, knowledge, actions, budget, rng) if last is None else last
