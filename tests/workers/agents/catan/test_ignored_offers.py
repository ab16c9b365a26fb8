"""Tests that agents make no more offers in a turn while two of them are ignored."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.trading.messages import OfferTrade
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from workers.agents import play
from workers.agents.agent import Agent, load_agent

MOST = 2


class Offering(Agent):
    """Plays as another agent, and counts its turns by how many offers were open when it made its last one."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.believes = agent.believes
        self.open: dict[int, int] = {}

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        command = self.agent.choose(ruleset, knowledge, actions, budget, rng)
        if isinstance(command, OfferTrade) and knowledge.active == knowledge.seat:
            self.open[knowledge.turn] = 1 + sum(offer.seat == knowledge.seat for offer in knowledge.offers)
        return command


class Deaf(Agent):
    """Plays blindly when it must, and answers no offer."""

    def __init__(self) -> None:
        self.agent = load_agent("uniform")

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        return self.agent.choose(ruleset, knowledge, actions, budget, rng) if actions.must_act else None


@pytest.mark.parametrize("name", ["heuristic", "planner", "graded@6"])
def test_while_two_offers_are_ignored_there_is_no_third(name: str) -> None:
    agents = [Offering(load_agent(name)) for _ in range(5)]
    for number, agent in enumerate(agents):
        play(CATAN, [agent, Deaf(), Deaf(), Deaf()], f"deaf {number}", most_commands=1500)
    turns = Counter(count for agent in agents for count in agent.open.values())
    assert max(turns) == MOST, f"turns by their open offers: {dict(turns)}"
    assert turns[MOST] >= 5
