"""Tests special cases b: knights and Largest Army (ledger section 15)."""

import pytest

from domain.catan.chapters.development.messages import KnightPlayed, LargestArmyMoved, PlayKnight
from domain.catan.chapters.production import ResourcesProduced, RollDice
from domain.catan.chapters.robber.messages import CardStolen, Discard, MoveRobber, RobberMoved, Steal
from domain.catan.chapters.scoring import GameWon
from domain.catan.chapters.turn import EndTurn
from domain.catan.terms import WOOL
from tests.domain.catan.table import Table, cards, line, ring, tile

FOREST = tile("(-2,1)")
MOVE = MoveRobber(FOREST)
AROUND = ring("(-2,1)")
KNIGHT = PlayKnight()


def army(table: Table) -> int | None:
    """Return the seat with Largest Army as everybody is shown it."""
    found: int | None = table.view(None)["largest_army"]
    return found


@pytest.mark.rule("catan.knight.robber")
def test_a_knight_moves_the_robber_and_steals() -> None:
    table = Table().cards(0, knight=1).settlement(1, AROUND[0]).hand(1, wool=2).when(0, KNIGHT)
    assert table.refused(0, EndTurn()) == "catan.robber.must_move"
    assert table.refused(0, MoveRobber(tile("(0,0)"))) == "catan.robber.other_hex"
    table.when(0, MOVE)
    assert table.happened(RobberMoved) == [RobberMoved(0, FOREST)]
    table.when(0, Steal(1), WOOL)
    assert table.happened(CardStolen) == [CardStolen(0, 1, WOOL)]
    assert [table.hand_of(0), table.hand_of(1)] == [{"wool": 1}, {"wool": 1}]
    table.when(0, EndTurn())
    assert table.state.active == 1


@pytest.mark.rule("catan.knight.no_discard")
def test_a_knight_causes_no_discards() -> None:
    table = Table().cards(0, knight=1).hand(1, wool=10).when(0, KNIGHT)
    assert table.view(None)["agenda"][-1] == {"frame": "move_robber", "seats": [0]}
    assert table.refused(1, Discard(cards(wool=5))) == "catan.seven.discard_threshold"
    table.when(0, MOVE)
    assert table.hand_of(1) == {"wool": 10}


@pytest.mark.rule("catan.knight.before_roll_blocks")
def test_a_knight_before_the_roll_blocks_this_roll() -> None:
    table = Table().cards(0, knight=1).settlement(1, AROUND[0]).settlement(2, ring("(2,0)")[0]).phase("roll")
    table.when(0, KNIGHT).when(0, MOVE).roll(8)
    assert [table.hand_of(1), table.hand_of(2)] == [{}, {"ore": 1}]
    free = Table().settlement(1, AROUND[0]).phase("roll").roll(8)
    assert free.happened(ResourcesProduced)[0].gains[5:10] == cards(lumber=1)


@pytest.mark.rule("catan.knight.then_seven")
def test_after_a_knight_a_seven_moves_the_robber_again() -> None:
    table = Table().cards(0, knight=1).hand(1, wool=8).phase("roll").when(0, KNIGHT)
    assert table.refused(0, RollDice()) == "catan.turn.pending_first"
    table.when(0, MOVE).roll(7)
    assert table.refused(0, MoveRobber(tile("(1,0)"))) == "catan.seven.discard_before_robber"
    table.when(1, Discard(cards(wool=4)))
    assert table.refused(0, EndTurn()) == "catan.robber.must_move"
    table.when(0, MoveRobber(tile("(1,0)")))
    assert table.state.robber == tile("(1,0)")
    assert table.hand_of(1) == {"wool": 4}


@pytest.mark.rule("catan.knight.face_up")
def test_a_played_knight_stays_face_up() -> None:
    table = Table().cards(0, knight=2).when(0, KNIGHT).when(0, MOVE)
    assert table.events[:1] == [RobberMoved(0, FOREST)]
    for viewer in (0, 1, None):
        assert table.view(viewer)["seats"][0]["knights"] == 1
        assert table.view(viewer)["seats"][0]["development_card_count"] == 1
    for _ in range(4):
        table.when(table.state.active, EndTurn()).roll(8)
    assert table.view(None)["seats"][0]["knights"] == 1
    assert table.view(0)["seats"][0]["development_cards"]["knight"] == 1
    assert table.view(None)["deck"] == 23
    table.when(0, KNIGHT)
    assert table.view(None)["seats"][0]["knights"] == 2


@pytest.mark.rule("catan.largest_army.first_three")
def test_the_third_knight_takes_largest_army() -> None:
    table = Table().knights(0, 2).cards(0, knight=1)
    assert army(table) is None
    table.when(0, KNIGHT)
    assert table.happened(LargestArmyMoved) == [LargestArmyMoved(0)]
    assert army(table) == 0
    second = Table().knights(0, 1).cards(0, knight=2).when(0, KNIGHT)
    assert second.view(None)["seats"][0]["knights"] == 2
    assert army(second) is None


@pytest.mark.rule("catan.largest_army.strictly_more")
def test_only_strictly_more_knights_take_largest_army() -> None:
    table = Table().knights(0, 3).knights(1, 2).cards(1, knight=2).turn(1).when(1, KNIGHT)
    assert table.view(None)["seats"][1]["knights"] == 3
    assert army(table) == 0
    table.when(1, MOVE).turn(1).when(1, KNIGHT)
    assert army(table) == 1
    assert table.happened(LargestArmyMoved) == [LargestArmyMoved(1)]


@pytest.mark.rule("catan.largest_army.two_points")
def test_largest_army_is_worth_two_points_and_moves_at_once() -> None:
    table = Table().settlement(0, line(0)[0]).knights(0, 3).knights(1, 3).cards(1, knight=1).turn(1)
    assert [table.points(seat) for seat in range(4)] == [3, 0, 0, 0]
    table.when(1, KNIGHT)
    assert table.events[:2] == [KnightPlayed(1), LargestArmyMoved(1)]
    assert [table.points(seat) for seat in range(4)] == [1, 2, 0, 0]


@pytest.mark.rule("catan.largest_army.before_robber")
def test_the_winning_third_knight_moves_no_robber() -> None:
    table = Table().city(0, *line(4)[0:7:2]).knights(0, 2).cards(0, knight=1).when(0, KNIGHT)
    assert table.events[:3] == [KnightPlayed(0), LargestArmyMoved(0), GameWon(0, 10, 0)]
    assert table.refused(0, MOVE) == "catan.end.immediate"
    assert table.state.robber == tile("(0,0)")
    short = Table().city(0, *line(4)[0:5:2]).settlement(0, line(0)[0]).knights(0, 2).cards(0, knight=1).when(0, KNIGHT)
    assert army(short) == 0
    assert short.refused(0, EndTurn()) == "catan.robber.must_move"
