"""Tests the levels of Catan: deterministic play with a beginner's mistakes, and never at random."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.workers.agents.catan.deciding import Recorded
from workers.agents import play
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import at_level, entry_named, split_name
from workers.agents.catan.levels import LEVELS, make_graded
from workers.agents.catan.lookahead.agent import Lookahead

PEOPLE = range(1, 6)
ABOVE = (6, 7, 8)


class Twice(Agent):
    """Asks an agent twice with other luck, and notes where the answers differ."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.differed = 0
        self.asked = 0

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        answers = [self.agent.choose(ruleset, knowledge, actions, budget, Random(seed)) for seed in (1, 2)]
        self.differed += answers[0] != answers[1]
        self.asked += 1
        return answers[0]


@pytest.mark.parametrize("level", PEOPLE)
def test_a_level_for_people_plays_without_luck(level: int) -> None:
    agents = [Twice(make_graded(level)) for _ in range(4)]
    play(CATAN, agents, f"level {level}", most_commands=150)
    assert sum(agent.asked for agent in agents) >= 100
    assert sum(agent.differed for agent in agents) == 0


def test_neighbors_play_differently() -> None:
    games = [play(CATAN, [at_level("graded", level)] * 4, "neighbors", most_commands=400) for level in PEOPLE]
    assert len({(game.commands, game.result and game.result.points) for game in games}) == len(games)


def searching(level: int) -> Lookahead:
    agent = make_graded(level)
    assert isinstance(agent, Lookahead)
    return agent


def test_those_above_the_fifth_try_ever_more() -> None:
    efforts = [searching(level).weights for level in ABOVE]
    for few, more in pairwise(efforts):
        assert few.worlds < more.worlds
        assert few.most < more.most
        assert few.offers <= more.offers
        assert few.founding <= more.founding


@pytest.mark.parametrize(("modules", "most"), [((), 16), (("favors",), 60)])
def test_the_sixth_opens_as_the_fifth_and_with_modules_plays_as_it(modules: tuple[str, ...], most: int) -> None:
    config = CATAN.configure(4, None, modules, {})
    fifth, sixth = Recorded(make_graded(5)), Recorded(make_graded(6))
    for agent in (fifth, sixth):
        play(CATAN, [agent] * 4, "sixth", config, most)
    assert fifth.chosen == sixth.chosen


def test_the_catalog_has_every_level_by_name() -> None:
    entry = entry_named("graded")
    assert entry is not None
    assert {level.number for level in entry.levels} == set(LEVELS)
    assert entry.usual in LEVELS
    assert [split_name(name)[:2] for name in ("graded@3", "graded", "graded@x", "@2")] == [
        ("graded", 3),
        ("graded", None),
        ("graded@x", None),
        ("", 2),
    ]
    assert [entry_named(name) for name in ("graded@9", "graded@03", "graded@x", "planner@9", "hal@1")] == [None] * 5


@pytest.mark.parametrize("name", ["graded@9", "planner@9", "hal", ""])
def test_a_name_without_an_agent_loads_none(name: str) -> None:
    with pytest.raises(KeyError):
        load_agent(name)
