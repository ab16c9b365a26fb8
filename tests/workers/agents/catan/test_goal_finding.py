"""Tests that goals are remembered by all that they depend on, on every kind of map and with every module."""

import pytest

from domain.catan import CATAN
from tests.workers.agents.catan.deciding import decisions
from workers.agents.catan.goal_finding import _list_goals, goals
from workers.agents.catan.modules import tactics_of
from workers.agents.catan.planner import FIGHTING
from workers.agents.catan.situation import Situation
from workers.agents.catan.tuned import TUNED

TABLES = {
    "plain": (4, None, ()),
    "six": (6, None, ()),
    "mallorca": (3, "mallorca", ()),
    "favors": (4, None, ("favors", "helpers")),
    "canal": (4, "new-york", ("erie-canal", "favors")),
    "harbors": (4, None, ("harbormaster", "dice-deck")),
}


@pytest.mark.parametrize("table", TABLES)
def test_goals_that_are_remembered_are_those_that_would_be_found(table: str) -> None:
    seats, board, modules = TABLES[table]
    asked = 0
    for state, seat in decisions("goals", 400, CATAN.configure(seats, board, modules, {})):
        for weights in (TUNED, FIGHTING):
            view = CATAN.observe(state, seat)
            now = Situation(view, tactics_of(view.setting), weights)
            assert goals(now) == _list_goals(now)
            asked += 1
    assert asked > 100
