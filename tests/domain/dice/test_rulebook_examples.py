"""Tests the worked examples of the rulebook (004), as they are printed."""

from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.scoring import EndTurn
from domain.dice.terms import ORE
from tests.domain.dice.table import Table, dice


def test_the_example_of_the_score_box() -> None:
    """A settlement fills a box with 3, two roads fill one with 2, and a road and a knight fill one with 2."""
    table = Table(1)
    table.final(dice(brick=1, lumber=1, wool=1, grain=1, gold=2)).when(0, DiceBuildSettlement(3)).when(0, EndTurn())
    table.final(dice(brick=2, lumber=2, gold=2)).when(0, DiceBuildRoad(0)).when(0, DiceBuildRoad(1)).when(0, EndTurn())
    table.final(dice(brick=1, lumber=1, wool=1, grain=1, ore=1, gold=1))
    table.when(0, DiceBuildRoad(2)).when(0, BuildKnight(1)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [3, 2, 2]
    assert table.sheet(0)["points"] == 7


def test_the_example_of_the_cost_of_a_knight() -> None:
    """One ore, one wool and one grain pay for a knight, which is marked on the sheet."""
    table = Table(1).final(dice(ore=1, wool=1, grain=1, gold=3)).when(0, BuildKnight(1))
    assert (table.sheet(0)["knights"], table.dice) == ([1], {"gold": 3})


def test_the_example_of_a_joker() -> None:
    """Of 2 ore, 2 grain, 1 gold and 1 wool, the first knight turns the wool to ore, which pays for the city."""
    table = Table(1).roads(0, 0, 1).knights(0, 1).rolled(dice(), 2)
    table.roll(0, shows=dice(ore=2, grain=2, gold=1, wool=1))
    table.when(0, UseJoker(1, ORE, dice(wool=1)))
    assert table.dice == {"ore": 3, "grain": 2, "gold": 1}
    table.when(0, DiceBuildCity(7))
    assert table.sheet(0)["cities"] == [7]
    assert (table.sheet(0)["jokers"], table.sheet(0)["jokers_used"]) == ([], [1])


def test_the_example_of_gold() -> None:
    """Of 2 ore, 2 grain and 2 gold, the gold becomes one ore, which pays for the city."""
    table = Table(1).roads(0, 0, 1).final(dice(ore=2, grain=2, gold=2)).when(0, ExchangeGold(ORE))
    assert table.dice == {"ore": 3, "grain": 2}
    assert table.when(0, DiceBuildCity(7)).sheet(0)["cities"] == [7]
