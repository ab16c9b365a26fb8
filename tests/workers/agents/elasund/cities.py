"""Provides positions of Elasund for the tests of its agents, and asks agents for their answers."""

from collections.abc import Iterator
from random import Random
from typing import Any

from domain.elasund import ELASUND
from domain.elasund.state import State
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import R
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position
from workers.agents.agent import Agent
from workers.agents.elasund.planner import Planner

CITIES = [case for case in CASES if case.ruleset is ELASUND]
STEPS = 150


def answer(agent: Agent, state: State, seat: int, budget: float = 9.0) -> Any:
    """Return what an agent does with some seconds at most."""
    knowledge, actions = ELASUND.observe(state, seat), ELASUND.actions(state, seat)
    return agent.choose(ELASUND, knowledge, actions, budget, Random(1))


def positions(case: Case, game: int = 5) -> Iterator[tuple[State, int]]:
    """Yield positions of a game that planners play, but for every third command, which is drawn at random."""
    (state, chance), rng, agent = open_position(case, game), Random(case.name), Planner()
    for number in range(STEPS):
        awaited = ELASUND.awaiting(state)
        if not awaited:
            return
        seat = next(entry.seat for entry in awaited if entry.must)
        yield state, seat
        listed = list(ELASUND.actions(state, seat))
        command = rng.choice(listed) if listed and number % 3 == 0 else answer(agent, state, seat)
        state = ELASUND.decide(state, seat, command, chance).state


def nine() -> Table:
    """Return a table: red has nine cubes and no permit, and of its wall tiles only the third would be a tower."""
    table = Table(huts=False).building(R, "large", (7, 1), (5, 1), (5, 5)).building(R, "well", (8, 8), (8, 9))
    return table.building(R, "inn", (3, 3))
