"""The agent that searches plays legally, honestly and repeatably, takes sure wins, and stops when it must."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.modules.favors.guilds import CallMerchants
from domain.catan.state import State
from tests.domain.catan.favoring import ORE, settled
from tests.domain.catan.table import Table, node
from tests.workers.agents.catan.deciding import chosen, decisions
from workers.agents.catan.expectimax import version_1
from workers.agents.catan.expectimax.agent import Expectimax, Searcher, load_value
from workers.agents.catan.expectimax.candidates import is_left_to_the_floor
from workers.agents.catan.expectimax.effort import Effort
from workers.agents.catan.planner import Planner
from workers.agents.catan.planner_1 import Planner as Floor
from workers.agents.catan.value import model
from workers.agents.idle import Idle
from workers.agents.search.match import play

QUICK = Effort(worlds=2, most=3, founding=2, offers=1, asked=1)
TABLES = {
    "six": (6, None, ()),
    "favors": (4, None, ("favors",)),
    "helpers": (3, None, ("helpers",)),
    "mallorca": (3, "mallorca", ()),
    "canal": (4, "new-york", ("erie-canal", "favors", "helpers")),
}
"""Seats, maps and modules."""


def answer(state: State, seat: int) -> Any:
    return Expectimax().choose(CATAN, CATAN.observe(state, seat), CATAN.actions(state, seat), 9.0, Random(7))


def test_the_same_position_and_luck_bring_the_same_choice() -> None:
    for state, seat in islice(decisions("again", 100), 0, None, 7):
        assert answer(state, seat) == answer(state, seat)


def test_it_leads_by_the_margin_or_plays_the_pick_of_its_floor() -> None:
    cautious = Searcher(Effort(margin=1.0, founding_margin=1.0, worlds=2, most=3))
    for state, seat in islice(decisions("margin", 100), 0, None, 7):
        given = (CATAN, CATAN.observe(state, seat), CATAN.actions(state, seat), 9.0)
        assert cautious.choose(*given, Random(1)) == Floor().choose(*given, Random(1))


def test_without_time_it_plays_the_planners_pick_and_counts_that() -> None:
    hurried = Searcher()
    for state, seat in islice(decisions("hurried", 100), 0, None, 10):
        knowledge, actions = CATAN.observe(state, seat), CATAN.actions(state, seat)
        pick = Floor().choose(CATAN, knowledge, actions, 1.0, Random(1))
        assert hurried.choose(CATAN, knowledge, actions, 0.0, Random(1)) == pick
    assert hurried.stopped > 0


def test_a_win_of_several_steps_is_taken() -> None:
    table = Table(combined_trade_build=True).settlement(0, node("(1,0)N"), node("(-1,0)N"))
    table.hand(0, ore=2, grain=2, wool=4)
    table.state.points[0] = table.state.setting.target - 1
    first = chosen(Expectimax(), table)
    assert isinstance(first, MaritimeTrade)
    assert isinstance(chosen(Expectimax(), table.when(0, first)), BuildCity)


def test_version_1_plays_with_modules_as_the_planner() -> None:
    config = CATAN.configure(3, None, ("helpers",), {})
    searching, planning = (
        play(CATAN, [agent, "planner", "planner"], "modules", config) for agent in (version_1.Expectimax(), Planner())
    )
    assert searching == planning
    assert searching.result is not None


@pytest.mark.parametrize("table", TABLES)
def test_with_modules_it_searches_and_leaves_to_the_planner_what_the_module_is_for(table: str) -> None:
    config, agent, differing, left = CATAN.configure(*TABLES[table], {}), Searcher(QUICK), 0, 0
    for state, seat in islice(decisions("modules", 260, config), 0, None, 4):
        given = (CATAN, CATAN.observe(state, seat), CATAN.actions(state, seat), 9.0)
        command, pick = agent.choose(*given, Random(1)), Floor().choose(*given, Random(1))
        differing += command != pick
        if is_left_to_the_floor(given[2], pick):
            assert command == pick
            left += 1
    assert differing
    assert left or table not in ("favors", "helpers")


@pytest.mark.parametrize("table", TABLES)
def test_it_finishes_games_with_modules(table: str) -> None:
    config = CATAN.configure(*TABLES[table], {})
    assert play(CATAN, [Searcher(QUICK), *["planner@1"] * (config.seats - 1)], "modules", config).result


def test_a_sure_win_by_a_module_is_found_whatever_its_floor_would_play() -> None:
    table = settled().hand(0, ore=2, grain=2).tokens(0, ship=1)
    table.state.points[0] = table.state.setting.target - 1
    first = chosen(Expectimax(floor=Idle()), table)
    assert first == CallMerchants(ORE)
    assert isinstance(chosen(Expectimax(floor=Idle()), table.when(0, first)), BuildCity)


@pytest.mark.parametrize("seats", [3, 4])
def test_it_finishes_games(seats: int) -> None:
    quick = Expectimax(Effort(worlds=2, most=4, founding=2))
    assert play(CATAN, [quick, *["planner"] * (seats - 1)], "plain", CATAN.configure(seats, None, (), {})).result


def test_its_value_is_another_than_that_of_lookahead_and_sums_to_one() -> None:
    state, _ = next(decisions("value", 60))
    mine, theirs = load_value().chances(state), model.load_value().chances(state)
    assert mine != theirs
    assert sum(mine) == pytest.approx(1)
