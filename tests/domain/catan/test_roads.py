"""Tests phase 3a: roads (ledger section 10)."""

import pytest

from domain.catan.chapters.building.messages import BuildRoad
from domain.catan.chapters.development.messages import PlayRoadBuilding
from domain.catan.chapters.longest_road import LongestRoadMoved
from domain.catan.terms import ROADS
from tests.domain.catan.table import Table, edge, line, node, path_edges, upright


@pytest.mark.rule("catan.road.cost")
def test_a_road_costs_brick_and_lumber() -> None:
    table = Table().settlement(0, node("(0,0)N")).hand(0, brick=1, lumber=1)
    table.when(0, BuildRoad(edge("(0,0)", "NE")))
    assert table.hand_of(0) == {}
    assert table.roads_of(0) == [edge("(0,0)", "NE")]

    short = Table().settlement(0, node("(0,0)N")).hand(0, brick=2)
    assert short.refused(0, BuildRoad(edge("(0,0)", "NE"))) == "catan.road.cost"


@pytest.mark.rule("catan.road.one_per_edge")
def test_an_edge_takes_one_road() -> None:
    table = Table().settlement(0, node("(0,0)N")).road(1, edge("(0,0)", "NE")).hand(0, brick=1, lumber=1)
    assert table.refused(0, BuildRoad(edge("(0,0)", "NE"))) == "catan.road.one_per_edge"
    own = Table().settlement(0, node("(0,0)N")).road(0, edge("(0,0)", "NE")).hand(0, brick=1, lumber=1)
    assert own.refused(0, BuildRoad(edge("(0,0)", "NE"))) == "catan.road.one_per_edge"
    assert own.hand_of(0) == {"brick": 1, "lumber": 1}
    own.when(0, BuildRoad(edge("(0,0)", "NW")))
    assert own.roads_of(0) == sorted([edge("(0,0)", "NE"), edge("(0,0)", "NW")])


@pytest.mark.rule("catan.road.connection")
def test_a_road_touches_an_own_road_settlement_or_city() -> None:
    west, middle, east = path_edges(line(2))[1:4]
    nodes = line(2)[1:5]
    apart = Table().settlement(0, node("(0,2)S")).road(1, west).hand(0, brick=1, lumber=1)
    assert apart.refused(0, BuildRoad(middle)) == "catan.road.connection"
    assert Table().road(0, west).hand(0, brick=1, lumber=1).when(0, BuildRoad(middle)).roads_of(0) == [west, middle]
    by_settlement = Table().settlement(0, nodes[1]).hand(0, brick=1, lumber=1)
    assert by_settlement.when(0, BuildRoad(middle)).roads_of(0) == [middle]
    by_city = Table().city(0, nodes[1]).hand(0, brick=1, lumber=1)
    assert by_city.when(0, BuildRoad(middle)).roads_of(0) == [middle]
    assert by_city.hand(0, brick=1, lumber=1).when(0, BuildRoad(east)).roads_of(0) == [middle, east]


@pytest.mark.rule("catan.road.not_through_opponent")
def test_an_own_road_does_not_lead_past_a_foreign_building() -> None:
    near, beyond = path_edges(line(2))[:2]
    for table in (Table().settlement(1, line(2)[1]), Table().city(1, line(2)[1])):
        table.road(0, near).hand(0, brick=1, lumber=1)
        assert table.refused(0, BuildRoad(beyond)) == "catan.road.not_through_opponent"
        assert table.refused(0, BuildRoad(upright(line(2)[1]))) == "catan.road.not_through_opponent"
        assert table.hand_of(0) == {"brick": 1, "lumber": 1}
    open_way = Table().road(0, near).hand(0, brick=1, lumber=1)
    assert open_way.when(0, BuildRoad(beyond)).roads_of(0) == sorted([near, beyond])


@pytest.mark.rule("catan.road.other_end_connects")
def test_an_edge_blocked_at_one_end_may_connect_at_the_other() -> None:
    west, middle, east = path_edges(line(2))[1:4]
    blocked = line(2)[2]
    one_sided = Table().settlement(1, blocked).road(0, west).hand(0, brick=1, lumber=1)
    assert one_sided.refused(0, BuildRoad(middle)) == "catan.road.not_through_opponent"
    table = Table().settlement(1, blocked).road(0, east).hand(0, brick=1, lumber=1)
    table.when(0, BuildRoad(middle))
    assert table.roads_of(0) == sorted([middle, east])


@pytest.mark.rule("catan.road.past_opponent_road")
def test_a_foreign_road_does_not_block_the_node_it_crosses() -> None:
    west, east = path_edges(line(2))[1:3]
    third = upright(line(2)[2])
    table = Table().road(0, west).road(1, third).hand(0, brick=1, lumber=1)
    assert table.refused(0, BuildRoad(third)) == "catan.road.one_per_edge"
    table.when(0, BuildRoad(east))
    assert table.roads_of(0) == sorted([west, east])


@pytest.mark.rule("catan.road.no_points")
def test_a_road_is_worth_nothing_by_itself() -> None:
    table = Table().settlement(0, line(2)[0]).road(0, *path_edges(line(2))[:3]).hand(0, brick=2, lumber=2)
    assert table.points(0) == 1
    table.when(0, BuildRoad(path_edges(line(2))[3]))
    assert table.points(0) == 1
    assert table.view(0)["seats"][0]["own_points"] == 1
    table.when(0, BuildRoad(path_edges(line(2))[4]))
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(0)]
    assert table.points(0) == 3


@pytest.mark.rule("catan.road.limit")
def test_a_player_places_at_most_fifteen_roads() -> None:
    ways = [*path_edges(line(2)), *path_edges(line(3))]
    table = Table().road(0, *ways[:14]).hand(0, brick=2, lumber=2).cards(0, road_building=1)
    table.when(0, BuildRoad(ways[14]))
    assert len(table.roads_of(0)) == ROADS
    assert table.refused(0, BuildRoad(ways[15])) == "catan.road.limit"
    assert table.refused(0, PlayRoadBuilding()) == "catan.road_building.none"
    assert not [command for command in table.listed(0) if isinstance(command, BuildRoad | PlayRoadBuilding)]
