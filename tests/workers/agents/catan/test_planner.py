"""Tests what the planner of Catan does beyond the heuristic agent."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity
from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.catan.chapters.turn.messages import EndTurn
from tests.domain.catan.table import Table, node
from tests.workers.agents.catan.deciding import chosen
from workers.agents import play
from workers.agents.agent import Agent, load_agent
from workers.agents.catan.planner import Planner
from workers.agents.catan.weights import Weights


@pytest.fixture
def planner() -> Agent:
    return load_agent("planner")


def settled() -> Table:
    """Return a seat with two settlements that may build."""
    return Table().turn(0, "build").settlement(0, node("(1,0)N"), node("(-1,0)N"))


def test_it_plans_as_the_heuristic_agent_does(planner: Agent) -> None:
    assert isinstance(chosen(planner, settled().hand(0, ore=3, grain=2)), BuildCity)


def test_a_large_hand_buys_a_card_at_the_end_of_the_turn(planner: Agent, agent: Agent) -> None:
    table = settled().hand(0, ore=2, grain=2, wool=2)
    assert [type(chosen(a, table)) for a in (agent, planner)] == [EndTurn, BuyDevelopmentCard]


def test_a_smaller_hand_than_its_weight_says_is_kept() -> None:
    assert chosen(Planner(Weights(card_hand=7)), settled().hand(0, ore=2, grain=2, wool=2)) == EndTurn()


def test_it_finishes_games(planner: Agent) -> None:
    match = play(CATAN, ["planner", "heuristic", "planner"], "three")
    assert match.result is not None
