"""Tests the course of play (rulebook 004, Play)."""

import pytest

from domain.dice import DICE
from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import DiceRollDice, StopRolling
from domain.dice.chapters.scoring import EndTurn
from domain.dice.terms import ORE
from tests.domain.dice.table import Table, dice

EVERYTHING = [
    DiceRollDice(),
    StopRolling(),
    UseJoker(1, ORE, dice(wool=1)),
    ExchangeGold(ORE),
    DiceBuildRoad(0),
    DiceBuildSettlement(3),
    DiceBuildCity(7),
    BuildKnight(1),
    EndTurn(),
]


@pytest.mark.rule("dice.turn.clockwise")
def test_turns_pass_clockwise() -> None:
    table = Table(3, starting_seat=1)
    order = []
    for _ in range(4):
        order.append(table.state.active)
        table.cross()
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("dice.turn.order")
def test_nothing_is_built_before_the_final_result() -> None:
    table = Table()
    assert table.refused(0, DiceBuildRoad(0)) == "dice.turn.order"
    table.rolled(dice(brick=1, lumber=1, gold=4))
    assert table.refused(0, DiceBuildRoad(0)) == "dice.turn.order"
    assert table.refused(0, EndTurn()) == "dice.turn.order"


@pytest.mark.rule("dice.turn.active_only")
@pytest.mark.parametrize("command", EVERYTHING, ids=lambda command: type(command).__name__)
def test_only_the_one_on_turn_acts(command: object) -> None:
    for table in (Table(2), Table(2).rolled(dice(gold=6)), Table(2).final(dice(gold=6))):
        assert table.refused(1, command) == "dice.turn.active_only"
        assert table.listed(1) == []


@pytest.mark.rule("dice.turn.no_trade")
def test_there_is_no_exchange_between_players() -> None:
    table = Table(2).knights(1, 1).final(dice(ore=6))
    assert table.listed(1) == []
    assert {row.name for row in DICE.commands.rows if {"seat", "to", "partner"} & {f.name for f in row.fields}} == set()


@pytest.mark.rule("dice.turn.no_carry_over")
def test_unused_dice_are_lost() -> None:
    table = Table(1).final(dice(ore=2, gold=4)).when(0, EndTurn())
    assert table.dice == {}
    assert table.view(0)["dice"] is None
    assert table.listed(0) == [DiceRollDice()]
