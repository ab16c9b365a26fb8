"""Tests New York: Catan tokens on crossings, or towns there with five and six (ledger of the extras, section 3)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.chapters.turn import EndTurn
from domain.catan.modules.towns.chapter import MapTokenTaken
from tests.domain.catan.land import NEW_YORK
from tests.domain.catan.table import Table

at, way, path = NEW_YORK.at, NEW_YORK.way, NEW_YORK.path
FAR_SIDE = path("Catskill Park", "2,0,W")


def rich(seats: int = 4) -> Table:
    """Return a table where seat 0 can pay for several roads and buildings, and seat 1 for three roads."""
    return NEW_YORK.table(seats).hand(0, brick=6, lumber=6, wool=3, grain=3, ore=3).hand(1, brick=3, lumber=3)


def founded_to(token_road: int, seats: int = 3) -> Table:
    """The founding phase is over; in it seat 0 founded Kingston with the road `token_road`."""
    table = NEW_YORK.table(seats, empty=False, waterway_founding_road=True)
    order = ((0, "Kingston"), (1, "Oneonta"), (2, "Olean"), (2, "Hornell"), (1, "Utica"), (0, "Syracuse"))
    for step, (seat, name) in enumerate(order):
        road = NEW_YORK.topology.node_edges[at(name)][0] if step else token_road
        road = path("Oneonta", "1,-1,SE") if name == "Oneonta" else road
        table.when(seat, FoundSettlement(at(name))).when(seat, FoundRoad(road))
    return table.hand(0, brick=2, lumber=2).hand(1, brick=2, lumber=2).phase("trade")


@pytest.mark.rule("new_york.token.first_road")
def test_the_first_road_to_a_token_takes_it() -> None:
    table = rich().settlement(0, at("Newburgh")).road(0, path("Newburgh", "3,-1,SE")).settlement(1, at("Kingston"))
    table.road(1, path("Kingston", "3,-2,SE"))
    table.when(0, BuildRoad(path("3,-1,SE", "Hyde Park")))
    assert table.happened(MapTokenTaken) == [MapTokenTaken(0, at("Hyde Park"))]
    assert table.points(0) == 2
    assert [seat["tokens"] for seat in table.view(1)["towns"]["seats"]] == [1, 0, 0, 0]
    table.turn(1).when(1, BuildRoad(path("3,-2,SE", "Hyde Park")))
    assert table.points(1) == 1
    assert at("Hyde Park") not in table.view(None)["towns"]["tokens"]


@pytest.mark.rule("new_york.token.no_building_needed")
def test_a_token_wants_no_building_and_its_crossing_takes_none() -> None:
    table = rich().road(0, path("Newburgh", "3,-1,SE")).settlement(0, at("Newburgh")).settlement(1, at("Kingston"))
    table.road(1, path("Kingston", "3,-2,SE")).when(0, BuildRoad(path("3,-1,SE", "Hyde Park")))
    assert table.points(0) == 2
    assert table.refused(0, BuildSettlement(at("Hyde Park"))) == "new_york.town.only_sites"
    table.when(0, BuildRoad(path("Hyde Park", "3,-2,SE")))
    assert table.state.routes[0] == 3


@pytest.mark.rule("new_york.token.not_in_founding")
def test_a_founding_road_takes_no_token() -> None:
    # given seat 0 founds Kingston with a road from the Hudson to the token at Catskill Park
    table = founded_to(path("2,-1,SE", "Catskill Park"))
    # then the token stays
    assert at("Catskill Park") in table.view(None)["towns"]["tokens"]
    assert table.points(0) == 2
    # while the same road in the first turn takes it
    later = founded_to(path("Kingston", "3,-2,SE")).when(0, BuildRoad(path("2,-1,SE", "Catskill Park")))
    assert later.points(0) == 3


@pytest.mark.rule("new_york.token.founding_road_needs_another")
def test_who_founded_up_to_a_token_needs_another_road_there() -> None:
    # given a founding road of seat 0 that reaches the token at Catskill Park
    reached = founded_to(path("2,-1,SE", "Catskill Park"))
    # when seat 0 adds a road on the far side, then it takes the token
    reached.when(0, BuildRoad(FAR_SIDE))
    assert reached.points(0) == 3
    # but when seat 1 arrives first, the token is gone
    late = founded_to(path("2,-1,SE", "Catskill Park")).turn(1)
    late.when(1, BuildRoad(path("1,-1,SE", "Catskill Park")))
    assert late.points(1) == 3
    late.turn(0).when(0, BuildRoad(FAR_SIDE))
    assert late.points(0) == 2


@pytest.mark.rule("new_york.token.five_six_town")
def test_with_five_or_six_the_crossings_are_towns() -> None:
    for seats in (5, 6):
        table = NEW_YORK.table(seats, empty=False).when(0, FoundSettlement(at("Saratoga")))
        assert len(CATAN.geometry(table.state)["towns"]) == 33
        assert CATAN.geometry(table.state)["tokens"] == []
    table = rich(5).road(0, path("Saratoga", "3,-4,SE"))
    table.when(0, BuildSettlement(at("Saratoga"))).when(0, BuildCity(at("Saratoga")))
    four = NEW_YORK.table(4, empty=False)
    assert four.refused(0, FoundSettlement(at("Saratoga"))) == "new_york.town.only_sites"


@pytest.mark.rule("new_york.token.five_six_road_stop")
def test_with_five_or_six_roads_stop_at_these_towns_too() -> None:
    onward = BuildRoad(path("Saratoga", "3,-3,SE"))
    six = rich(6).settlement(0, at("Glens Falls")).road(0, *way("Glens Falls", "3,-4,SE", "Saratoga"))
    assert six.refused(0, onward) == "new_york.road.stops_at_unsettled_town"
    three = rich(3).settlement(0, at("Glens Falls")).road(0, *way("Glens Falls", "3,-4,SE", "Saratoga"))
    three.when(0, onward)
    assert three.state.routes[0] == 3


def test_a_token_taken_counts_towards_the_win() -> None:
    table = rich().city(0, *(at(name) for name in ("Newburgh", "Utica", "Syracuse", "Lyons")))
    table.settlement(0, at("Olean"), at("Corning"), at("Massena")).road(0, path("Newburgh", "3,-1,SE"))
    table.when(0, BuildRoad(path("3,-1,SE", "Hyde Park")))
    assert table.points(0) == 12
    result = CATAN.result(table.state)
    assert result
    assert result.winners == (0,)
    assert table.refused(0, EndTurn()) == "catan.end.immediate"
