"""Tests that games of every planning agent finish under the laws.

The long form plays 50 games of all cases, the short form one for every agent, ruleset, map and set of modules.
"""

from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from random import Random
from typing import Any

import pytest

from domain.core.ruleset import Ruleset
from tests.laws.cases import CASES, fullest
from tests.laws.playing import EVERY, Played, play
from workers.agents.agent import load_agent
from workers.agents.catalog import BY_ID

AGENTS = ("heuristic", "elasund_heuristic", "elasund_planner")
PLANNED = [(name, case) for name in AGENTS for case in CASES if BY_ID[name].plays(case.ruleset.name)]
SHORT = [number for number, (_, case) in enumerate(PLANNED) if case in fullest()]
LONG = 50
SELDOM = 200  # commands between the dear laws in the short form


def play_one(number: int, every: int) -> Played:
    """Play a game of a case in which agents of one kind hold all seats."""
    name, case = PLANNED[number % len(PLANNED)]
    agent = load_agent(name)

    def choose(ruleset: Ruleset, state: Any, seat: int, actions: Any, rng: Random) -> Any:
        """Return what the agent does, given only what its seat knows."""
        command = agent.choose(ruleset, ruleset.observe(state, seat), actions, 1.0, rng)
        assert command is not None, "an awaited seat passed"
        return command

    return play(case, number, choose, every)


@pytest.mark.slow
def test_the_planning_agents_play_under_the_laws(long_games: int) -> None:
    numbers, every = (range(LONG), EVERY) if long_games else (SHORT, SELDOM)
    with ProcessPoolExecutor(2) as pool:
        played = list(pool.map(play_one, numbers, repeat(every)))
    assert len(played) == len(numbers)
    assert all(game.winners for game in played)
