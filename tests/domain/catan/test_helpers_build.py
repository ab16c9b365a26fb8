"""Tests helpers: road help, moving a road, card choice, knight for a building (ledger of the extras, section 2)."""

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildRoad, CityBuilt, RoadBuilt, SettlementBuilt
from domain.catan.chapters.development.messages import LargestArmyMoved, PlayKnight
from domain.catan.chapters.longest_road import LongestRoadMoved
from domain.catan.chapters.maritime import MaritimeTrade
from domain.catan.modules.helpers.building import (
    DevelopmentCardKept,
    KeepCard,
    TopCardSeen,
    UseCardChoice,
    UseKnightToBuilding,
    UseRoadHelp,
)
from domain.catan.modules.helpers.moving import RoadMoved, UseMoveRoad
from domain.catan.modules.helpers.using import FlipHelper
from domain.catan.terms import CARD_COST, CARDS, KNIGHT, MONOPOLY, NOBODY, ORE, VICTORY_POINT, YEAR_OF_PLENTY
from tests.domain.catan.helping import awaited, flip, helping
from tests.domain.catan.outsiders import alike
from tests.domain.catan.table import Table, cards, line, path_edges, upright, walk

ROW = line(2)
WAY = path_edges(ROW)


def road_builder(**counts: int) -> Table:
    """Seat 0 has the road help, one road, and these cards."""
    return helping("road_help").road(0, WAY[0]).hand(0, **counts)


@pytest.mark.rule("helpers.road_help.replace_one")
def test_lumber_or_brick_of_a_road_is_replaced() -> None:
    for price in (cards(lumber=2), cards(brick=2), cards(lumber=1, ore=1), cards(brick=1, wool=1)):
        table = road_builder(lumber=2, brick=2, ore=2, wool=1).when(0, UseRoadHelp(WAY[1], price))
        assert table.happened(RoadBuilt) == [RoadBuilt(0, WAY[1], price)]
        assert table.roads_of(0) == sorted(WAY[:2])
    assert road_builder(lumber=1, brick=2).refused(0, UseRoadHelp(WAY[1], cards(lumber=2))) == "catan.road.cost"
    table = road_builder(lumber=3, brick=1, ore=2)
    for price in (cards(ore=2), cards(brick=1, lumber=1), cards(lumber=1), cards(lumber=2, ore=1)):
        assert table.refused(0, UseRoadHelp(WAY[1], price)) == "helpers.road_help.replace_one"
    assert table.refused(0, UseRoadHelp(WAY[1], cards(brick=2))) == "catan.road.cost"
    assert table.refused(0, UseRoadHelp(WAY[4], cards(lumber=2))) == "catan.road.connection"
    assert {c.cards for c in table.listed(0) if isinstance(c, UseRoadHelp)} == {
        cards(lumber=2),
        cards(lumber=1, ore=1),
        cards(brick=1, ore=1),
    }
    flip(table.when(0, UseRoadHelp(WAY[1], cards(lumber=2))))
    assert awaited(table) == ("build", [0])
    assert table.refused(0, UseRoadHelp(WAY[2], cards(lumber=1, ore=1))) == "helpers.use.one_per_turn"


@pytest.mark.rule("helpers.road_help.replace_one")
def test_no_road_is_built_without_a_piece() -> None:
    table = road_builder(lumber=4).road(0, *path_edges(line(3))[:10], *WAY[1:5])
    assert len(table.roads_of(0)) == 15
    assert table.refused(0, UseRoadHelp(WAY[5], cards(lumber=2))) == "catan.road.limit"


def mover(*roads: int) -> Table:
    """Seat 0 may move a road, and has a settlement at the west end of its roads."""
    return helping("move_road").settlement(0, ROW[0]).road(0, *roads)


@pytest.mark.rule("helpers.move_road.open_end")
def test_a_road_with_one_open_end_is_moved() -> None:
    table = mover(*WAY[:2])
    assert table.refused(0, UseMoveRoad(WAY[0], WAY[4])) == "helpers.move_road.open_end"
    assert table.refused(0, UseMoveRoad(WAY[5], upright(ROW[1]))) == "helpers.move_road.open_end"
    target = upright(ROW[1])
    assert {c.origin for c in table.listed(0) if isinstance(c, UseMoveRoad)} == {WAY[1]}
    table.when(0, UseMoveRoad(WAY[1], target))
    assert table.happened(RoadMoved) == [RoadMoved(0, WAY[1], target)]
    assert table.roads_of(0) == sorted([WAY[0], target])
    assert awaited(table) == ("settle_helper", [0])
    between_buildings = mover(*WAY[:2]).settlement(0, ROW[2])
    assert not [c for c in between_buildings.listed(0) if isinstance(c, UseMoveRoad)]


@pytest.mark.rule("helpers.move_road.bare_building")
def test_a_building_may_be_left_without_roads() -> None:
    far = path_edges(line(4))
    table = mover(WAY[0]).settlement(0, line(4)[0]).road(0, far[0])
    table.when(0, UseMoveRoad(WAY[0], far[1]))
    assert table.roads_of(0) == sorted(far[:2])
    assert table.points(0) == 2
    assert BuildRoad(WAY[0]) in table.hand(0, brick=1, lumber=1).when(0, FlipHelper()).listed(0)


@pytest.mark.rule("helpers.move_road.destination")
def test_the_road_lands_where_a_new_one_may_once_it_is_lifted() -> None:
    table = mover(*WAY[:2])
    assert table.refused(0, UseMoveRoad(WAY[1], WAY[2])) == "catan.road.connection"
    assert table.refused(0, UseMoveRoad(WAY[1], WAY[1])) == "helpers.move_road.destination"
    beside = [c.edge for c in table.listed(0) if isinstance(c, UseMoveRoad)]
    assert beside
    assert WAY[2] not in beside
    table.when(0, UseMoveRoad(WAY[1], beside[0]))
    assert table.hand_of(0) == {}


@pytest.mark.rule("helpers.move_road.longest_road")
def test_the_longest_road_is_judged_when_the_road_has_landed() -> None:
    other = path_edges(line(4))
    table = mover(*WAY[:5]).road(1, *other[:5])
    assert table.view(None)["longest_road"] == 0
    table.when(0, UseMoveRoad(WAY[4], upright(ROW[2])))
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(1)]
    assert table.view(None)["seats"][0]["route_length"] == 4
    onward = mover(*WAY[:5]).when(0, UseMoveRoad(WAY[4], upright(ROW[4])))
    assert onward.happened(LongestRoadMoved) == []
    assert onward.view(None)["seats"][0]["route_length"] == 5


def chooser(**counts: int) -> Table:
    """Seat 0 may choose a development card, and holds these cards."""
    return helping("card_choice").hand(0, **counts)


@pytest.mark.rule("helpers.card_choice.look_three")
def test_the_top_three_are_seen_and_one_is_kept() -> None:
    table = chooser(ore=2, wool=1).when(0, UseCardChoice(cards(ore=2, wool=1)), KNIGHT, KNIGHT, MONOPOLY)
    assert table.hand_of(0) == {}
    assert table.view(0)["helpers"]["looking"]["cards"] == dict.fromkeys(CARDS, 0) | {"knight": 2, "monopoly": 1}
    assert table.listed(0) == [KeepCard(KNIGHT), KeepCard(MONOPOLY)]
    assert table.refused(0, KeepCard(YEAR_OF_PLENTY)) == "helpers.card_choice.look_three"
    assert table.view(None)["deck"] == 25
    table.when(0, KeepCard(MONOPOLY))
    assert table.view(None)["deck"] == 24
    assert table.state.deck == (14, 2, 2, 1, 5)
    assert table.view(0)["seats"][0]["development_cards"]["monopoly"] == 1
    assert awaited(table) == ("settle_helper", [0])
    two = chooser(ore=3)
    assert two.refused(0, UseCardChoice(cards(ore=3))) == "helpers.card_choice.look_three"
    assert UseCardChoice(CARD_COST) in CATAN.actions(chooser(ore=1, wool=1, grain=1).state, 0)


@pytest.mark.rule("helpers.card_choice.short_deck")
def test_a_short_deck_shows_what_is_there() -> None:
    table = chooser(ore=1, wool=1, grain=1)
    table.state.deck = (1, 0, 0, 1, 0)
    table.when(0, UseCardChoice(CARD_COST), MONOPOLY, KNIGHT)
    assert table.view(None)["helpers"]["looking"] == {"seat": 0, "count": 2}
    table.when(0, KeepCard(KNIGHT))
    assert table.state.deck == (0, 0, 0, 1, 0)
    empty = chooser(ore=1, wool=1, grain=1)
    empty.state.deck = (0, 0, 0, 0, 0)
    assert empty.refused(0, UseCardChoice(CARD_COST)) == "helpers.card_choice.short_deck"
    assert not [c for c in empty.listed(0) if isinstance(c, UseCardChoice)]


@pytest.mark.rule("helpers.card_choice.secret_and_new")
def test_the_cards_are_the_buyers_secret_and_new() -> None:
    def bought(*drawn: int) -> Table:
        return chooser(ore=1, wool=1, grain=1).when(0, UseCardChoice(CARD_COST), *drawn)

    first, other = bought(KNIGHT, MONOPOLY, KNIGHT), bought(VICTORY_POINT, KNIGHT, YEAR_OF_PLENTY)
    assert alike(first, other, 1, 2, 3, None)
    assert first.seen(1)[2] == {"type": "TopCardSeen", "seat": 0}
    assert first.seen(0)[2] == {"type": "TopCardSeen", "seat": 0, "card": "knight"}
    first.when(0, KeepCard(KNIGHT))
    other.when(0, KeepCard(VICTORY_POINT))
    assert alike(first, other, 1, 2, 3, None)
    assert first.seen(1)[0] == {"type": "DevelopmentCardKept", "seat": 0}
    assert first.happened(DevelopmentCardKept) == [DevelopmentCardKept(0, KNIGHT)]
    flip(first)
    assert first.refused(0, PlayKnight()) == "catan.development_card.not_bought_now"
    assert PlayKnight() in first.turn(1).turn(0).listed(0)


@pytest.mark.rule("helpers.card_choice.look_three")
def test_every_look_is_a_draw_of_its_own() -> None:
    table = chooser(ore=1, wool=1, grain=1)
    before = table.state.draws[2]
    table.when(0, UseCardChoice(CARD_COST), KNIGHT, KNIGHT, KNIGHT)
    assert table.happened(TopCardSeen) == [TopCardSeen(0, KNIGHT)] * 3
    assert table.state.draws[2] == before + 3
    last = chooser(ore=1, wool=1, grain=1)
    last.state.deck = (0, 0, 0, 2, 1)
    with pytest.raises(ValueError, match="cannot happen"):
        last.when(0, UseCardChoice(CARD_COST), VICTORY_POINT, VICTORY_POINT, MONOPOLY)


def test_a_victory_point_among_the_cards_wins_only_when_kept() -> None:
    table = chooser(ore=1, wool=1, grain=1).city(0, *ROW[0:8:2]).settlement(0, line(4)[0])
    table.when(0, UseCardChoice(CARD_COST), VICTORY_POINT, KNIGHT, KNIGHT)
    assert CATAN.result(table.state) is None
    table.when(0, KeepCard(VICTORY_POINT))
    result = CATAN.result(table.state)
    assert result is not None
    assert result.winners == (0,)


def knightly(count: int = 1, **counts: int) -> Table:
    """Seat 0 has played knights and holds these cards; two of its roads lead east from a settlement."""
    table = helping("knight_to_building").knights(0, count)
    return table.settlement(0, ROW[0]).road(0, *WAY[:2]).hand(0, **counts)


@pytest.mark.rule("helpers.knight_building.cost")
def test_a_knight_makes_buildings_cheap() -> None:
    table = knightly(brick=1, lumber=1).when(0, UseKnightToBuilding(ROW[2]))
    assert table.happened(SettlementBuilt) == [SettlementBuilt(0, ROW[2], cards(brick=1, lumber=1))]
    assert (table.points(0), table.hand_of(0)) == (2, {})
    assert awaited(table) == ("settle_helper", [0])
    city = knightly(ore=2, grain=1).when(0, UseKnightToBuilding(ROW[0]))
    assert city.happened(CityBuilt) == [CityBuilt(0, ROW[0], cards(ore=2, grain=1))]
    rich = knightly(brick=1, lumber=1)
    assert rich.refused(0, UseKnightToBuilding(ROW[1])) == "catan.settlement.distance"
    assert rich.refused(0, UseKnightToBuilding(ROW[0])) == "helpers.knight_building.cost"
    assert [c for c in rich.listed(0) if isinstance(c, UseKnightToBuilding)] == [UseKnightToBuilding(ROW[2])]
    assert (
        knightly(0, brick=1, lumber=1).refused(0, UseKnightToBuilding(ROW[2])) == "helpers.knight_building.played_only"
    )


@pytest.mark.rule("helpers.knight_building.played_only")
def test_only_a_played_knight_is_discarded() -> None:
    table = knightly(0, brick=1, lumber=1).cards(0, knight=1)
    deck = table.view(None)["deck"]
    assert table.refused(0, UseKnightToBuilding(ROW[2])) == "helpers.knight_building.played_only"
    table.turn(1).turn(0, "roll").when(0, PlayKnight()).phase("trade")
    table.when(0, UseKnightToBuilding(ROW[2]))
    assert table.view(None)["seats"][0]["knights"] == 0
    assert table.view(None)["deck"] == deck
    assert table.view(0)["seats"][0]["development_cards"]["knight"] == 0


@pytest.mark.rule("helpers.knight_building.army")
def test_the_largest_army_is_judged_at_once() -> None:
    def after(mine: int, *others: int) -> Table:
        table = knightly(mine, brick=1, lumber=1)
        for seat, count in enumerate(others, 1):
            table.knights(seat, count)
        assert table.view(None)["largest_army"] == 0
        return table.when(0, UseKnightToBuilding(ROW[2]))

    lost = after(3, 3)
    assert lost.happened(LargestArmyMoved) == [LargestArmyMoved(1)]
    assert (lost.points(0), lost.points(1)) == (2, 2)
    kept = after(4, 3)
    assert kept.happened(LargestArmyMoved) == []
    assert kept.view(None)["largest_army"] == 0
    aside = after(3, 3, 3)
    assert aside.happened(LargestArmyMoved) == [LargestArmyMoved(NOBODY)]
    assert [aside.points(seat) for seat in range(3)] == [2, 0, 0]
    assert after(3).view(None)["largest_army"] is None
    fourth = aside.cards(1, knight=1).turn(1).when(1, PlayKnight())
    assert fourth.happened(LargestArmyMoved) == [LargestArmyMoved(1)]
    third = after(3, 3, 3).cards(3, knight=3).knights(3, 2).turn(3).when(3, PlayKnight())
    assert third.view(None)["largest_army"] is None


def test_moving_a_road_needs_no_piece_left() -> None:
    roads = path_edges(walk(ROW[0], 15))
    table = mover(*roads)
    assert table.state.roads_left(0) == 0
    assert [c for c in table.listed(0) if isinstance(c, UseMoveRoad)]


def building(name: str) -> tuple[Table, object]:
    """Return a table where seat 0 can use a helper that builds or buys, and its use."""
    if name == "road_help":
        return road_builder(lumber=2), UseRoadHelp(WAY[1], cards(lumber=2))
    if name == "card_choice":
        return chooser(ore=1, wool=1, grain=1), UseCardChoice(CARD_COST)
    return knightly(brick=1, lumber=1, ore=2, grain=1), UseKnightToBuilding(ROW[2] if name == "settlement" else ROW[0])


@pytest.mark.parametrize("name", ["road_help", "card_choice", "settlement", "city"])
def test_a_helper_that_builds_or_buys_opens_the_building_phase(name: str) -> None:
    table, use = building(name)
    table.hand(0, wool=4)
    swap = MaritimeTrade(cards(wool=4), ORE)
    assert swap in table.listed(0)
    table.when(0, use, *([KNIGHT] * 3 if name == "card_choice" else []))
    if name == "card_choice":
        table.when(0, KeepCard(KNIGHT))
    flip(table)
    assert awaited(table) == ("build", [0])
    assert table.refused(0, swap) == "catan.turn.no_trade_after_build"


def test_a_moved_road_leaves_the_trade_phase_open() -> None:
    table = flip(mover(*WAY[:2]).when(0, UseMoveRoad(WAY[1], upright(ROW[1]))))
    assert awaited(table) == ("trade", [0])
