"""Tests the levels of Catan: deterministic play with a beginner's mistakes, and never at random."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import AcceptOffer, DeclineOffer, OfferTrade
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.workers.agents.catan.deciding import Recorded
from workers.agents import play
from workers.agents.agent import Agent, load_agent
from workers.agents.catalog import entry_named, split_name
from workers.agents.catan import levels, levels_1, levels_2
from workers.agents.catan.lookahead.agent import Lookahead
from workers.agents.search.sure_wins import TakesSureWins

PEOPLE = range(1, 6)
ABOVE = (6, 7, 8)
VERSIONS = (levels_1, levels_2, levels)
GAMES = 2


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


@pytest.mark.parametrize("level", [1, 2, 3])
def test_versions_2_and_3_play_the_same_for_beginners(level: int) -> None:
    assert levels.LEVELS[level] is levels_2.LEVELS[level]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("level", PEOPLE)
def test_a_level_for_people_plays_without_luck(level: int, version: Any) -> None:
    agents = [Twice(version.make_graded(level)) for _ in range(4)]
    play(CATAN, agents, f"level {level}", most_commands=150)
    assert sum(agent.asked for agent in agents) >= 100
    assert sum(agent.differed for agent in agents) == 0


@pytest.mark.parametrize("version", VERSIONS)
def test_neighbors_play_differently(version: Any) -> None:
    games = [
        play(CATAN, [version.make_graded(level) for _ in range(4)], "neighbors", most_commands=2000) for level in PEOPLE
    ]
    assert len({(game.commands, game.result and game.result.points) for game in games}) == len(games)


class Trader(Agent):
    """Notes the offers that an agent makes in each of its turns, and how it answers those of others."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.believes = agent.believes
        self.offers: Counter[int] = Counter()
        self.answers: Counter[type] = Counter()

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        command = self.agent.choose(ruleset, knowledge, actions, budget, rng)
        self.answers[type(command)] += 1
        self.offers[knowledge.turn] += type(command) is OfferTrade
        return command


def traders(level: int) -> list[Trader]:
    """Return what four agents of a level traded in some games."""
    found = []
    for game in range(GAMES):
        agents = [Trader(levels.make_graded(level)) for _ in range(4)]
        assert play(CATAN, agents, f"traders {game}").result
        found += agents
    return found


def test_every_level_for_people_trades_and_a_stronger_one_offers_more() -> None:
    made = []
    for level in PEOPLE:
        found = traders(level)
        assert sum(trader.answers[AcceptOffer] for trader in found) > 0
        assert sum(trader.answers[DeclineOffer] for trader in found) > 0
        assert max(count for trader in found for count in trader.offers.values()) <= 2
        made.append(sum(trader.answers[OfferTrade] for trader in found) / sum(len(one.offers) for one in found))
    assert min(made[:3]) > 0
    assert max(made[:3]) < made[3] < made[4]


@pytest.mark.parametrize("level", [5, *ABOVE])
def test_levels_from_the_fifth_on_search_for_sure_wins(level: int) -> None:
    assert isinstance(levels.LEVELS[level](), TakesSureWins)
    assert isinstance(levels_2.LEVELS[level](), TakesSureWins)
    assert not isinstance(levels_1.LEVELS[level](), TakesSureWins)


def searching(version: Any, level: int) -> Lookahead:
    agent = version.LEVELS[level]()
    assert isinstance(agent, Lookahead)
    return agent


def test_the_eighth_plays_as_an_agent_that_is_served() -> None:
    assert type(levels.LEVELS[8]()) is type(load_agent("expectimax@2"))


@pytest.mark.parametrize(("version", "above"), [(levels_1, ABOVE), (levels_2, ABOVE)])
def test_those_above_the_fifth_try_ever_more(version: Any, above: Sequence[int]) -> None:
    efforts = [searching(version, level).weights for level in above]
    for few, more in pairwise(efforts):
        assert few.worlds < more.worlds
        assert few.most < more.most
        assert few.offers <= more.offers
        assert few.founding <= more.founding


@pytest.mark.parametrize("version", [levels_1, levels_2])
@pytest.mark.parametrize(("modules", "most"), [((), 16), (("favors",), 60)])
def test_the_sixth_opens_as_the_fifth_and_with_modules_plays_as_it(
    modules: tuple[str, ...], most: int, version: Any
) -> None:
    config = CATAN.configure(4, None, modules, {})
    fifth, sixth = Recorded(version.make_graded(5)), Recorded(version.make_graded(6))
    for agent in (fifth, sixth):
        play(CATAN, [agent] * 4, "sixth", config, most)
    assert fifth.chosen == sixth.chosen


def test_the_catalog_has_every_level_by_name() -> None:
    entry = entry_named("graded")
    assert entry is not None
    for version, module in enumerate(VERSIONS[: entry.version], 1):
        served = entry.of_version(version)
        assert served is not None
        assert {level.number for level in served.levels} == set(module.LEVELS)
    assert entry.usual in levels.LEVELS
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
