"""Tests the Erie canal: joining canal towns (ledger of the extras, section 4)."""

from dataclasses import replace

import pytest

from domain.catan import CATAN, maps
from domain.catan.chapters.building.messages import BuildRoad, BuildSettlement
from domain.catan.chapters.building.sites import road_sites
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.modules.erie_canal.holdings import canal_of
from domain.catan.modules.erie_canal.linking import CanalLinked
from domain.catan.modules.helpers.moving import RoadMoved
from domain.catan.topology import Topology
from domain.core.errors import InvalidConfiguration
from domain.core.masks import bits
from tests.domain.catan.boards import seeded
from tests.domain.catan.canal import supply, tokens
from tests.domain.catan.land import NEW_YORK, Land, made_up
from tests.domain.catan.table import Table

at, way, path = NEW_YORK.at, NEW_YORK.way, NEW_YORK.path


def canal(seats: int = 4, **options: object) -> Table:
    """Return a table with the canal where seats 0 and 1 can pay for many roads."""
    table = NEW_YORK.table(seats, "erie-canal", **options)
    return table.hand(0, brick=8, lumber=8, wool=2, grain=2).hand(1, brick=4, lumber=4)


def built(table: Table, *names: str, seat: int = 0) -> Table:
    """The seat builds roads along these places."""
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
    assert empty.view(None)["erie_canal"]["seats"][0]["links"] == _pairs("Buffalo Rochester", "Rochester Lyons")


def _pairs(*names: str) -> list[list[int]]:
    return sorted(sorted(at(name) for name in pair.split()) for pair in names)


@pytest.mark.rule("canal.link.ends_unsettled")
def test_the_towns_joined_need_no_building() -> None:
    table = built(canal().settlement(0, at("Hornell")), "Hornell", "-3,0,SE", "Buffalo")
    assert tokens(table)[0] == 0
    built(table, "-3,0,SE", "Rochester")
    assert tokens(table)[0] == 1


@pytest.mark.rule("canal.link.ends_settled")
def test_where_ends_are_settled_a_link_waits_for_both_settlements() -> None:
    bare = built(canal(canal_settled_ends=True).settlement(0, at("Buffalo")), "Buffalo", "-3,0,W", "Lockport")
    assert tokens(bare)[0] == 0
    assert bare.view(None)["erie_canal"]["seats"][0]["links"] == []
    bare.when(0, BuildSettlement(at("Lockport")))
    assert tokens(bare)[0] == 1
    assert bare.view(None)["erie_canal"]["seats"][0]["links"] == _pairs("Buffalo Lockport")
    ready = canal(canal_settled_ends=True).settlement(0, at("Buffalo")).city(0, at("Lockport"))
    assert tokens(built(ready, "Buffalo", "-3,0,W"))[0] == 0
    assert tokens(built(ready, "-3,0,W", "Lockport"))[0] == 1
    foreign = canal(canal_settled_ends=True).settlement(0, at("Buffalo")).settlement(1, at("Lockport"))
    assert tokens(built(foreign, "Buffalo", "-3,0,W", "Lockport"))[0] == 0


@pytest.mark.rule("canal.link.ends_settled")
def test_a_settlement_completes_every_link_that_ends_there() -> None:
    table = canal(canal_settled_ends=True).settlement(0, at("Buffalo"), at("Lyons"))
    built(table, "Buffalo", "-3,0,SE", "Rochester")
    built(table, "Lyons", "-2,0,NE", "Rochester")
    assert tokens(table)[0] == 0
    table.when(0, BuildSettlement(at("Rochester")))
    assert tokens(table)[0] == 2
    assert table.view(None)["erie_canal"]["seats"][0]["links"] == _pairs("Buffalo Rochester", "Rochester Lyons")
    assert table.happened(CanalLinked)[0].tokens == 2
    plain = built(canal().settlement(0, at("Buffalo")), "Buffalo", "-3,0,W", "Lockport")
    assert plain.when(0, BuildSettlement(at("Lockport"))).happened(CanalLinked) == []


@pytest.mark.rule("canal.link.direct")
@pytest.mark.parametrize("last", ["Rochester", "Lyons", "Syracuse"])
def test_of_three_own_towns_in_a_row_only_neighbors_are_linked(last: str) -> None:
    row = ("Rochester", "Lyons", "Syracuse")
    neighbors = {"Rochester": ["Rochester Lyons"], "Syracuse": ["Lyons Syracuse"]}
    table = canal(canal_settled_ends=True).settlement(0, *(at(name) for name in row if name != last))
    table.road(0, *way("Rochester", "-2,0,NE", "Lyons"), *way("Lyons", "-1,-1,SE", "Syracuse"))
    table.when(0, BuildSettlement(at(last)))
    links = neighbors.get(last, ["Rochester Lyons", "Lyons Syracuse"])
    assert table.view(None)["erie_canal"]["seats"][0]["links"] == _pairs(*links)
    assert tokens(table)[0] == len(links)


@pytest.mark.rule("canal.link.direct")
@pytest.mark.parametrize("settled", [False, True])
def test_the_last_road_of_three_own_towns_links_only_the_towns_beside_it(settled: bool) -> None:
    table = canal(canal_settled_ends=settled).settlement(0, *(at(name) for name in ("Rochester", "Lyons", "Syracuse")))
    table.road(0, *way("Rochester", "-2,0,NE", "Lyons"), *way("Lyons", "-1,-1,SE"))
    built(table, "-1,-1,SE", "Syracuse")
    assert table.view(None)["erie_canal"]["seats"][0]["links"] == _pairs("Lyons Syracuse")


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
def test_the_founding_brings_no_token() -> None:
    table = founded()
    assert tokens(table) == [0, 0, 0]
    assert table.view(None)["erie_canal"]["seats"][0]["links"] == []
    built(table, "Syracuse", "0,-2,SE", "Utica")
    assert tokens(table)[0] == 1
    assert table.view(None)["erie_canal"]["seats"][0]["links"] == _pairs("Syracuse Utica")


def founded(**options: object) -> Table:
    """Seat 0 has founded Lyons and Syracuse with roads that meet between them, and holds many cards."""
    table = NEW_YORK.table(3, "erie-canal", empty=False, **options)
    roads = {"Lyons": "-1,-1,SE", "Syracuse": "-1,-1,SE"}
    for seat, name in ((0, "Lyons"), (1, "Olean"), (2, "Oneonta"), (2, "Massena"), (1, "Binghamton"), (0, "Syracuse")):
        table.when(seat, FoundSettlement(at(name)))
        edge = path(name, roads[name]) if name in roads else NEW_YORK.topology.node_edges[at(name)][0]
        table.when(seat, FoundRoad(edge))
    return table.phase("trade").hand(0, brick=9, lumber=9, wool=2, grain=2)


SECOND_WAY = ("Syracuse", "-1,-1,NE", "-1,-1,NW", "-2,0,NE", "Lyons")


@pytest.mark.rule("canal.link.founding_pair_open")
@pytest.mark.parametrize("settled", [False, True])
def test_another_road_between_towns_joined_in_the_founding_brings_the_token(settled: bool) -> None:
    table = founded(canal_settled_ends=settled)
    built(table, *SECOND_WAY[:-1])
    assert tokens(table)[0] == 0
    built(table, *SECOND_WAY[-2:])
    assert tokens(table)[0] == 1
    assert table.view(None)["erie_canal"]["seats"][0]["links"] == _pairs("Lyons Syracuse")


@pytest.mark.rule("canal.link.founding_pair_open")
def test_a_road_aside_is_no_other_way_between_towns_joined_in_the_founding() -> None:
    aside = next(
        edge
        for edge in NEW_YORK.topology.node_edges[at("-1,-1,SE")]
        if edge not in way("Lyons", "-1,-1,SE", "Syracuse")
    )
    table = founded().when(0, BuildRoad(aside))
    assert table.happened(CanalLinked) == []
    for edge in bits(road_sites(table.state, 0)):
        other = founded().road(0, aside)
        ends = NEW_YORK.topology.edge_nodes[edge]
        if not {at("Utica"), at("Rochester")} & set(ends):
            assert other.when(0, BuildRoad(edge)).happened(CanalLinked) == [], edge


@pytest.mark.rule("canal.link.founding_pair_open")
def test_a_ring_of_roads_aside_is_no_other_way_either() -> None:
    """A ring that starts and ends between two canal towns joins nothing; no town of the changed map is in its way."""
    towns = [town for town in maps.read("new-york")["towns"] if town["name"] not in ("Ithaca", "Binghamton")]
    with maps.lend(made_up(towns=towns)) as name:
        land = Land(name)
        topology = land.topology
        node = topology.node_at[NEW_YORK.topology.points[at("Ithaca")]]
        ring = _ring_through(topology, node, {land.at(town) for town in ("Lyons", "Syracuse")} | {land.at("-1,-1,SE")})
        edges = [topology.edge_of[min(pair), max(pair)] for pair in zip(ring, [*ring[1:], ring[0]], strict=True)]
        table = land.table(4, "erie-canal").settlement(0, land.at("Lyons"), land.at("Syracuse"))
        table.road(0, *land.way("Lyons", "-1,-1,SE", "Syracuse"))
        table.road(0, topology.edge_of[tuple(sorted((land.at("-1,-1,SE"), node)))])
        for last in edges:
            closed = land.table(4, "erie-canal")
            closed.state = table.state.copy()
            closed.hand(0, brick=1, lumber=1).road(0, *(edge for edge in edges if edge != last))
            assert closed.when(0, BuildRoad(last)).happened(CanalLinked) == []


def _ring_through(topology: Topology, start: int, avoid: set[int]) -> list[int]:
    """Return a shortest ring of crossings that runs through `start` and avoids others."""
    pending = [[start]]
    while pending:
        path = pending.pop(0)
        for _, end in topology.reach[path[-1]]:
            if end == start and len(path) > 2:
                return path
            if end not in path and end not in avoid:
                pending.append([*path, end])
    raise AssertionError("no ring")


@pytest.mark.rule("canal.link.founding_pair_closed")
def test_where_the_founding_closes_a_pair_no_other_road_brings_its_token() -> None:
    table = founded(canal_founding_closes=True)
    assert table.view(None)["erie_canal"]["seats"][0]["links"] == _pairs("Lyons Syracuse")
    assert tokens(built(table, *SECOND_WAY))[0] == 0
    built(table, "Syracuse", "0,-2,SE", "Utica")
    assert tokens(table)[0] == 1


@pytest.mark.rule("canal.link.founding_pair_closed")
def test_a_game_from_before_the_choice_closes_the_pairs_of_the_founding() -> None:
    config = CATAN.configure(3, "new-york", ("erie-canal",), {})
    later = ("canal_founding_closes", "canal_settled_ends", "favors_before_roll")
    old = replace(config, options={name: value for name, value in config.options.items() if name not in later})
    assert config.options["canal_founding_closes"] is False
    assert CATAN.completed(old).options == config.options | {"canal_founding_closes": True}
    state = CATAN.begin(CATAN.setup(old, seeded(1))[0])
    assert state.setting.config.options["canal_founding_closes"] is True


@pytest.mark.rule("canal.link.no_waterways")
def test_water_joins_no_canal_towns() -> None:
    layout = maps.read("new-york")
    with maps.lend(made_up(canal={"tokens": 8, "towns": [*layout["canal"]["towns"], "Kingston"]})) as name:
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
