"""Tests the worked illustrations and examples of the rulebooks (component facts 12)."""

import pytest

from domain.elasund.chapters.building import CompensationPaid
from domain.elasund.chapters.church import BuildChurch, ChooseChurchTile
from domain.elasund.chapters.walls import BuildWall, WallBuilt
from domain.elasund.options import EDITIONS
from domain.elasund.payments import InfluencePaid
from domain.elasund.trade import TradeMoved
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, G, R, Y, build, influence, pair, place, tile


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> str:
    """Return each edition in turn; both print these examples."""
    return str(request.param)


def test_the_ship_on_three_and_a_three_is_rolled(edition: str) -> None:
    table = Table(4, edition, huts=False).building(R, "workshop", (0, 2)).building(B, "small_hut", (1, 3))
    table.building(Y, "large_hut", (2, 2)).building(R, "small_hut", (3, 3)).building(G, "large_hut", (4, 2))
    table.ship(3).roll(3)
    assert table.ship_row() == 5
    assert table.frame() == "build_tiles"
    assert (table.state.gold, table.influences()) == ([1, 0, 1, 1], [1, 1, 0, 0])


def overview(edition: str) -> Table:
    """Return the city of the overview for three: red, yellow and blue.

    No game leads to this position, since walls come in order.
    """
    red, yellow, blue = range(3)
    table = Table(3, edition, huts=False, colors=["red", "yellow", "blue"])
    table.building(red, "house", (0, 0)).building(red, "large", (4, 0))
    table.building(red, "small_hut", (3, 2)).building(red, "large_hut", (4, 5))
    table.building(yellow, "large_hut", (2, 2)).building(yellow, "small_hut", (6, 7)).building(yellow, "shop", (2, 6))
    table.building(blue, "small_hut", (1, 3)).building(blue, "large_hut", (4, 3)).building(blue, "inn", (0, 4), (0, 7))
    table.building(blue, "house", (0, 6)).permit(red, 2, (1, 1)).permit(yellow, 1, (1, 2)).permit(red, 1, (2, 8))
    for space in (102, 103, 104, 202, 203, 204, 301, 308):
        table.apply(WallBuilt(red, space, 1, False))
    return table.apply(WallBuilt(yellow, 105, 3, True), WallBuilt(blue, 205, 3, True), WallBuilt(yellow, 302, 6, True))


def test_the_overview_of_a_city_for_three(edition: str) -> None:
    red, yellow, blue = range(3)
    table = overview(edition)
    assert table.trade(blue) == (5, [3, 5])
    assert table.trade(red) == (3, [3])
    assert table.trade(yellow) == (0, [])
    assert [table.points(seat) for seat in (red, yellow, blue)] == [3, 3, 5]
    table.gold(red, 4).when(red, build("inn", 1, 1))
    assert table.at(2, 2) == (red, "inn")
    assert table.waiting() == [yellow]
    assert (table.gold_of(red), table.gold_of(yellow)) == (0, 1)


def test_two_permits_let_red_build_a_pub(edition: str) -> None:
    table = Table(4, edition).permit(R, 0, (6, 6), (7, 7)).gold(R, 3)
    assert table.may(R, build("inn", 6, 6))


def test_a_four_outweighs_a_zero_a_one_and_a_two(edition: str) -> None:
    table = Table(4, edition, huts=False).permit(R, 4, (6, 6)).permit(B, 0, (7, 6), (6, 7), (7, 7)).gold(R, 6)
    assert table.turn(B).gold(B, 9).refused(B, build("inn", 6, 6)) == "elasund.permit.majority_strict"
    table.turn(R).when(R, build("inn", 6, 6))
    assert table.happened(CompensationPaid) == [CompensationPaid(R, B, 1), CompensationPaid(R, B, 2)]


def test_a_large_building_over_rival_permits_and_a_workshop(edition: str) -> None:
    table = Table(4, edition, huts=False).permit(R, 1, (3, 6), (3, 7)).permit(Y, 2, (4, 6)).permit(B, 2, (4, 8))
    table.building(Y, "workshop", (3, 8)).gold(R, 9).when(R, build("large", 3, 6))
    assert (table.gold_of(R), table.gold_of(Y), table.gold_of(B)) == (0, 2, 2)
    assert table.at(3, 8) == (R, "large")
    assert "workshop" in table.seat_view(None, Y)["supply"]["buildings"]
    assert table.view(None)["permits"] == []


def test_an_inn_over_parts_of_two_shops(edition: str) -> None:
    table = Table(4, edition, huts=False).building(R, "shop", (2, 6)).building(B, "shop", (4, 8))
    table.permit(Y, 2, (4, 7)).permit(R, 1, (3, 8)).gold(Y, 4).influence(Y, blue=3).turn(Y)
    table.when(Y, build("inn", 3, 7, "blue"))
    assert (table.gold_of(Y), table.gold_of(R)) == (0, 1)
    assert table.happened(InfluencePaid) == [InfluencePaid(Y, influence(blue=3))]
    assert (table.stack("shop"), table.points(R), table.points(B), table.points(Y)) == (5, 0, 0, 1)


def test_two_wall_tiles_in_a_turn(edition: str) -> None:
    table = Table(2, edition, colors=["yellow", "red"]).walls(R, 203).gold(R, 6)
    table.when(R, BuildWall(202))
    assert (table.gold_of(R), table.influences()[R]) == (4, 1)
    table.when(R, BuildWall(308))
    assert (table.gold_of(R), table.influences()[R], table.points(R)) == (0, 1, 1)


def test_the_first_two_tiles_of_the_church(edition: str) -> None:
    table = Table(4, edition, huts=False).building(B, "inn", (3, 3)).gold(Y, 7).gold(R, 7).turn(Y)
    table.when(Y, BuildChurch(), pair("SW", "N")).when(Y, ChooseChurchTile(tile("SW")))
    assert (table.view(None)["church"]["corner"], table.points(Y)) == (23, 1)
    table.turn(R).when(R, BuildChurch(), tile("NE"))
    assert [entry["square"] for entry in table.view(None)["church"]["tiles"]] == [43, 25]
    assert (table.at(3, 3), table.points(B), table.points(R)) == (None, 0, 1)
    assert table.stack("inn") == 5


def test_a_permit_in_the_row_of_the_ship(edition: str) -> None:
    table = Table(4, edition, huts=False).building(Y, "large_hut", (2, 2)).ship(4).phase("permit").gold(R, 2)
    assert not table.may(R, place(2, 2, 2))
    assert table.when(R, place(2, 3, 2)).gold_of(R) == 0
    assert table.permit_on(3, 2) == (R, 2)


def test_the_pirate_in_row_five(edition: str) -> None:
    table = Table(4, edition, huts=False).building(B, "inn", (0, 3), (4, 2)).building(R, "well", (3, 3))
    table.building(R, "large", (6, 2)).walls(G, 301).walls(Y, 308).walls(B, 302).walls(R, 107, 106, 303).walls(G, 304)
    table.gold(R, 9).gold(B, 9).turn(G).roll_pirate(5)
    assert [table.owed(seat) for seat in range(4)] == [3, 1, 0, 0]


def test_an_inn_at_the_sea_displaces_a_house(edition: str) -> None:
    table = Table(4, edition, huts=False).building(R, "house", (0, 4)).building(R, "inn", (0, 6))
    table.building(R, "workshop", (0, 8)).building(B, "house", (0, 5)).turn(B)
    assert (table.trade(R), table.trade(B)) == ((5, [3, 5]), (1, []))
    table.permit(B, 0, (0, 3), (1, 3)).gold(B, 3).when(B, build("inn", 0, 3))
    assert table.happened(TradeMoved) == [TradeMoved(R, 4, (3,)), TradeMoved(B, 3, (3,))]
