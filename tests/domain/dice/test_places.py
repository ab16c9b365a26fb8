"""Tests the building rules: roads, settlements, cities, knights (rulebook 004)."""

import pytest

from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.scoring import EndTurn
from tests.domain.dice.table import Table, dice

ROAD = dice(brick=1, lumber=1, gold=4)
SETTLEMENT = dice(brick=1, lumber=1, wool=1, grain=1, gold=2)
CITY = dice(ore=3, grain=2, gold=1)
KNIGHT = dice(ore=1, wool=1, grain=1, gold=3)


@pytest.mark.rule("dice.road.cost")
def test_a_road_costs_brick_and_lumber() -> None:
    assert Table().final(ROAD).when(0, DiceBuildRoad(0)).sheet(0)["roads"] == [0]
    assert Table().final(dice(lumber=2, gold=4)).refused(0, DiceBuildRoad(0)) == "dice.road.cost"


@pytest.mark.rule("dice.road.point")
@pytest.mark.parametrize("built", [0, 7, 15])
def test_every_road_scores_one(built: int) -> None:
    table = Table(1).roads(0, *range(built)).final(ROAD).when(0, DiceBuildRoad(built)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [1]


@pytest.mark.rule("dice.road.adjacent")
def test_a_road_needs_the_road_before_it() -> None:
    table = Table().final(dice(brick=2, lumber=2, gold=2))
    assert table.refused(0, DiceBuildRoad(2)) == "dice.road.adjacent"
    assert table.when(0, DiceBuildRoad(0)).when(0, DiceBuildRoad(2)).sheet(0)["roads"] == [0, 2]


@pytest.mark.rule("dice.road.no_gap")
def test_no_road_is_skipped() -> None:
    table = Table().roads(0, 0, 1, 2).final(ROAD)
    assert table.refused(0, DiceBuildRoad(4)) == "dice.road.adjacent"
    assert [command for command in table.listed(0) if isinstance(command, DiceBuildRoad)] == [DiceBuildRoad(3)]


@pytest.mark.rule("dice.road.branch_free")
def test_at_a_fork_the_player_chooses() -> None:
    table = Table().roads(0, 0).final(ROAD)
    assert {DiceBuildRoad(1), DiceBuildRoad(2)} <= set(table.listed(0))
    assert table.when(0, DiceBuildRoad(2)).sheet(0)["roads"] == [0, 2]


@pytest.mark.rule("dice.road.buildings_no_block")
def test_places_do_not_interrupt_the_roads() -> None:
    unbuilt = Table().roads(0, 0, 2).settlements(0, 1).final(ROAD).when(0, DiceBuildRoad(3))
    built = Table().roads(0, 0, 2).settlements(0, 2).final(ROAD).when(0, DiceBuildRoad(3))
    assert unbuilt.sheet(0)["roads"] == built.sheet(0)["roads"] == [0, 2, 3]


@pytest.mark.rule("dice.road.limit")
def test_there_are_sixteen_roads() -> None:
    table = Table().roads(0, *range(16)).final(ROAD)
    assert {table.refused(0, DiceBuildRoad(road)) for road in range(16)} == {"dice.road.limit"}


@pytest.mark.rule("dice.settlement.cost")
def test_a_settlement_costs_four_resources() -> None:
    assert Table().final(SETTLEMENT).when(0, DiceBuildSettlement(3)).dice == {"gold": 2}
    for lacking in ("brick", "lumber", "wool", "grain"):
        shown = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 3} | {lacking: 0}
        assert Table().final(dice(**shown)).refused(0, DiceBuildSettlement(3)) == "dice.settlement.cost"


@pytest.mark.rule("dice.settlement.road")
def test_a_road_must_touch_the_settlement() -> None:
    table = Table().roads(0, 0).settlements(0, 1).final(SETTLEMENT)
    assert table.refused(0, DiceBuildSettlement(4)) == "dice.settlement.road"


@pytest.mark.rule("dice.settlement.first_free")
def test_the_first_settlement_needs_no_road_more() -> None:
    table = Table(1).final(SETTLEMENT).when(0, DiceBuildSettlement(3)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [3]


@pytest.mark.rule("dice.settlement.order")
def test_settlements_are_built_in_order() -> None:
    table = Table().roads(0, 0, 2).final(SETTLEMENT)
    assert table.refused(0, DiceBuildSettlement(4)) == "dice.settlement.order"


@pytest.mark.rule("dice.settlement.no_distance")
def test_all_six_settlements_can_be_built() -> None:
    table = Table(1).roads(0, *range(16))
    for points in (3, 4, 5, 7, 9, 11):
        table.final(SETTLEMENT).when(0, DiceBuildSettlement(points)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [3, 4, 5, 7, 9, 11]


@pytest.mark.rule("dice.city.cost")
def test_a_city_costs_three_ore_and_two_grain() -> None:
    assert Table().roads(0, 0, 1).final(CITY).when(0, DiceBuildCity(7)).dice == {"gold": 1}
    wrong = Table().roads(0, 0, 1).final(dice(ore=2, grain=3, gold=1))
    assert wrong.refused(0, DiceBuildCity(7)) == "dice.city.cost"


@pytest.mark.rule("dice.city.road")
def test_a_road_must_touch_the_city() -> None:
    assert Table().roads(0, 0).final(CITY).refused(0, DiceBuildCity(7)) == "dice.city.road"
    assert Table().roads(0, 0, 1).final(CITY).when(0, DiceBuildCity(7)).sheet(0)["cities"] == [7]


@pytest.mark.rule("dice.city.order")
def test_cities_are_built_in_order() -> None:
    table = Table().roads(0, 0, 1, 2, 3, 4).final(CITY)
    assert table.refused(0, DiceBuildCity(12)) == "dice.city.order"


@pytest.mark.rule("dice.city.no_settlement_needed")
def test_a_city_needs_no_settlement() -> None:
    table = Table().roads(0, 0, 1).final(CITY).when(0, DiceBuildCity(7))
    assert (table.sheet(0)["settlements"], table.sheet(0)["cities"]) == ([], [7])


@pytest.mark.rule("dice.city.order_separate")
def test_the_orders_are_separate() -> None:
    table = Table().roads(0, 0, 1).knights(0, 3).final(CITY).when(0, DiceBuildCity(7))
    assert table.sheet(0)["cities"] == [7]
    assert Table().settlements(0, 1).cities(0, 0).final(KNIGHT).when(0, BuildKnight(1)).sheet(0)["knights"] == [1]


@pytest.mark.rule("dice.knight.cost")
def test_a_knight_costs_ore_wool_and_grain() -> None:
    assert Table().final(KNIGHT).when(0, BuildKnight(1)).dice == {"gold": 3}
    for lacking in ("ore", "wool", "grain"):
        shown = {"ore": 1, "wool": 1, "grain": 1, "brick": 4} | {lacking: 0}
        assert Table().final(dice(**shown)).refused(0, BuildKnight(1)) == "dice.knight.cost"


@pytest.mark.rule("dice.knight.order")
def test_knights_are_built_in_order() -> None:
    assert Table().final(KNIGHT).refused(0, BuildKnight(2)) == "dice.knight.order"


@pytest.mark.rule("dice.knight.no_road")
def test_a_knight_needs_nothing_beside_it() -> None:
    assert Table().final(KNIGHT).when(0, BuildKnight(1)).sheet(0)["knights"] == [1]


@pytest.mark.rule("dice.knight.points")
def test_a_knight_scores_its_number() -> None:
    table = Table(1).knights(0, 3).final(KNIGHT).when(0, BuildKnight(4)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [4]
