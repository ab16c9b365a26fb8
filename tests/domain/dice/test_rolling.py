"""Tests section 1, the dice: up to three rolls, with free choice of dice (rulebook 004)."""

import pytest

from domain.core.errors import IllegalCommand
from domain.dice import DICE
from domain.dice.chapters.building import BuildKnight
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import DiceRollDice, RollingStopped, StopRolling
from domain.dice.chapters.scoring import EndTurn
from domain.dice.terms import NO_DICE, ORE
from tests.domain.dice.table import Table, dice

SIX = dice(brick=1, lumber=1, wool=1, grain=1, ore=1, gold=1)


@pytest.mark.rule("dice.roll.three")
def test_a_fourth_roll_is_refused() -> None:
    table = Table().roll(0, shows=SIX).roll(0, shows=SIX).roll(0, shows=SIX)
    assert table.refused(0, DiceRollDice(dice(ore=1))) == "dice.roll.three"


@pytest.mark.rule("dice.roll.first_all")
def test_the_first_roll_uses_all_dice() -> None:
    table = Table()
    assert table.refused(0, DiceRollDice(dice(ore=1))) == "dice.roll.first_all"
    assert sum(table.roll(0, shows=dice(wool=6)).dice.values()) == 6


@pytest.mark.rule("dice.roll.first_all")
def test_dice_of_the_turn_before_cannot_be_kept() -> None:
    table = Table(1).final(dice(ore=6)).when(0, EndTurn())
    assert table.refused(0, DiceRollDice(dice(ore=2))) == "dice.roll.first_all"


@pytest.mark.rule("dice.roll.at_least_one")
@pytest.mark.parametrize("command", [EndTurn(), StopRolling()])
def test_the_first_roll_is_compulsory(command: object) -> None:
    assert Table().refused(0, command) == "dice.roll.at_least_one"


@pytest.mark.rule("dice.roll.set_aside")
def test_any_dice_are_set_aside_and_the_others_rolled() -> None:
    table = Table().roll(0, shows=dice(ore=2, wool=4)).roll(0, dice(ore=2), shows=dice(gold=3, grain=1))
    assert table.dice == {"ore": 2, "gold": 3, "grain": 1}
    [rolled] = [event for event in table.events if type(event).__name__ == "DiceDiceRolled"]
    assert (rolled.kept, rolled.rolled) == (dice(ore=2), dice(gold=3, grain=1))


@pytest.mark.rule("dice.roll.set_aside")
def test_every_choice_of_dice_may_be_kept() -> None:
    listed = Table().rolled(SIX).listed(0)
    assert len(listed) == 64
    assert len(Table().rolled(dice(ore=6)).listed(0)) == 7


@pytest.mark.rule("dice.roll.set_aside")
def test_dice_that_are_not_there_cannot_be_kept() -> None:
    table = Table().rolled(dice(ore=2, wool=4))
    assert table.refused(0, DiceRollDice(dice(ore=3, gold=1))) == "dice.roll.set_aside"
    with pytest.raises(IllegalCommand) as caught:
        DICE.decide(table.state, 0, DiceRollDice(dice(ore=3, gold=1)), table.no_chance())
    assert caught.value.params == {"missing": {"ore": 1, "gold": 1}}


@pytest.mark.rule("dice.roll.set_aside_none")
def test_all_six_may_be_rolled_again() -> None:
    table = Table().roll(0, shows=dice(ore=6)).roll(0, NO_DICE, shows=dice(wool=6))
    assert table.dice == {"wool": 6}


@pytest.mark.rule("dice.roll.take_back")
def test_a_die_kept_before_may_be_rolled_for_the_third_time() -> None:
    table = Table().roll(0, shows=dice(ore=2, wool=4)).roll(0, dice(ore=2), shows=dice(gold=4))
    table.roll(0, dice(gold=3), shows=dice(brick=3))
    assert table.dice == {"gold": 3, "brick": 3}


@pytest.mark.rule("dice.roll.reroll_some")
def test_a_roll_without_dice_is_refused() -> None:
    assert Table().rolled(SIX).refused(0, DiceRollDice(SIX)) == "dice.roll.reroll_some"


@pytest.mark.rule("dice.roll.stop_early")
@pytest.mark.parametrize("rolls", [1, 2])
def test_one_may_stop_before_the_third_roll(rolls: int) -> None:
    table = Table().rolled(SIX, rolls).when(0, StopRolling())
    assert table.awaited == [(0, "convert")]
    assert table.events[0] == RollingStopped(0)
    assert table.refused(0, DiceRollDice()) == "dice.roll.stop_early"
    assert table.refused(0, StopRolling()) == "dice.roll.stop_early"


@pytest.mark.rule("dice.roll.final_after_third")
def test_the_third_result_is_final() -> None:
    table = Table().rolled(SIX, 2).roll(0, shows=dice(ore=1, wool=1, grain=1, gold=2, brick=1))
    assert table.kinds(0) == {"ExchangeGold", "BuildKnight", "EndTurn"}
    assert table.refused(0, StopRolling()) == "dice.roll.final_after_third"


@pytest.mark.rule("dice.roll.no_roll_after_convert")
def test_no_roll_follows_an_exchange_of_gold() -> None:
    table = Table().rolled(dice(gold=6), 2).when(0, StopRolling()).when(0, ExchangeGold(ORE))
    assert table.refused(0, DiceRollDice()) == "dice.roll.no_roll_after_convert"


@pytest.mark.rule("dice.roll.no_roll_after_convert")
def test_no_roll_follows_a_joker() -> None:
    table = Table().knights(0, 1).rolled(dice(wool=6), 2).when(0, StopRolling())
    table.when(0, UseJoker(1, ORE, dice(wool=1)))
    assert table.refused(0, DiceRollDice()) == "dice.roll.no_roll_after_convert"


def test_no_roll_follows_a_build() -> None:
    table = Table().final(dice(ore=1, wool=1, grain=1, gold=3)).when(0, BuildKnight(1))
    assert table.refused(0, DiceRollDice()) == "dice.roll.stop_early"
