"""Tests phase 3: what holds for everything that is built."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement, RoadBuilt, SettlementBuilt
from domain.catan.chapters.setup.messages import FoundRoad
from domain.catan.terms import ROADS
from tests.domain.catan.table import TOPOLOGY, Table, cards, edge, line, node, path_edges

CENTER = node("(0,0)N")
NORTH_EAST = edge("(0,0)", "NE")


@pytest.mark.rule("catan.build.pay_exact")
def test_the_exact_cost_goes_from_the_own_hand_to_the_bank() -> None:
    table = Table().settlement(0, CENTER).hand(0, brick=1, lumber=1, wool=1).hand(1, brick=1, lumber=1)
    assert table.bank() == {"brick": 17, "lumber": 17, "wool": 18, "grain": 19, "ore": 19}
    table.when(0, BuildRoad(NORTH_EAST))
    assert table.hand_of(0) == {"wool": 1}
    assert table.hand_of(1) == {"brick": 1, "lumber": 1}
    assert table.bank() == {"brick": 18, "lumber": 18, "wool": 18, "grain": 19, "ore": 19}
    assert table.happened(RoadBuilt) == [RoadBuilt(0, NORTH_EAST, cards(brick=1, lumber=1))]


@pytest.mark.rule("catan.build.no_credit")
def test_nothing_is_built_without_the_complete_cost() -> None:
    table = Table().settlement(0, CENTER).hand(0, brick=1).hand(1, lumber=5)
    assert BuildRoad(NORTH_EAST) not in table.listed(0)
    assert table.refused(0, BuildRoad(NORTH_EAST)) == "catan.road.cost"
    assert table.hand_of(0) == {"brick": 1}
    assert table.roads_of(0) == []


@pytest.mark.rule("catan.build.from_supply")
def test_the_piece_comes_from_the_own_supply() -> None:
    table = Table().road(0, *path_edges(line(2)), *path_edges(line(3))[:4]).hand(0, brick=2, lumber=2)
    assert table.view(None)["seats"][0]["supply"] == {"roads": 1, "settlements": 5, "cities": 4}
    free = path_edges(line(3))[4:6]
    table.when(0, BuildRoad(free[0]))
    assert len(table.roads_of(0)) == ROADS
    assert table.view(None)["seats"][0]["supply"]["roads"] == 0
    assert table.refused(0, BuildRoad(free[1])) == "catan.road.limit"
    assert table.hand_of(0) == {"brick": 1, "lumber": 1}


@pytest.mark.rule("catan.build.legal_place_needed")
def test_cards_are_paid_only_together_with_a_legal_placement() -> None:
    table = Table().settlement(0, CENTER).road(0, NORTH_EAST).hand(0, brick=1, lumber=1, wool=1, grain=1)
    assert not [command for command in table.listed(0) if isinstance(command, BuildSettlement)]
    for place in range(TOPOLOGY.nodes):
        table.refused(0, BuildSettlement(place))
    assert table.hand_of(0) == {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
    legal = Table().road(0, NORTH_EAST).hand(0, brick=1, lumber=1, wool=1, grain=1)
    legal.when(0, BuildSettlement(CENTER))
    assert legal.hand_of(0) == {}


@pytest.mark.rule("catan.build.any_number")
def test_a_player_builds_as_often_as_the_cards_allow() -> None:
    first, second, third = path_edges(line(2))[:3]
    table = Table().settlement(0, line(2)[0]).hand(0, brick=2, lumber=2)
    table.when(0, BuildRoad(first)).when(0, BuildRoad(second))
    assert table.roads_of(0) == sorted([first, second])
    assert table.refused(0, BuildRoad(third)) == "catan.road.cost"


@pytest.mark.rule("catan.build.new_piece_counts")
def test_a_new_road_supports_a_settlement_in_the_same_turn() -> None:
    start, middle, end = line(2)[:3]
    table = Table().settlement(0, start).road(0, path_edges([start, middle])[0])
    table.hand(0, brick=2, lumber=2, wool=1, grain=1)
    assert table.refused(0, BuildSettlement(end)) == "catan.settlement.connection"
    table.when(0, BuildRoad(path_edges([middle, end])[0])).when(0, BuildSettlement(end))
    assert table.happened(SettlementBuilt) == [SettlementBuilt(0, end, cards(brick=1, lumber=1, wool=1, grain=1))]
    assert table.hand_of(0) == {}


def settled_on_the_coast() -> Table:
    table = Table().settlement(0, line(2)[0]).road(0, path_edges(line(2))[0])
    return table.hand(0, brick=2, lumber=2, wool=1, grain=5, ore=3)


@pytest.mark.rule("catan.build.pieces_stay")
def test_a_placed_piece_is_never_moved_or_taken_back() -> None:
    road, other = path_edges(line(2))[:2]
    table = settled_on_the_coast()
    assert table.refused(0, BuildRoad(road)) == "catan.road.one_per_edge"
    assert table.refused(0, FoundRoad(other)) == "catan.founding.over"
    assert [name for name in CATAN.commands.by_name if name.startswith(("Move", "Remove"))] == ["MoveRobber"]
    for command in table.listed(0):
        after = settled_on_the_coast().when(0, command, 0)
        assert road in after.roads_of(0)
        assert after.state.buildings(0) == 1 << line(2)[0]
    table.when(0, BuildCity(line(2)[0]))
    assert table.view(0)["seats"][0]["settlements"] == []
    assert table.view(0)["seats"][0]["cities"] == [line(2)[0]]


@pytest.mark.rule("catan.board.coast")
def test_the_coast_is_a_building_place_and_the_open_sea_is_none() -> None:
    table = Table().settlement(0, node("(0,-2)N")).hand(0, brick=3, lumber=3, wool=1, grain=1)
    table.when(0, BuildRoad(edge("(0,-2)", "NE"))).when(0, BuildRoad(edge("(1,-2)", "NW")))
    table.when(0, BuildSettlement(node("(1,-2)N")))
    assert table.view(0)["seats"][0]["settlements"] == sorted([node("(0,-2)N"), node("(1,-2)N")])
    beyond = Table().settlement(0, node("(0,-2)N")).hand(0, brick=2, lumber=2, wool=1, grain=1)
    assert len(TOPOLOGY.reach[node("(0,-2)N")]) == 2
    assert beyond.refused(0, BuildRoad(TOPOLOGY.edges)) == "catan.board.coast"
    assert beyond.refused(0, BuildSettlement(TOPOLOGY.nodes)) == "catan.board.coast"
