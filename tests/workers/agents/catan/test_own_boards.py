"""Tests that every agent of Catan plays on all boards of one's own, and each level of an agent on one of them."""

from itertools import cycle, product
from random import Random

import pytest

from domain.catan import CATAN
from domain.core.chance import SeededChance
from tests.domain.catan.own_boards import OWN
from workers.agents.agent import load_agent
from workers.agents.catalog import AGENTS, IDLE, at_level
from workers.agents.search.match import open_position
from workers.agents.standings import published_levels
from workers.agents.turns import decide, first_decision

BUDGET_S = 0.02
MOST = 4000
DEAR = {"lookahead": 60, "expectimax": 60, "graded@7": 150, "graded@8": 60}
"""Limits the commands of agents that search; the quick one plays on after them."""
QUICK = "planner"
NAMES = [entry.id for entry in AGENTS if entry.plays("catan") and entry.id != IDLE]
LEVELS = [at_level(name, level) for name in NAMES for level in published_levels(name)]
PLAYED = [*product(NAMES, OWN), *zip(LEVELS, cycle(OWN))]


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_every_agent_plays_to_the_end_on_a_board_of_ones_own(name: str, seats: int) -> None:
    agent, quick, most = load_agent(name), load_agent(QUICK), DEAR.get(name, MOST)
    chance, rng = SeededChance(b"own"), Random(1)
    state = open_position(CATAN, CATAN.configure(seats, OWN[seats], (), {}), chance)
    draft = CATAN.draft(state, chance)
    for number in range(MOST):
        player = agent if number < most else quick
        decision = first_decision(
            CATAN.awaiting(state),
            lambda seat: decide(CATAN, state, seat, player, BUDGET_S, rng),  # noqa: B023
        )
        if decision is None:
            break
        CATAN.play(draft, decision.seat, decision.command)
        draft.events.clear()
    assert CATAN.result(state) is not None


@pytest.mark.parametrize("seats", OWN)
def test_nobody_is_stopped_where_all_seats_idle(seats: int) -> None:
    chance, agent, rng = SeededChance(b"own"), load_agent(IDLE), Random(1)
    state = open_position(CATAN, CATAN.configure(seats, OWN[seats], (), {}), chance)
    draft = CATAN.draft(state, chance)
    for _ in range(300):
        decision = first_decision(CATAN.awaiting(state), lambda seat: decide(CATAN, state, seat, agent, BUDGET_S, rng))
        assert decision is not None
        CATAN.play(draft, decision.seat, decision.command)
        draft.events.clear()
