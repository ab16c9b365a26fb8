"""Keeps agents from proposing trades at tables that want them to talk little or not at all."""

from collections.abc import Collection
from random import Random
from typing import Any, Final

from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from service.game.games import Game
from service.table.terms import Talk
from workers.agents.agent import Agent

ROUNDS: Final = 3
"""Of so many rounds, agents that talk little propose something in one."""


class Reserved(Agent):
    """Plays as another agent, but gives no commands of some classes."""

    def __init__(self, agent: Agent, withheld: Collection[type]) -> None:
        self.agent = agent
        self.withheld = withheld

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose one of the other commands; None if nothing needs an answer."""
        return self.agent.choose(ruleset, knowledge, actions.without(self.withheld), budget, rng)


def list_withheld(game: Game) -> Collection[type]:
    """Return the classes of commands that agents do not choose at a table where they shall propose little or nothing.

    Where they talk little, they propose something only in every third round.
    """
    talk, ruleset = game.table.opened.agent_talk, game.ruleset
    if talk == Talk.USUAL or not ruleset.proposals:
        return ()
    is_time = ruleset.turn(game.position) // len(game.table.seats) % ROUNDS == 0
    return () if talk == Talk.LITTLE and is_time else ruleset.proposals
