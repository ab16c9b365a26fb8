"""The agent that searches plays legally, honestly and repeatably, takes sure wins, and stops when it must."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.state import State
from tests.domain.catan.table import Table, node
from tests.workers.agents.catan.deciding import chosen, decisions
from workers.agents.catan.expectimax.agent import Expectimax, Searcher, load_value
from workers.agents.catan.expectimax.effort import Effort
from workers.agents.catan.planner import Planner
from workers.agents.catan.planner_1 import Planner as Floor
from workers.agents.catan.value import model
from workers.agents.search.match import play


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


def test_with_modules_it_plays_as_the_planner() -> None:
    config = CATAN.configure(3, None, ("helpers",), {})
    searching, planning = (
        play(CATAN, [agent, "planner", "planner"], "modules", config) for agent in (Expectimax(), Planner())
    )
    assert searching == planning
    assert searching.result is not None


@pytest.mark.parametrize("seats", [3, 4])
def test_it_finishes_games(seats: int) -> None:
    quick = Expectimax(Effort(worlds=2, most=4, founding=2))
    assert play(CATAN, [quick, *["planner"] * (seats - 1)], "plain", CATAN.configure(seats, None, (), {})).result


def test_its_value_is_another_than_that_of_lookahead_and_sums_to_one() -> None:
    state, _ = next(decisions("value", 60))
    mine, theirs = load_value().chances(state), model.load_value().chances(state)
    assert mine != theirs
    assert sum(mine) == pytest.approx(1)
