"""Tests the end of the game and scoring (ledger section 16)."""

from typing import Any

import pytest

from domain.catan import CATAN
from domain.catan.chapters.building.messages import BuildCity, BuildRoad, BuildSettlement
from domain.catan.chapters.development.messages import (
    BuyDevelopmentCard,
    LargestArmyMoved,
    PlayKnight,
    PlayRoadBuilding,
)
from domain.catan.chapters.longest_road import LongestRoadMoved
from domain.catan.chapters.production import DiceRolled, RollDice
from domain.catan.chapters.robber.messages import MoveRobber
from domain.catan.chapters.scoring import GameWon, HandsRevealed
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import CARDS, DECK
from domain.core.agenda import AgendaSet
from tests.domain.catan.table import Table, line, path_edges, tile, upright

ROW = line(2)
WAY = path_edges(ROW)
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def scored(table: Table, seat: int, points: int, row: int) -> Table:
    """A seat shows that many points with at most four cities, and settlements, along one row."""
    nodes = line(row)[0::2]
    cities = min(points // 2, 4)
    table.city(seat, *nodes[:cities])
    table.settlement(seat, *nodes[cities : points - cities])
    assert table.points(seat) == points
    return table


def ready(points: int) -> Table:
    """Seat 0 shows that many points, has a road to a free node, and can pay for a settlement."""
    return scored(Table(), 0, points, 4).road(0, WAY[4]).hand(0, **SETTLEMENT)


def winner(table: Table) -> Any:
    """Return the winners, or None while the game goes on."""
    result = CATAN.result(table.state)
    return result and result.winners


@pytest.mark.rule("catan.end.ten_points")
def test_ten_points_in_the_own_turn_win() -> None:
    table = ready(9)
    assert winner(table) is None
    table.when(0, BuildSettlement(ROW[4]))
    assert table.happened(GameWon) == [GameWon(0, 10, 0)]
    assert winner(table) == (0,)
    nine = ready(8).when(0, BuildSettlement(ROW[4]))
    assert nine.points(0) == 9
    assert winner(nine) is None
    six = Table(victory_points=6)
    assert winner(scored(six, 0, 5, 4).road(0, WAY[4]).hand(0, **SETTLEMENT).when(0, BuildSettlement(ROW[4]))) == (0,)


@pytest.mark.rule("catan.end.score_sum")
def test_points_add_up_from_pieces_special_cards_and_victory_point_cards() -> None:
    table = Table().settlement(0, line(4)[0], line(4)[2]).city(0, line(4)[4], line(4)[6])
    table.road(0, *WAY[:5]).cards(0, victory_point=1, knight=1)
    assert table.view(0)["seats"][0]["own_points"] == 9
    assert table.points(0) == 8
    table.knights(1, 3)
    assert table.view(1)["seats"][1]["own_points"] == 2
    table.cards(1, victory_point=3).cards(2, victory_point=1).hand(0, ore=3, grain=2).when(0, BuildCity(line(4)[0]))
    result = CATAN.result(table.state)
    assert result
    assert result.points == (10, 5, 1, 0)


@pytest.mark.rule("catan.end.immediate")
def test_the_game_ends_at_once() -> None:
    table = ready(9).hand(0, ore=3, grain=2).cards(1, knight=1).when(0, BuildSettlement(ROW[4]))
    assert [type(event) for event in table.events[-3:]] == [GameWon, HandsRevealed, AgendaSet]
    assert CATAN.awaiting(table.state) == []
    for seat in range(4):
        assert table.listed(seat) == []
        assert CATAN.actions(table.state, seat).templates == []
        for command in (EndTurn(), RollDice(), BuildCity(ROW[4]), PlayKnight()):
            assert table.refused(seat, command) == "catan.end.immediate"


@pytest.mark.rule("catan.end.start_of_turn")
def test_ten_points_win_when_the_own_turn_comes() -> None:
    table = scored(Table(), 1, 10, 3)
    assert winner(table) is None
    table.when(0, EndTurn())
    assert winner(table) == (1,)
    assert table.happened(DiceRolled) == []
    assert table.refused(1, RollDice()) == "catan.end.immediate"
    nine = scored(Table(), 1, 9, 3).when(0, EndTurn())
    assert winner(nine) is None
    assert RollDice() in nine.listed(1)


@pytest.mark.rule("catan.end.not_in_other_turn")
def test_ten_points_in_the_turn_of_another_do_not_end_the_game() -> None:
    table = scored(Table(), 2, 8, 5).road(1, *WAY[:7]).road(2, *path_edges(line(4))[:5])
    table.road(0, upright(ROW[3])).hand(0, **SETTLEMENT).when(0, BuildSettlement(ROW[3]))
    assert table.happened(LongestRoadMoved) == [LongestRoadMoved(2)]
    assert table.points(2) == 10
    assert winner(table) is None
    table.when(0, EndTurn()).roll(8).when(1, EndTurn())
    assert winner(table) == (2,)


@pytest.mark.rule("catan.end.lost_before_turn")
def test_points_lost_before_the_own_turn_do_not_count() -> None:
    table = scored(Table(), 2, 8, 5).knights(2, 3).knights(0, 3).cards(0, knight=1)
    assert table.points(2) == 10
    table.when(0, PlayKnight())
    assert table.happened(LargestArmyMoved) == [LargestArmyMoved(0)]
    assert table.points(2) == 8
    table.when(0, MoveRobber(tile("(2,-2)"))).when(0, EndTurn()).roll(8).when(1, EndTurn())
    assert winner(table) is None
    assert RollDice() in table.listed(2)
    kept = scored(Table(), 2, 8, 5).knights(2, 3).when(0, EndTurn()).roll(8).when(1, EndTurn())
    assert winner(kept) == (2,)


@pytest.mark.rule("catan.end.two_at_ten")
def test_of_several_with_ten_the_next_in_turn_wins() -> None:
    table = scored(scored(ready(9), 1, 8, 0), 2, 8, 5).knights(1, 3).road(2, *path_edges(line(3))[:5])
    assert [table.points(seat) for seat in range(4)] == [9, 10, 10, 0]
    table.cards(2, victory_point=2)
    assert winner(table.when(0, EndTurn())) == (1,)
    active_first = scored(scored(ready(9), 1, 8, 0), 2, 8, 5).knights(1, 3).road(2, *path_edges(line(3))[:5])
    active_first.cards(1, victory_point=2)
    assert winner(active_first.when(0, BuildSettlement(ROW[4]))) == (0,)


@pytest.mark.rule("catan.end.before_roll")
def test_a_win_is_possible_before_the_roll() -> None:
    table = scored(Table(), 0, 8, 4).knights(0, 2).cards(0, knight=1).phase("roll").when(0, PlayKnight())
    assert table.happened(GameWon) == [GameWon(0, 10, 0)]
    road = scored(Table(), 0, 8, 4).road(0, *WAY[:4]).cards(0, road_building=1).phase("roll")
    road.when(0, PlayRoadBuilding()).when(0, BuildRoad(WAY[4]))
    assert road.happened(GameWon) == [GameWon(0, 10, 0)]
    seven = scored(Table(), 0, 7, 4).knights(0, 2).cards(0, knight=1).phase("roll").when(0, PlayKnight())
    assert winner(seven) is None


@pytest.mark.rule("catan.end.automatic")
def test_the_win_needs_no_declaration() -> None:
    table = scored(Table(), 1, 9, 3).cards(1, victory_point=1, knight=1)
    assert table.points(1) == 9
    table.when(0, EndTurn())
    assert table.happened(GameWon) == [GameWon(1, 10, 1)]
    assert table.points(1) == 10
    assert table.view(None)["seats"][1]["development_cards"]["victory_point"] == 1
    other = scored(Table(), 1, 9, 3).cards(1, knight=1).when(0, EndTurn())
    assert winner(other) is None


@pytest.mark.rule("catan.end.more_than_ten")
def test_more_than_ten_points_win_just_the_same() -> None:
    table = scored(Table(), 0, 9, 4).road(0, *WAY[:4]).hand(0, brick=1, lumber=1)
    table.when(0, BuildRoad(WAY[4]))
    assert table.happened(GameWon) == [GameWon(0, 11, 0)]
    assert table.points(0) == 11


@pytest.mark.rule("catan.end.one_winner")
def test_there_is_one_winner_and_totals_for_information() -> None:
    table = scored(scored(ready(9), 1, 8, 0), 2, 4, 5).knights(1, 3).cards(2, victory_point=2)
    assert [table.points(seat) for seat in range(4)] == [9, 10, 4, 0]
    table.when(0, BuildSettlement(ROW[4]))
    result = CATAN.result(table.state)
    assert result is not None
    assert result.winners == (0,)
    assert result.points == (10, 10, 6, 0)
    assert [table.points(seat) for seat in range(4)] == [10, 10, 6, 0]


@pytest.mark.rule("catan.end.no_stalemate_rule")
def test_nothing_but_a_win_ends_the_game() -> None:
    table = Table().cards(3, **dict(zip(CARDS, [*DECK[:4], 0], strict=True))).cards(2, victory_point=5)
    table.road(0, *WAY, *path_edges(line(3))[:5]).hand(1, brick=19, lumber=19, wool=19, grain=19, ore=19)
    assert table.view(None)["deck"] == sum(table.bank().values()) == 0
    for _ in range(200):
        table.when(table.state.active, EndTurn()).roll(8)
    assert table.state.turn == 201
    assert winner(table) is None
    assert table.refused(0, BuyDevelopmentCard()) == "catan.development_card.deck_empty"
    assert EndTurn() in table.listed(0)
