"""Tests New York: waterways (ledger of the extras, section 3)."""

from dataclasses import replace

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from tests.domain.catan.boards import seeded
from tests.domain.catan.land import NEW_YORK
from tests.domain.catan.table import Table

at, way, path = NEW_YORK.at, NEW_YORK.way, NEW_YORK.path
HUDSON = ("Albany", "2,-2,SE", "Kingston", "2,-1,SE", "Newburgh", "2,0,SE", "New York City")


def rich(seats: int = 4) -> Table:
    """Return a table where seat 0 can pay for several roads and settlements."""
    return NEW_YORK.table(seats).hand(0, brick=6, lumber=6, wool=3, grain=3)


def test_the_hudson_and_the_ferries_are_one_system() -> None:
    (system,) = NEW_YORK.ground.systems
    assert all(system >> at(name) & 1 for name in (*HUDSON, "Port Jefferson"))
    shown = CATAN.geometry(rich().state)["waterways"]
    assert [way["id"] for way in shown] == list(range(NEW_YORK.topology.edges, NEW_YORK.topology.edges + 8))
    assert shown[0]["nodes"] == [at("2,0,SE"), at("New York City")]


@pytest.mark.rule("new_york.water.nobody_builds")
def test_nobody_builds_on_a_waterway() -> None:
    table = rich().settlement(0, at("Kingston"))
    hudson = [NEW_YORK.waterway("Kingston", "2,-2,SE"), NEW_YORK.waterway("2,-2,SE", "Albany")]
    for number in hudson:
        assert table.refused(0, BuildRoad(number)) == "new_york.water.nobody_builds"
    waterways = range(NEW_YORK.topology.edges, NEW_YORK.topology.edges + 8)
    assert {table.refused(0, BuildRoad(number)) for number in waterways} == {"new_york.water.nobody_builds"}
    assert table.refused(0, BuildRoad(NEW_YORK.topology.edges + 8)) == "catan.board.coast"
    table.when(0, BuildRoad(path("Kingston", "3,-2,SE")))


@pytest.mark.rule("new_york.water.system_as_own_roads")
def test_a_waterway_joins_two_towns() -> None:
    # given a settlement of seat 0 in Albany, when it settles empty Kingston down the river, then it may
    table = rich().settlement(0, at("Albany"))
    assert BuildSettlement(at("Kingston")) in table.listed(0)
    table.when(0, BuildSettlement(at("Kingston")))
    # but not without any town on the water
    dry = rich().settlement(0, at("Glens Falls")).road(0, path("Glens Falls", "2,-3,SE"))
    assert dry.refused(0, BuildSettlement(at("Kingston"))) == "catan.settlement.connection"


@pytest.mark.rule("new_york.water.road_from_junction")
def test_a_road_may_start_where_the_water_goes_but_at_no_empty_town() -> None:
    table = rich().settlement(0, at("Albany"))
    from_newburgh = BuildRoad(path("Newburgh", "3,-1,SE"))
    assert table.refused(0, from_newburgh) == "new_york.road.stops_at_unsettled_town"
    assert from_newburgh not in table.listed(0)
    table.when(0, BuildRoad(path("2,-1,SE", "Catskill Park")))


@pytest.mark.rule("new_york.water.road_gives_nothing")
def test_a_road_that_ends_at_the_water_gives_no_use_of_it() -> None:
    table = rich().settlement(0, at("Oneonta")).road(0, *way("Oneonta", "1,-1,SE", "Catskill Park", "2,-1,SE"))
    assert table.refused(0, BuildSettlement(at("Kingston"))) == "catan.settlement.connection"
    table.settlement(0, at("Albany")).when(0, BuildSettlement(at("Kingston")))


@pytest.mark.rule("new_york.water.shared")
def test_several_players_share_the_water_and_nobody_cuts_it() -> None:
    table = rich().settlement(0, at("Albany")).settlement(1, at("Kingston"))
    assert table.refused(0, BuildRoad(path("Kingston", "3,-2,SE"))) == "catan.road.connection"
    table.when(0, BuildSettlement(at("Newburgh")))
    table.hand(1, brick=1, lumber=1, wool=1, grain=1).turn(1).when(1, BuildSettlement(at("New York City")))


@pytest.mark.rule("new_york.water.not_longest_road")
def test_water_adds_nothing_to_the_longest_road() -> None:
    table = rich().settlement(0, at("Albany"), at("Newburgh"))
    table.road(0, *way("Albany", "3,-3,SE", "3,-2,E", "3,-2,SE"))
    table.road(0, *way("Newburgh", "3,-1,SE", "Hyde Park"), path("3,-1,SE", "Port Jefferson"))
    table.road(0, *way("2,-1,SE", "Catskill Park", "2,0,W", "2,0,SW"))
    assert table.state.routes[0] == 3
    assert table.state.longest_road == -1


@pytest.mark.rule("new_york.water.founding_road")
def test_the_founding_road_of_a_water_town_lies_at_the_town() -> None:
    dry = {edge for name in HUDSON[::2] for edge in NEW_YORK.topology.node_edges[at(name)]}
    for name in (*HUDSON[::2], "Port Jefferson"):
        table = NEW_YORK.table(empty=False).when(0, FoundSettlement(at(name)))
        own = set(NEW_YORK.topology.node_edges[at(name)])
        assert own
        assert {c.edge for c in table.listed(0)} == own
        for edge in dry - own:
            assert table.refused(0, FoundRoad(edge)) == "catan.founding.road_touches"


@pytest.mark.rule("new_york.water.founding_road_anywhere")
def test_as_an_option_the_founding_road_of_a_water_town_may_lie_anywhere_at_the_water() -> None:
    table = NEW_YORK.table(empty=False, waterway_founding_road=True).when(0, FoundSettlement(at("New York City")))
    from_newburgh = FoundRoad(path("Newburgh", "3,-1,SE"))
    assert table.refused(0, from_newburgh) == "catan.founding.road_touches"
    junctions = [path("2,-1,SE", "Catskill Park"), path("New York City", "2,1,SE")]
    assert {FoundRoad(edge) for edge in junctions} <= set(table.listed(0))
    table.when(0, FoundRoad(junctions[0]))
    # another town of the same player is not joined to it
    for seat, name in ((1, "Utica"), (2, "Olean"), (3, "Corning"), (3, "Hornell"), (2, "Lyons"), (1, "Syracuse")):
        table.when(seat, FoundSettlement(at(name)))
        table.when(seat, FoundRoad(NEW_YORK.topology.node_edges[at(name)][0]))
    table.when(0, FoundSettlement(at("Massena")))
    assert {c.edge for c in table.listed(0)} == set(NEW_YORK.topology.node_edges[at("Massena")])


@pytest.mark.rule("new_york.water.founding_road_anywhere")
def test_a_game_from_before_the_choice_founds_roads_anywhere_at_the_water() -> None:
    config = CATAN.configure(4, "new-york", (), {})
    old = replace(config, options={k: v for k, v in config.options.items() if k != "waterway_founding_road"})
    assert config.options["waterway_founding_road"] is False
    assert CATAN.completed(old).options["waterway_founding_road"] is True
    assert CATAN.begin(CATAN.setup(old, seeded(1))[0]).setting.config.options["waterway_founding_road"] is True
