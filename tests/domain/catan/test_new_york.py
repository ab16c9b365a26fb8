"""Tests New York: set-up, towns, roads and documents (ledger of the extras, section 3)."""

import pytest

from domain.catan import CATAN, maps
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.setup.messages import FoundRoad, FoundSettlement
from domain.catan.chapters.turn import EndTurn, TurnStarted
from domain.catan.terms import DESERT, GRAIN, ORE
from domain.core.masks import bits
from tests.domain.catan.boards import seeded
from tests.domain.catan.land import NEW_YORK, Land, made_up
from tests.domain.catan.table import Table, cards

at, way, path = NEW_YORK.at, NEW_YORK.way, NEW_YORK.path
ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def rich(seats: int = 4, *modules: str, **options: object) -> Table:
    """Return a table where seat 0 can pay for several roads and settlements."""
    return NEW_YORK.table(seats, *modules, **options).hand(0, brick=6, lumber=6, wool=3, grain=3)


def founding(seats: int = 4) -> Table:
    """Return a table where nothing has been founded; seat 0 begins."""
    return NEW_YORK.table(seats, empty=False)


@pytest.mark.rule("new_york.setup.board")
def test_the_board_is_fixed_and_the_pieces_follow_the_seats() -> None:
    first, second = (CATAN.setup(CATAN.configure(5, "new-york", (), {}), seeded(n))[0] for n in (1, 2))
    assert (first.terrain, first.tokens) == (second.terrain, second.tokens)
    assert len(first.terrain) == 31
    five = founding(5)
    assert set(five.bank().values()) == {24}
    assert sum(five.state.deck) == 34
    assert set(founding(4).bank().values()) == {19}


@pytest.mark.rule("new_york.setup.tokens")
def test_three_or_four_players_find_eight_tokens_on_the_board() -> None:
    for seats, count in ((3, 8), (4, 8), (5, 0), (6, 0)):
        tokens = founding(seats).view(None)["towns"]["tokens"]
        assert len(tokens) == count
        assert set(tokens) <= set(NEW_YORK.ground.tokens)


@pytest.mark.rule("new_york.setup.robber")
def test_the_robber_starts_south_east_of_corning_where_nothing_grows() -> None:
    table = founding()
    board, corning = table.state.setting.board, NEW_YORK.topology.points[at("Corning")]
    home = table.state.robber
    assert home in NEW_YORK.topology.node_tiles[at("Corning")]
    assert NEW_YORK.topology.centers[home] > corning
    assert NEW_YORK.topology.centers[home][1] > corning[1]
    assert (board.terrain[home], board.tokens[home]) == (DESERT, 0)
    assert all(tile != home for number in range(13) for tile, _, _ in board.sources[number].tiles)


@pytest.mark.rule("new_york.setup.founding")
def test_the_second_town_founded_pays_its_three_hexes() -> None:
    table = founding(3)
    assert table.refused(0, FoundSettlement(at("-1,-1,SE"))) == "new_york.town.only_sites"
    for seat, name in ((0, "Utica"), (1, "Albany"), (2, "Olean"), (2, "Corning"), (1, "Oneonta"), (0, "Syracuse")):
        table.when(seat, FoundSettlement(at(name)))
        table.when(seat, FoundRoad(NEW_YORK.topology.node_edges[at(name)][0]))
    assert table.hand_of(0) == {"brick": 1, "lumber": 1, "grain": 1}
    assert table.state.active == 0


@pytest.mark.rule("new_york.town.only_sites")
def test_settlements_stand_in_towns_alone() -> None:
    table = rich().settlement(0, at("Utica")).road(0, *way("Utica", "0,-1,SE", "Binghamton"))
    table.road(0, *way("Utica", "1,-2,SE", "Oneonta"), *way("Utica", "0,-2,SE", "0,-2,E", "1,-3,SE"))
    for place in ("0,-2,E", "1,-3,SE"):
        assert table.refused(0, BuildSettlement(at(place))) == "new_york.town.only_sites"
    sites = [c.node for c in table.listed(0) if isinstance(c, BuildSettlement)]
    assert sites == sorted([at("Binghamton"), at("Oneonta")])
    table.when(0, BuildSettlement(at("Oneonta")))


@pytest.mark.rule("new_york.town.colors_alike")
def test_without_the_canal_blue_towns_are_like_beige_ones() -> None:
    colors = {town["name"]: town["color"] for town in CATAN.geometry(founding().state)["towns"]}
    assert (colors["Buffalo"], colors["Olean"]) == ("blue", "beige")
    for name in ("Buffalo", "Olean"):
        table = rich().road(0, path("-4,2,NE", name)).hand(0, grain=2, ore=3)
        table.when(0, BuildSettlement(at(name))).when(0, BuildCity(at(name)))
        assert table.points(0) == 2
        assert "erie_canal" not in table.view(0)


@pytest.mark.rule("new_york.town.distance_rule")
def test_towns_next_to_each_other_keep_the_distance() -> None:
    towns = [*maps.read("new-york")["towns"], {"name": "Rome", "node": "0,-2,SE"}]
    with maps.lend(made_up(towns=towns)) as name:
        land = Land(name)
        table = land.table().hand(0, **SETTLEMENT).settlement(1, land.at("Utica"))
        table.road(0, land.path("Rome", "0,-2,E"))
        assert table.refused(0, BuildSettlement(land.at("Rome"))) == "catan.settlement.distance"
    near = NEW_YORK.topology.near
    for seats in (4, 6):
        sites = NEW_YORK.ground.sites(seats)
        assert all(near[town] & sites == 1 << town for town in bits(sites))


@pytest.mark.rule("new_york.road.marked_paths")
def test_roads_stand_on_marked_paths() -> None:
    table = rich().settlement(0, at("Buffalo"), at("Albany"))
    assert table.refused(0, BuildRoad(NEW_YORK.waterway("Albany", "2,-2,SE"))) == "new_york.water.nobody_builds"
    assert table.refused(0, BuildRoad(499)) == "catan.board.coast"
    table.when(0, BuildRoad(path("Buffalo", "-3,0,W")))
    assert NEW_YORK.ground.documents[0][0] in table.roads_of(0)


@pytest.mark.rule("new_york.road.stops_at_unsettled_town")
def test_a_road_stops_at_an_unsettled_town() -> None:
    # given a road of seat 0 that ends at empty Ithaca
    table = rich().settlement(0, at("Syracuse")).road(0, *way("Syracuse", "-1,-1,SE", "Ithaca"))
    onward = BuildRoad(path("Ithaca", "-1,0,SE"))
    # when it goes on, then that is refused
    assert table.refused(0, onward) == "new_york.road.stops_at_unsettled_town"
    assert onward not in table.listed(0)
    # but with an own settlement there it may
    table.when(0, BuildSettlement(at("Ithaca"))).when(0, onward)
    # and past a foreign one nobody may
    other = rich().settlement(0, at("Syracuse")).road(0, *way("Syracuse", "-1,-1,SE", "Ithaca"))
    other.settlement(1, at("Ithaca"))
    assert other.refused(0, onward) == "catan.road.not_through_opponent"


@pytest.mark.rule("new_york.road.other_side_allowed")
def test_a_path_at_an_empty_town_may_be_built_from_its_far_end() -> None:
    last = BuildRoad(path("-1,0,SE", "Ithaca"))
    table = rich().settlement(0, at("Syracuse"), at("Corning")).road(0, *way("Syracuse", "-1,-1,SE", "Ithaca"))
    assert table.refused(0, last) == "new_york.road.stops_at_unsettled_town"
    table.road(0, path("Corning", "-1,0,SE")).when(0, last)


@pytest.mark.rule("new_york.road.stretches_not_joined")
def test_stretches_at_an_empty_town_are_not_joined() -> None:
    table = rich().settlement(0, at("Ithaca"), at("Syracuse"))
    table.road(0, *way("-1,0,SE", "Ithaca", "0,-1,SE", "Utica"), *way("Utica", "0,-2,SE", "Syracuse", "-1,-1,NE"))
    assert table.state.routes[0] == 3
    table.when(0, BuildSettlement(at("Utica")))
    assert table.state.routes[0] == 6
    assert table.state.longest_road == 0


@pytest.mark.rule("new_york.document.road_gives_rate")
def test_the_road_at_a_document_gives_its_rate() -> None:
    table = rich(combined_trade_build=True).settlement(0, at("Buffalo")).hand(1, grain=2)
    trade = MaritimeTrade(cards(grain=2), ORE)
    assert table.refused(0, trade) == "catan.trade.maritime.two_to_one"
    table.when(0, BuildRoad(path("Buffalo", "-3,0,W"))).when(0, trade)
    assert table.hand_of(0)["ore"] == 1
    assert table.refused(0, MaritimeTrade(cards(wool=2), ORE)) == "catan.trade.maritime.two_to_one"
    assert table.turn(1).refused(1, trade) == "catan.trade.maritime.two_to_one"


@pytest.mark.rule("new_york.document.road_gives_rate")
def test_documents_for_one_kind_and_for_any_work_side_by_side() -> None:
    table = rich().settlement(0, at("Buffalo")).hand(0, grain=5)
    table.road(0, path("Buffalo", "-3,0,W"), path("Rochester", "-2,0,NE"))
    table.when(0, MaritimeTrade(cards(grain=3), ORE)).when(0, MaritimeTrade(cards(grain=2), ORE))
    assert table.refused(0, MaritimeTrade(cards(wool=2), ORE)) == "catan.trade.maritime.two_to_one"
    table.when(0, MaritimeTrade(cards(wool=3), ORE))


@pytest.mark.rule("new_york.document.no_settlement_needed")
def test_the_settlement_at_a_document_gives_nothing() -> None:
    trade = MaritimeTrade(cards(wool=3), ORE)
    table = rich().settlement(0, at("Rochester"))
    assert table.refused(0, trade) == "catan.trade.maritime.three_to_one"
    assert CATAN.geometry(table.state)["harbors"] == []
    other = rich().settlement(1, at("Rochester")).road(0, path("Rochester", "-2,0,NE"))
    other.when(0, trade)


@pytest.mark.rule("new_york.document.founding_road")
def test_a_founding_road_at_a_document_gives_its_rate() -> None:
    table = founding(3)
    order = ((0, "Utica"), (1, "Corning"), (2, "Olean"), (2, "Hornell"), (1, "Lyons"), (0, "Albany"))
    for step, (seat, name) in enumerate(order):
        road = path("Utica", "0,-2,SE") if step == 0 else NEW_YORK.topology.node_edges[at(name)][0]
        table.when(seat, FoundSettlement(at(name))).when(seat, FoundRoad(road))
    table.roll(12).hand(0, wool=2).when(0, MaritimeTrade(cards(wool=2), GRAIN))
    assert table.view(None)["towns"]["seats"] == [{"seat": seat, "tokens": 0} for seat in range(3)]


@pytest.mark.rule("new_york.production.off_map")
def test_every_neighboring_hex_produces_for_a_town() -> None:
    table = NEW_YORK.table().settlement(0, at("Riverhead"))
    table.phase("roll").roll(12).phase("roll").roll(5)
    assert table.hand_of(0) == {"grain": 1, "wool": 1}
    table.robber(NEW_YORK.tile(4, 0)).phase("roll").roll(12)
    assert table.hand_of(0) == {"grain": 1, "wool": 1}
    towns = [{**town, "produces": [[3, 0]]} if town["name"] == "Riverhead" else town for town in _towns()]
    with maps.lend(made_up(towns=towns)) as name:
        far = Land(name).table().settlement(0, Land(name).at("Riverhead"))
        far.phase("roll").roll(8)
        assert far.hand_of(0) == {"wool": 1}


def _towns() -> list[dict[str, object]]:
    return list(maps.read("new-york")["towns"])


@pytest.mark.rule("new_york.target")
def test_the_target_falls_with_the_seats() -> None:
    assert [CATAN.configure(n, "new-york", (), {}).options["victory_points"] for n in (3, 4, 5, 6)] == [13, 12, 10, 10]
    table = rich().city(0, at("Utica"), at("Syracuse"), at("Ithaca"), at("Lyons"))
    table.settlement(0, at("Olean"), at("Corning")).road(0, *way("Buffalo", "-4,2,NE"))
    assert table.points(0) == 10
    table.hand(0, **SETTLEMENT).when(0, BuildSettlement(at("Buffalo")))
    assert table.points(0) == 11
    assert CATAN.result(table.state) is None
    table.road(0, *way("Oneonta", "1,-2,SE")).when(0, BuildSettlement(at("Oneonta")))
    assert table.happened(GameWon)[0].points == 12


@pytest.mark.rule("new_york.win.as_base")
def test_points_reached_between_turns_win_when_the_own_turn_comes() -> None:
    table = NEW_YORK.table(5).city(2, at("Utica"), at("Syracuse"), at("Ithaca"), at("Lyons"))
    table.settlement(2, at("Olean")).road(2, *way("Buffalo", "-4,2,NE")).hand(2, **SETTLEMENT)
    table.when(0, EndTurn())
    _pass(table, 1)
    table.when(2, BuildSettlement(at("Buffalo")))
    assert table.points(2) == 10
    assert CATAN.result(table.state) is None
    for seat in (2, 3, 4):
        _pass(table, seat)
    assert table.state.active == 1
    assert CATAN.result(table.state) is None
    table.roll(12).when(1, EndTurn())
    for seat in (2, 3, 4, 0):
        _pass(table, seat)
    assert [type(event) for event in table.events[:2]] == [TurnStarted, GameWon]
    result = CATAN.result(table.state)
    assert result
    assert result.winners == (2,)


def _pass(table: Table, seat: int) -> None:
    """The seat declines to build in the special building phase."""
    table.when(seat, CATAN.commands.decode({"type": "Pass"}))
