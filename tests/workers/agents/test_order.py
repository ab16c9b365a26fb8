"""Tests that an agent's choice depends on what a command is, never on its place in the list of legal actions."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.core.actions import Actions
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position
from workers.agents.agent import load_agent
from workers.agents.turns import decide

AGENTS = {"catan": "heuristic", "elasund": "elasund_heuristic"}
STEPS = 150
PLAYED = [case for case in CASES if case.ruleset.name in AGENTS][::3]


def shuffled(actions: Actions, rng: Random) -> Actions:
    """Return the same actions in another order."""
    commands = list(actions.commands)
    rng.shuffle(commands)
    return Actions(actions.must_act, commands, actions.templates, actions.idle)


def choices(case: Case) -> Iterator[tuple[Any, Any]]:
    """Yield pairs at positions of a game between agents: a choice, and that from the same actions in another order."""
    (state, chance), rng = open_position(case, 11), Random(case.name)
    ruleset, agent = case.ruleset, load_agent(AGENTS[case.ruleset.name])
    for _ in range(STEPS):
        awaited = ruleset.awaiting(state)
        if not awaited:
            return
        seat = next(entry.seat for entry in awaited if entry.must)
        actions, knowledge = shuffled(ruleset.actions(state, seat), rng), ruleset.observe(state, seat)
        chosen = decide(ruleset, state, seat, agent, 1.0, Random(1)).command
        yield chosen, agent.choose(ruleset, knowledge, actions, 1.0, Random(1))
        state = ruleset.decide(state, seat, chosen, chance).state


@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.name)
def test_another_order_brings_the_same_kind_of_command(case: Case) -> None:
    """Of equal commands, such as two sites worth the same, the agent takes the first listed; only that may differ."""
    made = list(choices(case))
    assert [type(other) for _, other in made] == [type(chosen) for chosen, _ in made]
    assert len({type(chosen) for chosen, _ in made}) > 5
