"""The idle agent passes wherever the rules let it, so that a seat without a player keeps no one waiting."""

from random import Random
from typing import Any

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents.agent import Agent


class Idle(Agent):
    """Does what the ruleset says is done for an absent player, and nothing that is not required."""

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Do the least where it must act, and nothing elsewhere."""
        return actions.idle_command(rng) if actions.must_act else None
