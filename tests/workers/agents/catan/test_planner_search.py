"""Tests that the planner wins the game within a turn in which it can be won."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.development.messages import BuyDevelopmentCard
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import GRAIN, ORE
from tests.domain.catan.table import Table, line, node, path_edges, upright
from tests.workers.agents.catan.deciding import chosen
from workers.agents.agent import Agent, load_agent

SITES = (node("(1,0)N"), node("(-1,0)N"), node("(0,1)S"))


@pytest.fixture
def planner() -> Agent:
    return load_agent("planner")


def short_of_two() -> Table:
    """Return seat 0 with three settlements and five hidden points, two short of ten."""
    return Table().settlement(0, *SITES).cards(0, victory_point=5)


def short_of_one() -> Table:
    return Table().settlement(0, *SITES[:2]).city(0, SITES[2]).cards(0, victory_point=5)


def is_won(planner: Agent, table: Table) -> bool:
    """Let the planner play until its turn ends; offers find no partner."""
    for _ in range(20):
        command = chosen(planner, table)
        if isinstance(command, EndTurn):
            return False
        table.when(0, command)
        if CATAN.result(table.state):
            return True
    return False


def test_two_cities_are_built_with_the_help_of_the_bank(planner: Agent) -> None:
    assert is_won(planner, short_of_two().hand(0, ore=5, grain=4, wool=4, brick=1))


def test_what_another_plan_needs_is_sold_for_the_last_point(planner: Agent) -> None:
    assert is_won(planner, short_of_one().hand(0, ore=2, brick=4, lumber=4, grain=1))


def test_year_of_plenty_brings_the_last_cards(planner: Agent) -> None:
    table = short_of_one().cards(0, year_of_plenty=1)
    assert is_won(planner, table.hand(0, ore=2, grain=1))


def test_a_monopoly_brings_what_others_must_hold(planner: Agent) -> None:
    table = short_of_one().cards(0, monopoly=1).hand(1, ore=6)
    assert is_won(planner, table.hand(0, grain=2))


def test_road_building_leads_to_the_last_site(planner: Agent) -> None:
    row = line(2)
    table = Table().city(0, row[0], SITES[2]).road(0, *path_edges(row[:2])).cards(0, victory_point=5, road_building=1)
    assert is_won(planner, table.hand(0, brick=1, lumber=1, wool=1, grain=1))


def test_reached_sites_win_though_no_plan_holds_them(planner: Agent) -> None:
    """Its roads reach two poor sites apart from each other, and a better one a road away is planned in their place."""
    coast = line(5)
    roads = [*path_edges(coast[2:6]), upright(coast[2]), upright(coast[4])]
    table = Table().city(0, coast[2], node("(0,-1)N")).cards(0, victory_point=4)
    table.road(0, *roads).road(1, *path_edges(line(2)[:9]))
    assert is_won(planner, table.hand(0, brick=2, lumber=2, wool=2, grain=2))


def test_where_nothing_wins_it_goes_on_as_ever(planner: Agent) -> None:
    table = short_of_two().turn(0, "build").hand(0, ore=2, grain=2, wool=2)
    assert chosen(planner, table) == BuyDevelopmentCard()
    assert [table.state.hand(0)[kind] for kind in (ORE, GRAIN)] == [2, 2]
