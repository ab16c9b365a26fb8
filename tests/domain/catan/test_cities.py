"""Tests phase 3c: cities (ledger section 12)."""

import pytest

from domain.catan.chapters.building.messages import BuildCity, BuildSettlement, CityBuilt
from domain.catan.terms import CITY_COST
from tests.domain.catan.table import Table, line, path_edges

ROW = line(2)
PLACE = ROW[4]


def rich(**more: int) -> Table:
    """Seat 0 has a settlement, the price of a city, and these further cards."""
    return Table().settlement(0, PLACE).hand(0, grain=2, ore=3).hand(0, **more)


@pytest.mark.rule("catan.city.cost")
def test_a_city_costs_three_ore_and_two_grain() -> None:
    table = rich().when(0, BuildCity(PLACE))
    assert table.hand_of(0) == {}
    assert table.bank() == dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 19)
    assert table.happened(CityBuilt) == [CityBuilt(0, PLACE, CITY_COST)]
    swapped = Table().settlement(0, PLACE).hand(0, grain=3, ore=2)
    assert swapped.refused(0, BuildCity(PLACE)) == "catan.city.cost"
    assert swapped.hand_of(0) == {"grain": 3, "ore": 2}


@pytest.mark.rule("catan.city.upgrade_only")
def test_a_city_replaces_an_own_settlement_only() -> None:
    table = rich().settlement(1, ROW[6]).city(0, ROW[8]).road(0, *path_edges(ROW))
    assert table.refused(0, BuildCity(ROW[2])) == "catan.city.upgrade_only"
    assert table.refused(0, BuildCity(ROW[6])) == "catan.city.upgrade_only"
    assert table.refused(0, BuildCity(ROW[8])) == "catan.city.upgrade_only"
    assert [command.node for command in table.listed(0) if isinstance(command, BuildCity)] == [PLACE]
    table.when(0, BuildCity(PLACE))
    assert table.state.cities[0] == 1 << PLACE | 1 << ROW[8]


@pytest.mark.rule("catan.city.returns_settlement")
def test_the_replaced_settlement_returns_to_the_supply() -> None:
    table = rich().settlement(0, *line(4)[0:7:2])
    assert table.view(None)["seats"][0]["supply"] == {"roads": 15, "settlements": 0, "cities": 4}
    table.when(0, BuildCity(PLACE))
    assert table.view(None)["seats"][0]["supply"] == {"roads": 15, "settlements": 1, "cities": 3}
    assert table.view(None)["seats"][0]["settlements"] == sorted(line(4)[0:7:2])
    assert table.view(None)["seats"][0]["cities"] == [PLACE]


@pytest.mark.rule("catan.city.points")
def test_a_city_is_worth_two_points_in_place_of_one() -> None:
    table = rich()
    assert table.points(0) == 1
    table.when(0, BuildCity(PLACE))
    assert table.points(0) == 2


@pytest.mark.rule("catan.city.limit")
def test_a_player_builds_at_most_four_cities() -> None:
    table = rich(grain=2, ore=3).city(0, *line(4)[0:5:2]).settlement(0, line(4)[6])
    table.when(0, BuildCity(PLACE))
    assert table.view(None)["seats"][0]["supply"]["cities"] == 0
    assert table.refused(0, BuildCity(line(4)[6])) == "catan.city.limit"
    assert table.hand_of(0) == {"grain": 2, "ore": 3}
    assert not [command for command in table.listed(0) if isinstance(command, BuildCity)]


@pytest.mark.rule("catan.city.no_downgrade")
def test_a_city_never_becomes_a_settlement_again() -> None:
    table = Table().city(0, PLACE).road(0, path_edges(ROW)[4])
    table.hand(0, brick=1, lumber=1, wool=1, grain=3, ore=3)
    assert table.refused(0, BuildSettlement(PLACE)) == "catan.city.no_downgrade"
    assert table.refused(0, BuildCity(PLACE)) == "catan.city.upgrade_only"
    assert table.state.cities[0] == 1 << PLACE
    assert table.view(None)["seats"][0]["supply"] == {"roads": 14, "settlements": 5, "cities": 3}


@pytest.mark.rule("catan.city.same_turn")
def test_a_settlement_built_this_turn_may_be_upgraded_at_once() -> None:
    table = Table().road(0, path_edges(ROW)[4]).hand(0, brick=1, lumber=1, wool=1, grain=3, ore=3)
    assert table.refused(0, BuildCity(PLACE)) == "catan.city.upgrade_only"
    table.when(0, BuildSettlement(PLACE)).when(0, BuildCity(PLACE))
    assert table.hand_of(0) == {}
    assert table.points(0) == 2
    assert table.state.turn == 1


@pytest.mark.rule("catan.city.returned_piece_reusable")
def test_the_returned_settlement_may_be_built_again_at_once() -> None:
    table = rich(brick=1, lumber=1, wool=1, grain=1).settlement(0, *line(4)[0:7:2]).road(0, path_edges(ROW)[6])
    assert table.refused(0, BuildSettlement(ROW[7])) == "catan.settlement.limit"
    table.when(0, BuildCity(PLACE)).when(0, BuildSettlement(ROW[7]))
    assert table.view(None)["seats"][0]["supply"] == {"roads": 14, "settlements": 0, "cities": 3}
    assert table.points(0) == 7
