"""Lets an agent decide at a given position, and keeps what agents decide."""

from random import Random
from typing import Any

from domain.catan import CATAN
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.domain.catan.table import Table
from tests.judging import accepts
from workers.agents.agent import Agent


def chosen(agent: Agent, table: Table, seat: int = 0) -> Any:
    """Return what the agent does for a seat, given only what the seat knows: a legal command, or None for a pass."""
    actions = CATAN.actions(table.state, seat)
    command = agent.choose(CATAN, CATAN.observe(table.state, seat), actions, 0.25, Random(1))
    assert command is None or accepts(CATAN, table.state, seat, command)
    return command


class Recorded(Agent):
    """Keeps what another agent chooses."""

    def __init__(self, player: Agent) -> None:
        self.player = player
        self.chosen: list[Any] = []

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose as the other agent does."""
        self.chosen.append(self.player.choose(ruleset, knowledge, actions, budget, rng))
        return self.chosen[-1]
