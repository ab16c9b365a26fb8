"""The Erie canal: joining canal towns (ledger of the extras, section 4)."""

import pytest

from domain.catan import CATAN, maps
from domain.catan.commands import BuildRoad, BuildSettlement, FoundRoad, FoundSettlement
from domain.catan.events import RoadMoved
from domain.catan.modules.erie_canal.events import CanalLinked
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.core.errors import InvalidConfiguration
from tests.domain.catan.land import NEW_YORK, Land, made_up
from tests.domain.catan.table import Table

at, way, path = NEW_YORK.at, NEW_YORK.way, NEW_YORK.path


def canal(seats: int = 4, **options: object) -> Table:
    """A table with the canal where seats 0 and 1 can pay for many roads."""
    table = NEW_YORK.table(seats, "erie-canal", **options)
    return table.hand(0, brick=8, lumber=8, wool=2, grain=2).hand(1, brick=4, lumber=4)


def tokens(table: Table) -> list[int]:
    """The canal tokens of the seats, as everybody sees them."""
    return list(table.view(None)["erie_canal"]["tokens"])


def supply(table: Table) -> int:
    """The canal tokens in the supply."""
    return int(table.view(None)["erie_canal"]["supply"])


def built(table: Table, *names: str, seat: int = 0) -> Table:
    """The seat builds roads along places."""
    for edge in way(*names):
        table.when(seat, BuildRoad(edge))
    return table


@pytest.mark.rule("canal.setup.tokens")
def test_eight_tokens_lie_ready_whoever_plays() -> None:
    for seats in (3, 4, 5, 6):
        table = NEW_YORK.table(seats, "erie-canal", empty=False)
        assert supply(table) == 8
        assert tokens(table) == [0] * seats


@pytest.mark.rule("canal.setup.only_new_york")
def test_only_the_board_of_new_york_has_the_canal() -> None:
    for map_name in ("variable", "beginner", "mallorca"):
        with pytest.raises(InvalidConfiguration) as refusal:
            CATAN.configure(4, map_name, ("erie-canal",), {})
        assert (refusal.value.field, refusal.value.rule) == ("modules", "canal.setup.only_new_york")
    assert CATAN.configure(4, "new-york", ("erie-canal",), {}).modules == ("towns", "erie-canal")


@pytest.mark.rule("canal.towns.blue")
def test_the_canal_towns_are_the_blue_ones() -> None:
    towns = CATAN.geometry(canal().state)["towns"]
    blue = {town["name"] for town in towns if town["color"] == "blue"}
    assert blue == {town["name"] for town in towns if town["canal"]}
    assert blue == {"Buffalo", "Lockport", "Rochester", "Lyons", "Syracuse", "Utica", "Little Falls", "Albany"}
    olean = built(canal().settlement(0, at("Olean")), "Olean", "-4,2,NE", "Buffalo")
    assert tokens(olean)[0] == 0
    assert tokens(built(canal().settlement(0, at("Buffalo")), "Buffalo", "-3,0,W", "Lockport"))[0] == 1


@pytest.mark.rule("canal.link.token")
def test_joining_two_canal_towns_brings_a_token() -> None:
    table = built(canal().settlement(0, at("Buffalo")), "Buffalo", "-3,0,W")
    assert tokens(table)[0] == 0
    built(table, "-3,0,W", "Lockport")
    assert tokens(table)[0] == 1
    assert supply(table) == 7


@pytest.mark.rule("canal.link.direct")
def test_a_town_between_breaks_directness() -> None:
    table = canal().settlement(0, at("Rochester"))
    built(table, "Rochester", "-3,0,SE", "Buffalo")
    built(table, "Rochester", "-2,0,NE", "Lyons")
    assert tokens(table)[0] == 2
    # an empty town joins nothing either
    empty = canal().settlement(0, at("Buffalo"), at("Lyons"))
    built(empty, "Buffalo", "-3,0,SE", "Rochester")
    built(empty, "Lyons", "-2,0,NE", "Rochester")
    assert empty.view(None)["erie_canal"]["links"][0] == _pairs("Buffalo Rochester", "Rochester Lyons")


def _pairs(*names: str) -> list[list[int]]:
    return sorted(sorted(at(name) for name in pair.split()) for pair in names)


@pytest.mark.rule("canal.link.ends_unsettled")
def test_the_towns_joined_need_no_building() -> None:
    table = built(canal().settlement(0, at("Hornell")), "Hornell", "-3,0,SE", "Buffalo")
    assert tokens(table)[0] == 0
    built(table, "-3,0,SE", "Rochester")
    assert tokens(table)[0] == 1


@pytest.mark.rule("canal.link.once_per_pair")
def test_a_pair_pays_each_player_once() -> None:
    table = built(canal().settlement(0, at("Lyons")), "Lyons", "-1,-1,SE", "Syracuse")
    table.settlement(0, at("Syracuse"))
    built(table, "Syracuse", "-1,-1,NE", "-1,-1,NW", "-2,0,NE", "Lyons")
    assert tokens(table)[0] == 1
    other = canal().settlement(0, at("Buffalo"), at("Lockport"))
    built(other, "Buffalo", "-3,0,W", "Lockport")
    built(other.settlement(1, at("Rochester")).turn(1), "Rochester", "-3,0,NE", "Lockport", seat=1)
    assert tokens(other) == [1, 1, 0, 0]
    same = built(canal().settlement(0, at("Lyons")), "Lyons", "-1,-1,SE", "Syracuse").settlement(1, at("Syracuse"))
    built(same.turn(1), "Syracuse", "-1,-1,NE", "-1,-1,NW", "-2,0,NE", "Lyons", seat=1)
    assert tokens(same) == [1, 1, 0, 0]


@pytest.mark.rule("canal.link.several_pairs")
def test_a_road_that_completes_several_pairs_brings_a_token_for_each() -> None:
    table = canal().settlement(0, at("Rochester"), at("Syracuse"))
    table.road(0, *way("Syracuse", "-1,-1,NE", "-1,-1,NW"))
    built(table, "Rochester", "-2,0,NE", "Lyons")
    assert tokens(table)[0] == 1
    built(table, "-2,0,NE", "-1,-1,NW")
    assert tokens(table)[0] == 3
    assert table.happened(CanalLinked)[0].tokens == 2


@pytest.mark.rule("canal.link.not_in_founding")
def test_the_founding_brings_no_token_and_closes_the_pair() -> None:
    table = NEW_YORK.table(3, "erie-canal", empty=False)
    roads = {"Lyons": "-1,-1,SE", "Syracuse": "-1,-1,SE"}
    for seat, name in ((0, "Lyons"), (1, "Olean"), (2, "Oneonta"), (2, "Massena"), (1, "Binghamton"), (0, "Syracuse")):
        table.when(seat, FoundSettlement(at(name)))
        edge = path(name, roads[name]) if name in roads else NEW_YORK.topology.node_edges[at(name)][0]
        table.when(seat, FoundRoad(edge))
    assert tokens(table) == [0, 0, 0]
    assert table.view(None)["erie_canal"]["links"][0] == _pairs("Lyons Syracuse")
    table.phase("trade").hand(0, brick=6, lumber=6)
    built(table, "Syracuse", "-1,-1,NE", "-1,-1,NW", "-2,0,NE", "Lyons")
    assert tokens(table)[0] == 0
    built(table, "Syracuse", "0,-2,SE", "Utica")
    assert tokens(table)[0] == 1


@pytest.mark.rule("canal.link.no_waterways")
def test_water_joins_no_canal_towns() -> None:
    layout = maps.read("new-york")
    with maps.lent(made_up(canal={"tokens": 8, "towns": [*layout["canal"]["towns"], "Kingston"]})) as name:
        land = Land(name)
        table = land.table(4, "erie-canal").hand(0, brick=6, lumber=6, wool=2, grain=2)
        table.settlement(0, land.at("Albany")).when(0, BuildSettlement(land.at("Kingston")))
        assert tokens(table)[0] == 0
        for edge in land.way("Albany", "3,-3,SE", "3,-2,E", "3,-2,SE", "Kingston"):
            assert tokens(table)[0] == 0
            table.when(0, BuildRoad(edge))
        assert tokens(table)[0] == 1


@pytest.mark.rule("canal.link.kept")
def test_a_token_stays_when_the_road_goes() -> None:
    table = built(canal().settlement(0, at("Buffalo")), "Buffalo", "-3,0,W", "Lockport")
    table.happens(RoadMoved(0, path("-3,0,W", "Lockport"), path("Buffalo", "-4,2,NE")))
    assert tokens(table)[0] == 1
    built(table, "-3,0,W", "Lockport")
    assert tokens(table)[0] == 1


@pytest.mark.rule("canal.supply.empty")
def test_an_empty_supply_owes_nothing() -> None:
    table = canal().settlement(0, at("Buffalo"))
    table.happens(CanalLinked(2, (), 8))
    built(table, "Buffalo", "-3,0,W", "Lockport")
    assert tokens(table) == [0, 0, 8, 0]
    assert canal_of(table.state).linked[0]
    table.happens(CanalLinked(2, (), -1))
    built(table, "Buffalo", "-3,0,SE", "Rochester")
    assert tokens(table) == [1, 0, 7, 0]
    assert supply(table) == 0
