"""Tests which roads the planner of Catan considers for a token of the canal."""

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.modules.erie_canal.chapter import UseCanalToken, UseCanalTokenForAny
from domain.catan.modules.erie_canal.linking import CanalLinked
from domain.catan.terms import NOTHING, WOOL
from tests.domain.catan.land import NEW_YORK
from tests.domain.catan.table import Table
from tests.workers.agents.catan.deciding import chosen
from workers.agents.agent import Agent
from workers.agents.catan.goal import with_roads
from workers.agents.catan.modules.erie_canal import links
from workers.agents.catan.situation import Situation
from workers.agents.catan.tuned import TUNED
from workers.agents.catan.weights import FROZEN, Weights

at, way = NEW_YORK.at, NEW_YORK.way
FIRST, LAST = way("Buffalo", "-3,0,W", "Lockport")


def at_buffalo(**options: object) -> Table:
    """Return a table where seat 0 has settled in a canal town and can pay for roads to the next one."""
    table = NEW_YORK.table(4, "erie-canal", **options)
    return table.settlement(0, at("Buffalo")).hand(0, brick=4, lumber=4)


def planned(table: Table, weights: Weights = TUNED) -> dict[tuple[int, ...], float]:
    """Return the roads of every link that seat 0 could make, with what it gains."""
    found = links(Situation(CATAN.observe(table.state, 0), (), weights))
    assert all(goal.cost == with_roads(NOTHING, len(goal.roads)) and not goal.points for goal in found)
    return {goal.roads: goal.gain for goal in found}


def test_roads_to_the_next_canal_town_earn_a_token() -> None:
    table = at_buffalo()
    assert planned(table)[FIRST, LAST] == TUNED.link
    table.when(0, BuildRoad(FIRST))
    assert planned(table)[LAST,] == TUNED.link


def test_a_link_is_made_once() -> None:
    table = at_buffalo().when(0, BuildRoad(FIRST)).when(0, BuildRoad(LAST))
    assert not any(FIRST in roads or LAST in roads for roads in planned(table))


def test_the_yardstick_plans_no_links_and_nobody_where_both_ends_must_be_settled() -> None:
    assert planned(at_buffalo(), FROZEN) == {}
    assert planned(at_buffalo(canal_settled_ends=True)) == {}


def test_a_token_is_used_for_any_resource_where_the_table_plays_so(agent: Agent) -> None:
    for options, use in (({}, UseCanalToken(WOOL)), ({"canal_any_kind": True}, UseCanalTokenForAny())):
        table = NEW_YORK.table(4, "erie-canal", **options).settlement(0, at("Buffalo")).happens(CanalLinked(0, (), 1))
        assert chosen(agent, table.hand(0, ore=3, wool=4)) == use
