"""Tests phase 3b: settlements (ledger section 11)."""

import pytest

from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.longest_road import RouteChanged
from domain.catan.chapters.production import ResourcesProduced
from domain.catan.chapters.turn import EndTurn
from tests.domain.catan.table import Table, edge, line, node, path_edges, upright

ROW = line(2)
WAY = path_edges(ROW)
COST = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def arrived(*, at: int = 4) -> Table:
    """Seat 0 has a road to the node of that number in the row, and the price of a settlement."""
    return Table().road(0, WAY[at - 1]).hand(0, **COST)


@pytest.mark.rule("catan.settlement.cost")
def test_a_settlement_costs_brick_lumber_wool_and_grain() -> None:
    table = arrived().when(0, BuildSettlement(ROW[4]))
    assert table.hand_of(0) == {}
    assert table.bank() == dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19)
    assert table.view(None)["seats"][0]["settlements"] == [ROW[4]]
    for missing in COST:
        short = Table().road(0, WAY[3]).hand(0, **{**COST, missing: 0}, ore=5)
        assert short.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.cost"


@pytest.mark.rule("catan.settlement.connection")
def test_an_own_road_must_lead_to_the_node() -> None:
    foreign = Table().road(1, WAY[3]).road(0, WAY[8]).hand(0, **COST)
    assert foreign.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.connection"
    assert arrived().refused(0, BuildSettlement(ROW[5])) == "catan.settlement.connection"
    foreign.road(0, WAY[4]).when(0, BuildSettlement(ROW[4]))
    assert foreign.state.settlements[0] == 1 << ROW[4]


@pytest.mark.rule("catan.settlement.free_vertex")
def test_the_node_must_be_empty() -> None:
    assert arrived().settlement(1, ROW[4]).refused(0, BuildSettlement(ROW[4])) == "catan.settlement.free_vertex"
    assert arrived().city(1, ROW[4]).refused(0, BuildSettlement(ROW[4])) == "catan.settlement.free_vertex"
    assert arrived().settlement(0, ROW[4]).refused(0, BuildSettlement(ROW[4])) == "catan.settlement.free_vertex"
    assert arrived().city(0, ROW[4]).refused(0, BuildSettlement(ROW[4])) == "catan.city.no_downgrade"
    assert arrived().when(0, BuildSettlement(ROW[4])).state.settlements[0] == 1 << ROW[4]


@pytest.mark.rule("catan.settlement.distance")
def test_no_neighboring_node_may_be_built_on() -> None:
    near = arrived().settlement(1, ROW[5])
    assert near.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.distance"
    assert near.hand_of(0) == COST
    far = arrived().settlement(1, ROW[6]).when(0, BuildSettlement(ROW[4]))
    assert far.state.settlements[0] == 1 << ROW[4]


@pytest.mark.rule("catan.settlement.distance_any_owner")
def test_own_buildings_keep_the_distance_too() -> None:
    near = arrived().settlement(0, ROW[3])
    assert near.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.distance"
    assert arrived().city(0, ROW[3]).refused(0, BuildSettlement(ROW[4])) == "catan.settlement.distance"
    far = arrived().settlement(0, ROW[2]).when(0, BuildSettlement(ROW[4]))
    assert far.state.settlements[0] == 1 << ROW[2] | 1 << ROW[4]


@pytest.mark.rule("catan.settlement.distance_cities")
def test_cities_keep_the_distance_too() -> None:
    near = arrived().city(1, ROW[5])
    assert near.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.distance"
    far = arrived().city(1, ROW[6]).when(0, BuildSettlement(ROW[4]))
    assert far.state.settlements[0] == 1 << ROW[4]


@pytest.mark.rule("catan.settlement.distance_roads_free")
def test_foreign_roads_around_do_not_matter() -> None:
    table = arrived().road(1, WAY[4]).road(2, upright(ROW[4])).when(0, BuildSettlement(ROW[4]))
    assert table.state.settlements[0] == 1 << ROW[4]
    near = arrived().road(1, WAY[4]).settlement(1, ROW[5])
    assert near.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.distance"


@pytest.mark.rule("catan.settlement.point")
def test_a_settlement_is_worth_one_point() -> None:
    table = arrived()
    assert [table.points(seat) for seat in range(4)] == [0, 0, 0, 0]
    table.when(0, BuildSettlement(ROW[4]))
    assert [table.points(seat) for seat in range(4)] == [1, 0, 0, 0]


@pytest.mark.rule("catan.settlement.limit")
def test_a_sixth_settlement_needs_an_upgrade_first() -> None:
    table = arrived().settlement(0, *line(4)[0:9:2]).hand(0, grain=2, ore=3)
    assert table.view(None)["seats"][0]["supply"] == {"roads": 14, "settlements": 0, "cities": 4}
    assert table.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.limit"
    assert not [command for command in table.listed(0) if isinstance(command, BuildSettlement)]
    table.when(0, BuildCity(line(4)[0])).when(0, BuildSettlement(ROW[4]))
    assert table.view(None)["seats"][0]["supply"] == {"roads": 14, "settlements": 0, "cities": 3}
    assert table.hand_of(0) == {}


@pytest.mark.rule("catan.settlement.produces")
def test_a_settlement_is_paid_from_the_next_fitting_roll_on() -> None:
    at = node("(0,1)N")
    table = Table().road(0, edge("(0,1)", "NE")).hand(0, **COST).turn(0, "roll").roll(4)
    assert table.happened(ResourcesProduced) == []
    table.when(0, BuildSettlement(at)).when(0, EndTurn())
    assert table.hand_of(0) == {}
    table.roll(4)
    assert table.hand_of(0) == {"grain": 1}
    assert table.bank()["grain"] == 18


@pytest.mark.rule("catan.settlement.may_cut")
def test_a_settlement_may_stand_inside_a_foreign_line() -> None:
    table = Table().road(1, *WAY[:6]).road(0, upright(ROW[4])).hand(0, **COST)
    assert table.view(None)["seats"][1]["route_length"] == 6
    table.when(0, BuildSettlement(ROW[4]))
    assert table.happened(RouteChanged) == [RouteChanged(1, 4)]
    assert table.view(None)["seats"][1]["route_length"] == 4
    table.hand(1, brick=1, lumber=1).turn(1).when(1, BuildRoad(WAY[6]))
    assert table.view(None)["seats"][1]["route_length"] == 4
    apart = Table().road(1, *WAY[:6]).road(0, WAY[9]).hand(0, **COST)
    assert apart.refused(0, BuildSettlement(ROW[4])) == "catan.settlement.connection"
