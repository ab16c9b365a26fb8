"""An agent that looks for a sure win first has one time for both: what the look takes, the choice lacks."""

import time
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.core.actions import Actions
from domain.core.ruleset import Ruleset
from tests.domain.catan.table import Table
from workers.agents.agent import Agent
from workers.agents.search.limits import Limit
from workers.agents.search.sure_wins import TakesSureWins

BUDGET_S = 60.0


class Chooser(Agent):
    """Notes how much time it is given."""

    given = -1.0

    def choose(self, ruleset: Ruleset, knowledge: Any, actions: Actions, budget: float, rng: Random) -> Any | None:
        self.given = budget
        return actions.commands[0]


class Looks(TakesSureWins, Chooser):
    """Finds no sure win."""


@pytest.mark.parametrize("takes", [20.0, BUDGET_S + 1])
def test_the_choice_has_the_time_that_the_look_left(takes: float, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: now[0])

    def find_win(ruleset: Ruleset, knowledge: Any, budget: float) -> None:
        limit = Limit(budget)
        now[0] += takes
        limit.check()

    monkeypatch.setattr(Looks, "find_win", staticmethod(find_win), raising=False)
    agent, actions = Looks(), CATAN.actions(Table().hand(0, brick=4).state, 0)
    assert agent.choose(CATAN, None, actions, BUDGET_S, Random(0)) == actions.commands[0]
    assert agent.given == max(0.0, BUDGET_S - takes)
    assert agent.stopped == (takes > BUDGET_S)
