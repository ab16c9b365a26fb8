"""Registers an environment of one seat for each ruleset with Gymnasium.

As an import registers them, `gymnasium.make("workers.lab.environments.registered:" + id)` needs nothing before.
"""

from typing import Final

import gymnasium

from domain.core.errors import InvalidConfiguration
from domain.core.ruleset import Ruleset
from service.catalog import RULESETS

MOST_SEATS: Final = 8
USUAL_AGENT: Final = "uniform"
"""Plays every ruleset, and takes the least time."""


def id_of(ruleset: str) -> str:
    """Return the id under which a ruleset is registered."""
    return f"Longroad/{''.join(part.capitalize() for part in ruleset.split('-'))}-v1"


def register() -> None:
    """Register every ruleset with as many random agents as it needs, and steps outside the mask that end the game."""
    for name, ruleset in RULESETS.items():
        settings = {"ruleset": name, "agents": [USUAL_AGENT] * (_fewest_seats(ruleset) - 1), "illegal": "end"}
        gymnasium.register(id_of(name), "workers.lab.environments.seat:SeatEnv", kwargs=settings)


def _fewest_seats(ruleset: Ruleset) -> int:
    """Return the least seats, two or more, that a game can have."""
    for seats in range(2, MOST_SEATS):
        try:
            ruleset.configure(seats, None, (), {})
        except InvalidConfiguration:
            continue
        return seats
    return MOST_SEATS


register()
