"""Chooses among legal actions at random; plays every ruleset."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent


class Uniform(Agent):
    """Chooses uniformly among the listed commands; fills in a template only if none is listed and the seat must act."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose a random legal command."""
        if actions.commands:
            return rng.choice(actions.commands)
        if actions.must_act and actions.templates:
            return rng.choice(actions.templates).sample(rng)
        return None
