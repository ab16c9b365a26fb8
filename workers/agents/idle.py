"""Passes whenever the rules allow it, so that no seat waits for an absent player."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent


class Idle(Agent):
    """Plays the ruleset's command for an absent player, and only if one is required."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose the least consequential command if the seat must act; None otherwise."""
        return actions.idle_command(rng) if actions.must_act else None
