"""Lets an agent decide at a given position, and keeps what agents decide."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.catan import CATAN
from domain.catan.state import State
from domain.core.actions import Actions
from domain.core.chance import SeededChance
from domain.core.config import Config
from domain.core.ruleset import Ruleset
from tests.domain.catan.table import Table
from tests.judging import accepts
from workers.agents.agent import Agent
from workers.agents.catan.planner_2 import Planner
from workers.agents.search.match import open_position
from workers.agents.turns import decide, first_decision


def chosen(agent: Agent, table: Table, seat: int = 0) -> Any:
    """Return what the agent does for a seat, given only what the seat knows: a legal command, or None for a pass."""
    actions = CATAN.actions(table.state, seat)
    command = agent.choose(CATAN, CATAN.observe(table.state, seat), actions, 0.25, Random(1))
    assert command is None or accepts(CATAN, table.state, seat, command)
    return command


def decisions(seed: str, most: int, config: Config | None = None) -> Iterator[tuple[State, int]]:
    """Yield positions of a game among planners where the seat that must act chooses from more than one command."""
    chance = SeededChance(seed.encode())
    state = open_position(CATAN, config or CATAN.configure(4, None, (), {}), chance)
    draft, planner = CATAN.draft(state, chance), Planner()
    for _ in range(most):
        seat = CATAN.next_seat(state)
        if state.turn and len(CATAN.moves(state, seat)) > 1:
            yield state, seat
        decision = first_decision(
            CATAN.awaiting(state), lambda seat: decide(CATAN, state, seat, planner, 1.0, Random(0))
        )
        if decision is None:
            return
        CATAN.play(draft, decision.seat, decision.command)
        draft.events.clear()


class Recorded(Agent):
    """Keeps what another agent chooses."""

    def __init__(self, player: Agent) -> None:
        self.player = player
        self.chosen: list[Any] = []

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        """Choose as the other agent does."""
        self.chosen.append(self.player.choose(ruleset, knowledge, actions, budget, rng))
        return self.chosen[-1]
