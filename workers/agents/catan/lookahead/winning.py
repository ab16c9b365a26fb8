"""Looks ahead as version 1 did, but never passes over a turn that is surely won."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.catan.lookahead import agent
from workers.agents.catan.winning.finding import find_win
from workers.agents.search.sure_wins import look_for_win


class Lookahead(agent.Lookahead):
    """Wins where a turn surely allows it; else tries a few commands in sampled positions, as version 1 does."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a legal command; None if nothing needs an answer."""
        last = look_for_win(self, actions, lambda: find_win(ruleset, knowledge, budget))
        return super().choose(ruleset, knowledge, actions, budget, rng) if last is None else last
