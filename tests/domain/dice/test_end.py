"""Tests the end of the game (rulebook 004)."""

from random import Random

import pytest

from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.rolling import DiceRollDice
from domain.dice.chapters.scoring import EndTurn
from domain.dice.sheet import CITIES, KNIGHTS, ROADS, SETTLEMENTS
from domain.dice.terms import BOXES, CITY_COST, DICE, KNIGHT_COST, ROAD_COST, SETTLEMENT_COST
from tests.domain.dice.table import Table, dice

BUILDS = (DiceBuildRoad, DiceBuildSettlement, DiceBuildCity, BuildKnight)


@pytest.mark.rule("dice.end.fifteen_turns")
def test_the_game_ends_when_everybody_had_fifteen_turns() -> None:
    table = Table(3, starting_seat=1)
    for _ in range(14 * 3):
        table.cross()
    for seat in (1, 2, 0):
        assert table.result is None
        assert table.awaited == [(seat, "roll")]
        table.cross()
    assert table.result is not None
    assert [len(table.sheet(seat)["boxes"]) for seat in range(3)] == [15, 15, 15]
    assert table.awaited == []
    assert {table.refused(seat, DiceRollDice()) for seat in range(3)} == {"dice.end.fifteen_turns"}


@pytest.mark.rule("dice.end.no_early_end")
def test_nothing_ends_the_game_sooner() -> None:
    for turns in (9, 13):
        table = Table(2).boxes(0, *([30] * turns)).boxes(1, *([-2] * turns))
        for seat in (1, 0):
            table.cross()
            assert table.result is None
            assert table.awaited == [(seat, "roll")]


@pytest.mark.rule("dice.end.sheet_never_full")
def test_no_sheet_can_be_completed() -> None:
    needed = len(ROADS) * sum(ROAD_COST) + len(SETTLEMENTS) * sum(SETTLEMENT_COST)
    needed += len(CITIES) * sum(CITY_COST) + KNIGHTS * sum(KNIGHT_COST)
    assert needed == 94
    assert DICE * BOXES == 90


@pytest.mark.rule("dice.end.sheet_never_full")
def test_fifteen_turns_of_chosen_dice_leave_something_unbuilt() -> None:
    """Even a player who could choose useful dice every turn could not complete the sheet."""
    rng, table = Random(2), Table(1)
    wishes = [dice(ore=3, grain=2, gold=1), dice(brick=3, lumber=3), dice(ore=2, wool=2, grain=2)]
    wishes += [dice(brick=2, lumber=2, wool=1, grain=1)]
    while table.result is None:
        table.final(rng.choice(wishes))
        while builds := [command for command in table.listed(0) if isinstance(command, BUILDS)]:
            table.when(0, builds[-1])
        table.when(0, EndTurn())
    assert table.sheet(0)["points"] < 145


@pytest.mark.rule("dice.end.total")
def test_the_total_is_the_sum_of_the_boxes() -> None:
    table = Table(1).boxes(0, 3, 2).cross().final(dice(brick=2, lumber=2, gold=2))
    table.when(0, DiceBuildRoad(0)).when(0, DiceBuildRoad(1)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [3, 2, -2, 2]
    assert table.sheet(0)["points"] == 5


@pytest.mark.rule("dice.end.negative")
def test_a_total_may_be_negative() -> None:
    table = Table(1)
    for _ in range(15):
        table.cross()
    assert table.result is not None
    assert table.result.points == (-30,)


def finished(*totals: int) -> Table:
    """Return a finished game with these totals.

    Each seat has one box with two points more than its total, 13 boxes of nothing, and a final cross.
    """
    table = Table(len(totals))
    for seat, total in enumerate(totals):
        table.boxes(seat, total + 2, *([0] * 13))
    for _ in totals:
        table.cross()
    return table


@pytest.mark.rule("dice.end.highest_wins")
def test_the_highest_total_wins() -> None:
    result = finished(90, 85).result
    assert result is not None
    assert (result.winners, result.points) == ((0,), (90, 85))
    result = finished(85, 90, 20).result
    assert result is not None
    assert (result.winners, result.points) == ((1,), (85, 90, 20))


@pytest.mark.rule("dice.end.tie")
def test_equal_totals_share_the_win() -> None:
    result = finished(90, 40, 90).result
    assert result is not None
    assert result.winners == (0, 2)
