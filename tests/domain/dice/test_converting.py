"""Tests resource jokers and the exchange of gold (rulebook 004)."""

import pytest

from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import StopRolling
from domain.dice.chapters.scoring import EndTurn
from domain.dice.terms import BRICK, GOLD, GRAIN, LUMBER, ORE, WOOL
from tests.domain.dice.table import Table, dice

WOOLS = dice(wool=6)
ONE = dice(wool=1)


@pytest.mark.rule("dice.joker.needs_knight")
def test_a_joker_needs_its_knight() -> None:
    assert Table().final(WOOLS).refused(0, UseJoker(1, ORE, ONE)) == "dice.joker.needs_knight"
    assert Table().knights(1, 1).final(WOOLS).refused(0, UseJoker(1, ORE, ONE)) == "dice.joker.needs_knight"


@pytest.mark.rule("dice.joker.once")
def test_a_joker_is_used_once_a_game() -> None:
    table = Table(1).knights(0, 1).final(WOOLS).when(0, UseJoker(1, ORE, ONE))
    assert table.refused(0, UseJoker(1, ORE, ONE)) == "dice.joker.once"
    table.when(0, EndTurn()).final(WOOLS)
    assert table.refused(0, UseJoker(1, ORE, ONE)) == "dice.joker.once"


@pytest.mark.rule("dice.joker.resource")
@pytest.mark.parametrize(("knight", "resource"), [(1, ORE), (2, GRAIN), (3, WOOL), (4, LUMBER), (5, BRICK)])
def test_each_knight_has_its_resource(knight: int, resource: int) -> None:
    table = Table().knights(0, knight).final(dice(gold=6))
    for other in {BRICK, LUMBER, WOOL, GRAIN, ORE} - {resource}:
        assert table.refused(0, UseJoker(knight, other, dice(gold=1))) == "dice.joker.resource"
    table.when(0, UseJoker(knight, resource, dice(gold=1)))
    assert sum(table.dice.values()) == 6
    assert table.state.dice[resource] == 1


@pytest.mark.rule("dice.joker.sixth_any")
@pytest.mark.parametrize("resource", [BRICK, LUMBER, WOOL, GRAIN, ORE])
def test_the_sixth_knight_turns_dice_into_anything(resource: int) -> None:
    table = Table().knights(0, 6).final(dice(gold=6)).when(0, UseJoker(6, resource, dice(gold=2)))
    assert table.state.dice[resource] == 2


@pytest.mark.rule("dice.joker.sixth_one_kind")
def test_the_sixth_knight_names_one_resource() -> None:
    table = Table().knights(0, 6).final(WOOLS).when(0, UseJoker(6, BRICK, ONE))
    assert table.refused(0, UseJoker(6, LUMBER, ONE)) == "dice.joker.once"
    assert table.dice == {"wool": 5, "brick": 1}


@pytest.mark.rule("dice.joker.no_gold_target")
def test_gold_cannot_be_named() -> None:
    table = Table().knights(0, 6).final(WOOLS)
    assert table.refused(0, UseJoker(6, GOLD, ONE)) == "dice.joker.no_gold_target"
    assert not any(getattr(command, "resource", None) == GOLD for command in table.listed(0))


@pytest.mark.rule("dice.joker.any_dice")
def test_a_joker_turns_any_number_of_dice() -> None:
    table = Table().knights(0, 1).final(dice(wool=2, brick=1, grain=3))
    table.when(0, UseJoker(1, ORE, dice(wool=2, brick=1)))
    assert table.dice == {"ore": 3, "grain": 3}


@pytest.mark.rule("dice.joker.any_dice")
def test_with_an_option_it_turns_one() -> None:
    table = Table(joker_dice="one").knights(0, 1).final(dice(wool=2, brick=1, grain=3))
    assert table.refused(0, UseJoker(1, ORE, dice(wool=2))) == "dice.joker.any_dice"
    jokers = [command for command in table.listed(0) if isinstance(command, UseJoker)]
    assert {sum(command.dice) for command in jokers} == {1}
    assert table.when(0, UseJoker(1, ORE, dice(brick=1))).dice == {"ore": 1, "wool": 2, "grain": 3}


@pytest.mark.rule("dice.joker.any_dice")
def test_dice_that_are_not_there_cannot_be_turned() -> None:
    table = Table().knights(0, 1).final(dice(wool=2, grain=4))
    assert table.refused(0, UseJoker(1, ORE, dice(wool=3))) == "dice.joker.any_dice"
    assert table.refused(0, UseJoker(1, ORE, dice(gold=1))) == "dice.joker.any_dice"


@pytest.mark.rule("dice.joker.from_gold")
def test_gold_may_be_turned() -> None:
    table = Table().knights(0, 1).final(dice(gold=1, wool=5)).when(0, UseJoker(1, ORE, dice(gold=1)))
    assert table.dice == {"ore": 1, "wool": 5}


@pytest.mark.rule("dice.joker.at_least_one")
def test_a_joker_must_change_something() -> None:
    table = Table().knights(0, 1).final(dice(ore=2, wool=4))
    assert table.refused(0, UseJoker(1, ORE, dice())) == "dice.joker.at_least_one"
    assert table.refused(0, UseJoker(1, ORE, dice(ore=1))) == "dice.joker.at_least_one"
    assert table.sheet(0)["jokers"] == [1]


@pytest.mark.rule("dice.joker.after_final")
def test_a_joker_waits_for_the_final_result() -> None:
    table = Table().knights(0, 1)
    assert table.refused(0, UseJoker(1, ORE, ONE)) == "dice.joker.after_final"
    table.rolled(WOOLS)
    assert table.refused(0, UseJoker(1, ORE, ONE)) == "dice.joker.after_final"
    assert table.when(0, StopRolling()).when(0, UseJoker(1, ORE, ONE)).dice == {"wool": 5, "ore": 1}


@pytest.mark.rule("dice.joker.after_final")
def test_a_joker_comes_before_building() -> None:
    table = Table().knights(0, 1).final(dice(brick=1, lumber=1, wool=4)).when(0, DiceBuildRoad(0))
    assert table.refused(0, UseJoker(1, ORE, ONE)) == "dice.joker.after_final"


@pytest.mark.rule("dice.joker.several")
def test_several_jokers_may_be_used_in_one_turn() -> None:
    table = Table().knights(0, 2).final(WOOLS)
    table.when(0, UseJoker(1, ORE, dice(wool=3))).when(0, UseJoker(2, GRAIN, dice(wool=2)))
    assert table.dice == {"ore": 3, "grain": 2, "wool": 1}
    assert table.sheet(0)["jokers_used"] == [1, 2]


@pytest.mark.rule("dice.joker.not_same_turn")
def test_a_knight_built_this_turn_gives_no_joker() -> None:
    table = Table(1).final(dice(ore=1, wool=1, grain=1, brick=3)).when(0, BuildKnight(1))
    assert table.refused(0, UseJoker(1, ORE, dice(brick=1))) == "dice.joker.not_same_turn"
    table.when(0, EndTurn()).final(WOOLS)
    assert table.when(0, UseJoker(1, ORE, ONE)).dice == {"wool": 5, "ore": 1}


@pytest.mark.rule("dice.joker.not_same_turn")
def test_with_an_option_it_gives_one_at_once() -> None:
    table = Table(joker_same_turn=True).knights(0, 3).final(dice(ore=1, wool=1, grain=1, brick=3))
    table.when(0, BuildKnight(4)).when(0, UseJoker(4, LUMBER, dice(brick=2)))
    assert table.dice == {"brick": 1, "lumber": 2}
    assert table.when(0, DiceBuildRoad(0)).sheet(0)["roads"] == [0]


@pytest.mark.rule("dice.joker.not_same_turn")
def test_the_option_leaves_older_jokers_and_gold_before_building() -> None:
    table = Table(joker_same_turn=True).knights(0, 3).final(dice(ore=1, wool=1, grain=1, gold=3))
    table.when(0, BuildKnight(4))
    assert table.refused(0, UseJoker(1, ORE, dice(gold=1))) == "dice.joker.after_final"
    assert table.refused(0, ExchangeGold(ORE)) == "dice.gold.after_final"


@pytest.mark.rule("dice.joker.keeps_points")
def test_a_used_joker_keeps_the_knight() -> None:
    table = Table(1).final(dice(ore=1, wool=1, grain=1, gold=3)).when(0, BuildKnight(1)).when(0, EndTurn())
    table.final(dice(brick=1, ore=1, wool=2, grain=2)).when(0, UseJoker(1, ORE, dice(brick=1)))
    assert table.sheet(0)["points"] == 1
    assert table.when(0, BuildKnight(2)).when(0, EndTurn()).sheet(0)["points"] == 3


@pytest.mark.rule("dice.gold.two_for_one")
def test_two_gold_buy_one_resource() -> None:
    table = Table().roads(0, 0, 1).final(dice(ore=2, grain=2, gold=2))
    assert table.refused(0, DiceBuildCity(7)) == "dice.city.cost"
    table.when(0, ExchangeGold(ORE))
    assert table.dice == {"ore": 3, "grain": 2}
    assert table.when(0, DiceBuildCity(7)).dice == {}


@pytest.mark.rule("dice.gold.two_for_one")
def test_gold_is_not_bought_for_gold() -> None:
    assert Table().final(dice(gold=6)).refused(0, ExchangeGold(GOLD)) == "dice.gold.two_for_one"


@pytest.mark.rule("dice.gold.single_useless")
def test_a_single_gold_buys_nothing() -> None:
    assert Table().final(dice(gold=1, ore=5)).refused(0, ExchangeGold(ORE)) == "dice.gold.single_useless"


@pytest.mark.rule("dice.gold.repeat")
def test_three_pairs_buy_three_resources() -> None:
    table = Table().final(dice(gold=6))
    table.when(0, ExchangeGold(BRICK)).when(0, ExchangeGold(LUMBER)).when(0, ExchangeGold(WOOL))
    assert table.dice == {"brick": 1, "lumber": 1, "wool": 1}
    assert table.refused(0, ExchangeGold(ORE)) == "dice.convert.gold_no_other"


@pytest.mark.rule("dice.gold.after_final")
def test_gold_waits_for_the_final_result() -> None:
    table = Table()
    assert table.refused(0, ExchangeGold(ORE)) == "dice.gold.after_final"
    assert table.rolled(dice(gold=6)).refused(0, ExchangeGold(ORE)) == "dice.gold.after_final"
    table.when(0, StopRolling()).when(0, ExchangeGold(ORE))
    assert table.dice == {"ore": 1, "gold": 4}


@pytest.mark.rule("dice.gold.after_final")
def test_gold_is_exchanged_before_building() -> None:
    table = Table().final(dice(brick=1, lumber=1, gold=4)).when(0, DiceBuildRoad(0))
    assert table.refused(0, ExchangeGold(ORE)) == "dice.gold.after_final"


@pytest.mark.rule("dice.gold.lost_die")
def test_the_lost_die_is_spent() -> None:
    table = Table().knights(0, 1).final(dice(gold=2, wool=4)).when(0, ExchangeGold(GRAIN))
    assert table.dice == {"wool": 4, "grain": 1}
    assert table.refused(0, UseJoker(1, ORE, dice(gold=1))) == "dice.gold.lost_die"


@pytest.mark.rule("dice.convert.free_order")
def test_jokers_and_gold_may_be_mixed() -> None:
    joker_first = Table().knights(0, 1).final(dice(gold=3, wool=3))
    joker_first.when(0, UseJoker(1, ORE, dice(gold=1))).when(0, ExchangeGold(GRAIN))
    gold_first = Table().knights(0, 1).final(dice(gold=3, wool=3))
    gold_first.when(0, ExchangeGold(GRAIN)).when(0, UseJoker(1, ORE, dice(gold=1)))
    assert joker_first.dice == gold_first.dice == {"ore": 1, "grain": 1, "wool": 3}


@pytest.mark.rule("dice.convert.gold_no_other")
def test_other_pairs_cannot_be_exchanged() -> None:
    assert Table().final(dice(wool=6)).refused(0, ExchangeGold(ORE)) == "dice.convert.gold_no_other"
