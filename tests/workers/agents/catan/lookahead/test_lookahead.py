"""The agent that looks a turn ahead plays legally, honestly and repeatably, and better than its floor where it can."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad
from domain.catan.chapters.development.messages import PlayKnight, PlayMonopoly, PlayYearOfPlenty
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.turn import EndTurn
from domain.catan.state import State
from domain.catan.terms import WOOL
from tests.domain.catan.table import Table, node
from tests.workers.agents.catan.deciding import chosen, decisions
from workers.agents.agent import Agent
from workers.agents.catan.actions_by_kind import Listed
from workers.agents.catan.heuristic import Heuristic
from workers.agents.catan.lookahead.agent import Lookahead
from workers.agents.catan.lookahead.candidates import candidates, in_doubt
from workers.agents.catan.lookahead.effort import Effort
from workers.agents.catan.planner_2 import Planner
from workers.agents.catan.situation import Situation
from workers.agents.search.match import play


def answer(state: State, seat: int) -> Any:
    return Lookahead().choose(CATAN, CATAN.observe(state, seat), CATAN.actions(state, seat), 1.0, Random(7))


def test_the_same_position_and_luck_bring_the_same_choice() -> None:
    for number, (state, seat) in enumerate(decisions("again", 100)):
        if number % 5 == 0:
            assert answer(state, seat) == answer(state, seat)


def test_the_pick_of_the_planner_is_tried_first_and_nothing_twice() -> None:
    effort = Effort()
    for state, seat in decisions("tried", 150):
        knowledge, actions = CATAN.observe(state, seat), CATAN.actions(state, seat)
        pick = Planner().choose(CATAN, knowledge, actions, 1.0, Random(0))
        tried = candidates(Situation(knowledge), Listed(actions), pick, effort)
        assert tried[0] == pick
        assert all(tried.count(command) == 1 for command in tried)
        assert len(tried) <= effort.most + effort.offers


@pytest.mark.parametrize("floor", [None, Heuristic()])
def test_it_leads_by_the_margin_or_plays_the_pick_of_its_floor(floor: Agent | None) -> None:
    cautious, below = Lookahead(Effort(margin=1.0), floor=floor), floor or Planner()
    for number, (state, seat) in enumerate(decisions("margin", 100)):
        if number % 5 == 0:
            given = (CATAN, CATAN.observe(state, seat), CATAN.actions(state, seat), 1.0)
            assert cautious.choose(*given, Random(1)) == below.choose(*given, Random(1))


def test_without_time_it_plays_the_planners_pick_and_counts_that() -> None:
    hurried, planner, stops = Lookahead(), Planner(), 0
    for state, seat in islice(decisions("hurried", 100), 0, None, 10):
        knowledge, actions = CATAN.observe(state, seat), CATAN.actions(state, seat)
        pick = planner.choose(CATAN, knowledge, actions, 1.0, Random(1))
        stops += len(candidates(Situation(knowledge), Listed(actions), pick, hurried.weights)) > 1
        assert hurried.choose(CATAN, knowledge, actions, 0.0, Random(1)) == pick
    assert hurried.stopped == stops > 0


def settled() -> Table:
    """Return a seat with two settlements that may build."""
    return Table().turn(0, "build").settlement(0, node("(1,0)N"), node("(-1,0)N"))


def tried_by(table: Table) -> list[Any]:
    """Return what the seat tries whose turn it is."""
    knowledge, actions = CATAN.observe(table.state, 0), CATAN.actions(table.state, 0)
    pick = Planner().choose(CATAN, knowledge, actions, 1.0, Random(0))
    return candidates(Situation(knowledge), Listed(actions), pick, Effort(most=20))


def test_a_city_that_wins_is_built() -> None:
    table = settled().hand(0, ore=3, grain=2)
    table.state.points[0] = table.state.setting.target - 1
    assert isinstance(chosen(Lookahead(), table), BuildCity)


def test_what_a_plan_lacks_is_tried_as_a_year_of_plenty() -> None:
    table = settled().hand(0, ore=2, grain=1).cards(0, year_of_plenty=1)
    assert PlayYearOfPlenty((0, 0, 0, 1, 1)) in tried_by(table)


def test_the_richest_monopoly_and_the_knight_are_tried() -> None:
    table = settled().cards(0, monopoly=1, knight=1).hand(1, wool=4).hand(2, wool=2)
    table.state.known = list(table.state.hands)
    assert {PlayMonopoly(WOOL), PlayKnight()} <= set(tried_by(table))


@pytest.mark.parametrize("modules", [(), ("helpers",)])
def test_it_finishes_games(modules: tuple[str, ...]) -> None:
    config = CATAN.configure(3, None, modules, {})
    quick = Lookahead(Effort(worlds=2, most=4, founding=2))
    assert play(CATAN, [quick, "heuristic", "planner"], "three", config).result is not None


def test_a_card_that_the_planner_plays_is_not_kept_nor_a_building_put_off() -> None:
    assert in_doubt([PlayKnight(), EndTurn()], EndTurn()) == [PlayKnight()]
    assert in_doubt([RollDice(), PlayKnight()], None) == [RollDice()]
    assert in_doubt([BuildCity(3), EndTurn(), BuildCity(5)], EndTurn()) == [BuildCity(3), BuildCity(5)]
    assert in_doubt([BuildRoad(1), EndTurn()], EndTurn()) == [BuildRoad(1), EndTurn()]
