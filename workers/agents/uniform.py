"""The uniform agent takes any legal action to be as good as another; it plays every ruleset."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent


class Uniform(Agent):
    """Chooses evenly among the listed commands; fills in a template only where nothing is listed and it must act."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Draw a legal command."""
        if actions.commands:
            return rng.choice(actions.commands)
        if actions.must_act and actions.templates:
            return rng.choice(actions.templates).sample(rng)
        return None
