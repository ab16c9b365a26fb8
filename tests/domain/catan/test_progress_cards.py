"""Tests special cases b: road building, year of plenty and monopoly (ledger section 15)."""

import pytest

from domain.catan.chapters.building.messages import BuildRoad, RoadBuilt
from domain.catan.chapters.development.messages import (
    MonopolyPlayed,
    PlayMonopoly,
    PlayRoadBuilding,
    PlayYearOfPlenty,
    YearOfPlentyPlayed,
)
from domain.catan.chapters.longest_road import LongestRoadMoved
from domain.catan.chapters.production import RollDice
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import NOTHING, ORE, WOOL
from tests.domain.catan.table import Table, cards, line, path_edges, upright

ROW = line(2)
WAY = path_edges(ROW)
FREE = PlayRoadBuilding()


def builder(roads: int = 1) -> Table:
    """Seat 0 holds road building, has that many roads in line, and holds no resources."""
    return Table().road(0, *WAY[:roads]).cards(0, road_building=1)


def fully_built() -> Table:
    """Seat 0 holds road building and has fifteen roads."""
    return Table().road(0, *WAY, *path_edges(line(3))[:5]).cards(0, road_building=1)


def enclosed() -> Table:
    """Seat 0 holds road building and has one edge left to it, since foreign buildings close every other way."""
    table = Table().road(0, WAY[1]).settlement(1, ROW[1]).road(2, upright(ROW[2]))
    return table.settlement(1, ROW[3]).cards(0, road_building=1)


def own_cards(table: Table) -> int:
    """Return how many unplayed development cards seat 0 holds."""
    return int(table.view(None)["seats"][0]["development_card_count"])


@pytest.mark.rule("catan.progress.effect_and_removed")
def test_a_progress_card_takes_effect_and_leaves_the_game() -> None:
    table = Table().cards(0, year_of_plenty=2)
    table.when(0, PlayYearOfPlenty(cards(wool=1, ore=1)))
    assert table.hand_of(0) == {"wool": 1, "ore": 1}
    assert own_cards(table) == 1
    assert table.view(None)["deck"] == 23
    assert table.view(None)["played_cards"] == {
        "knight": 0,
        "road_building": 0,
        "year_of_plenty": 1,
        "monopoly": 0,
        "victory_point": 0,
    }


@pytest.mark.rule("catan.road_building.two_free")
def test_road_building_places_two_roads_free_of_charge() -> None:
    table = builder().hand(0, brick=1, lumber=1).when(0, FREE).when(0, BuildRoad(WAY[1]))
    assert table.happened(RoadBuilt) == [RoadBuilt(0, WAY[1], NOTHING)]
    table.when(0, BuildRoad(WAY[2]))
    assert table.roads_of(0) == sorted(WAY[:3])
    assert table.hand_of(0) == {"brick": 1, "lumber": 1}
    assert own_cards(table) == 0
    table.when(0, BuildRoad(WAY[3]))
    assert table.hand_of(0) == {}
    assert table.refused(0, BuildRoad(WAY[4])) == "catan.road.cost"


@pytest.mark.rule("catan.road_building.rules_apply")
def test_free_roads_obey_the_rules_of_roads() -> None:
    table = builder().road(1, upright(ROW[1])).when(0, FREE)
    assert table.refused(0, BuildRoad(WAY[5])) == "catan.road.connection"
    assert table.refused(0, BuildRoad(WAY[2])) == "catan.road.connection"
    assert table.refused(0, BuildRoad(upright(ROW[1]))) == "catan.road.one_per_edge"
    table.when(0, BuildRoad(WAY[1])).when(0, BuildRoad(WAY[2]))
    assert table.roads_of(0) == sorted(WAY[:3])


@pytest.mark.rule("catan.road_building.fewer")
def test_with_one_piece_or_one_edge_left_one_road_is_placed() -> None:
    last = path_edges(line(3))[4]
    piece = Table().road(0, *WAY, *path_edges(line(3))[:4]).cards(0, road_building=1).when(0, FREE)
    assert piece.view(None)["agenda"][-1] == {"frame": "road_building", "seats": [0], "roads": 1}
    piece.when(0, BuildRoad(last))
    assert len(piece.roads_of(0)) == 15
    assert piece.view(None)["agenda"][-1]["frame"] == "trade"
    table = enclosed().road(1, WAY[2])
    assert table.refused(0, FREE) == "catan.road_building.none"
    one_edge = enclosed().when(0, FREE)
    assert one_edge.listed(0) == [BuildRoad(WAY[2])]
    one_edge.when(0, BuildRoad(WAY[2]))
    assert one_edge.view(None)["agenda"][-1]["frame"] == "trade"
    assert one_edge.roads_of(0) == [WAY[1], WAY[2]]
    two = builder().when(0, FREE).when(0, BuildRoad(WAY[1]))
    assert two.view(None)["agenda"][-1]["frame"] == "road_building"


@pytest.mark.rule("catan.road_building.none")
def test_without_a_piece_or_an_edge_the_card_cannot_be_played() -> None:
    table = fully_built()
    assert table.refused(0, FREE) == "catan.road_building.none"
    assert own_cards(table) == 1
    assert FREE not in table.listed(0)
    nowhere = Table().cards(0, road_building=1)
    assert nowhere.refused(0, FREE) == "catan.road_building.none"
    assert FREE in builder().listed(0)


@pytest.mark.rule("catan.road_building.mandatory")
def test_both_roads_are_placed_before_anything_else() -> None:
    for phase, command in (("roll", RollDice()), ("trade", EndTurn()), ("build", EndTurn())):
        table = builder().phase(phase).when(0, FREE)
        assert table.refused(0, command) == "catan.road_building.mandatory"
        table.when(0, BuildRoad(WAY[1]))
        assert table.refused(0, command) == "catan.road_building.mandatory"
        assert {type(listed) for listed in table.listed(0)} == {BuildRoad}
        table.when(0, BuildRoad(WAY[2])).when(0, command, 0)


@pytest.mark.rule("catan.road_building.longest_road")
def test_each_free_road_may_move_longest_road() -> None:
    table = builder(4).when(0, FREE)
    assert table.points(0) == 0
    table.when(0, BuildRoad(WAY[4]))
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(0)]
    assert table.points(0) == 2
    other = builder(3).when(0, FREE).when(0, BuildRoad(WAY[3]))
    assert other.happened(LongestRoadMoved) == []
    assert other.when(0, BuildRoad(WAY[4])).happened(LongestRoadMoved) == [LongestRoadMoved(0)]


@pytest.mark.rule("catan.year_of_plenty.two_cards")
def test_year_of_plenty_takes_any_two_cards() -> None:
    equal = Table().cards(0, year_of_plenty=1).when(0, PlayYearOfPlenty(cards(ore=2)))
    assert equal.hand_of(0) == {"ore": 2}
    assert equal.bank() == {"brick": 19, "lumber": 19, "wool": 19, "grain": 19, "ore": 17}
    mixed = Table().cards(0, year_of_plenty=1).when(0, PlayYearOfPlenty(cards(ore=1, grain=1)))
    assert mixed.hand_of(0) == {"grain": 1, "ore": 1}
    assert mixed.happened(YearOfPlentyPlayed) == [YearOfPlentyPlayed(0, cards(ore=1, grain=1))]
    table = Table().cards(0, year_of_plenty=1)
    for wrong in (cards(), cards(ore=1), cards(ore=3)):
        assert table.refused(0, PlayYearOfPlenty(wrong)) == "catan.year_of_plenty.two_cards"
    assert len([command for command in table.listed(0) if isinstance(command, PlayYearOfPlenty)]) == 15


@pytest.mark.rule("catan.year_of_plenty.bank_short")
def test_only_cards_in_the_bank_are_taken() -> None:
    table = Table().cards(0, year_of_plenty=1).hand(1, ore=18)
    assert table.refused(0, PlayYearOfPlenty(cards(ore=2))) == "catan.year_of_plenty.bank_short"
    table.when(0, PlayYearOfPlenty(cards(ore=1, wool=1)))
    assert table.bank() == {"brick": 19, "lumber": 19, "wool": 18, "grain": 19, "ore": 0}
    last = Table().cards(0, year_of_plenty=1).hand(1, brick=19, lumber=19, wool=19, grain=19, ore=18)
    assert last.refused(0, PlayYearOfPlenty(cards(ore=2))) == "catan.year_of_plenty.bank_short"
    assert [c for c in last.listed(0) if isinstance(c, PlayYearOfPlenty)] == [PlayYearOfPlenty(cards(ore=1))]
    last.when(0, PlayYearOfPlenty(cards(ore=1)))
    assert last.hand_of(0) == {"ore": 1}
    empty = Table().cards(0, year_of_plenty=1).hand(1, brick=19, lumber=19, wool=19, grain=19, ore=19)
    assert empty.refused(0, PlayYearOfPlenty(cards())) == "catan.year_of_plenty.bank_short"


@pytest.mark.rule("catan.year_of_plenty.usable_now")
def test_the_cards_of_year_of_plenty_pay_in_the_same_turn() -> None:
    table = Table().road(0, WAY[0]).cards(0, year_of_plenty=1)
    assert table.refused(0, BuildRoad(WAY[1])) == "catan.road.cost"
    table.when(0, PlayYearOfPlenty(cards(brick=1, lumber=1))).when(0, BuildRoad(WAY[1]))
    assert table.roads_of(0) == sorted(WAY[:2])
    assert table.hand_of(0) == {}


@pytest.mark.rule("catan.monopoly.takes_all")
def test_monopoly_takes_every_card_of_one_kind_from_the_others() -> None:
    table = Table().cards(0, monopoly=1).hand(0, wool=2).hand(1, wool=3).hand(3, wool=1)
    table.when(0, PlayMonopoly(WOOL))
    assert table.happened(MonopolyPlayed) == [MonopolyPlayed(0, WOOL, (0, 3, 0, 1))]
    assert [table.hand_of(seat) for seat in range(4)] == [{"wool": 6}, {}, {}, {}]


@pytest.mark.rule("catan.monopoly.not_bank")
def test_monopoly_leaves_the_bank_and_other_kinds_alone() -> None:
    table = Table().cards(0, monopoly=1).hand(0, grain=1).hand(1, wool=3, ore=2).hand(2, brick=1)
    before = table.bank()
    table.when(0, PlayMonopoly(WOOL))
    assert table.bank() == before == {"brick": 18, "lumber": 19, "wool": 16, "grain": 18, "ore": 17}
    assert [table.hand_of(seat) for seat in range(3)] == [{"wool": 3, "grain": 1}, {"ore": 2}, {"brick": 1}]


@pytest.mark.rule("catan.monopoly.none_there")
def test_monopoly_may_find_nothing() -> None:
    table = Table().cards(0, monopoly=1).hand(0, ore=1).hand(1, wool=3)
    assert PlayMonopoly(ORE) in table.listed(0)
    table.when(0, PlayMonopoly(ORE))
    assert table.happened(MonopolyPlayed) == [MonopolyPlayed(0, ORE, (0, 0, 0, 0))]
    assert [table.hand_of(0), table.hand_of(1)] == [{"ore": 1}, {"wool": 3}]
    assert own_cards(table) == 0
