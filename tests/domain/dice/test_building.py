"""Tests section 2: building and the score box (rulebook 004)."""

from itertools import pairwise

import pytest

from domain.core.errors import IllegalCommand
from domain.dice import DICE
from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import results
from domain.dice.chapters.scoring import BoxFilled, EndTurn
from domain.dice.state import State
from domain.dice.terms import BRICK, ORE
from tests.domain.dice.table import Table, dice

BUILDS = (DiceBuildRoad, DiceBuildSettlement, DiceBuildCity, BuildKnight)


@pytest.mark.rule("dice.build.optional")
def test_one_may_build_nothing_although_able_to() -> None:
    table = Table(1).final(dice(brick=1, lumber=1, gold=4)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [-2]


@pytest.mark.rule("dice.build.exact_dice")
def test_a_build_uses_up_exactly_its_dice() -> None:
    table = Table().final(dice(brick=1, lumber=1, wool=4)).when(0, DiceBuildRoad(0))
    assert table.dice == {"wool": 4}


@pytest.mark.rule("dice.build.die_once")
def test_a_die_pays_for_one_build_only() -> None:
    table = Table().final(dice(brick=1, lumber=2, gold=3)).when(0, DiceBuildRoad(0))
    assert table.refused(0, DiceBuildRoad(1)) == "dice.road.cost"


@pytest.mark.rule("dice.build.several")
def test_several_things_may_be_built() -> None:
    table = Table(1).final(dice(brick=1, lumber=1, wool=1, grain=1, ore=1, gold=1))
    table.when(0, DiceBuildRoad(0)).when(0, BuildKnight(1)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [2]


@pytest.mark.rule("dice.build.sequence")
def test_a_piece_may_support_the_next_one() -> None:
    table = Table().roads(0, 0).settlements(0, 1).final(dice(brick=2, lumber=2, wool=1, grain=1))
    assert table.refused(0, DiceBuildSettlement(4)) == "dice.settlement.road"
    table.when(0, DiceBuildRoad(2)).when(0, DiceBuildSettlement(4))
    assert table.sheet(0)["settlements"] == [3, 4]


def sets_of_builds(state: State, done: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Return every set of pieces that listed builds lead to."""
    found = {tuple(sorted(done))} if done else set()
    for command in DICE.actions(state, 0):
        if isinstance(command, BUILDS):
            after = DICE.decide(state, 0, command, Table.no_chance()).state
            found |= sets_of_builds(after, (*done, type(command).__name__.removeprefix("Dice").removeprefix("Build")))
    return found


@pytest.mark.rule("dice.build.possible_sets")
def test_six_dice_allow_these_sets_and_no_others() -> None:
    table = Table().roads(0, 0, 1)
    found = {chosen for shown in results(6) for chosen in sets_of_builds(table.final(shown).state)}
    assert found == {
        ("Road",),
        ("Road", "Road"),
        ("Road", "Road", "Road"),
        ("Knight",),
        ("Knight", "Knight"),
        ("Knight", "Road"),
        ("Settlement",),
        ("Road", "Settlement"),
        ("City",),
    }


@pytest.mark.rule("dice.build.once")
def test_a_symbol_is_built_once() -> None:
    table = Table().roads(0, 0, 1).settlements(0, 1).cities(0, 1).knights(0, 1)
    table.final(dice(brick=1, lumber=1, wool=1, grain=1, ore=1, gold=1))
    for command in (DiceBuildRoad(0), DiceBuildSettlement(3), DiceBuildCity(7), BuildKnight(1)):
        assert table.refused(0, command) == "dice.build.once"


@pytest.mark.rule("dice.build.gold_no")
def test_gold_pays_for_nothing() -> None:
    table = Table().final(dice(brick=1, gold=5))
    assert table.refused(0, DiceBuildRoad(0)) == "dice.road.cost"
    with pytest.raises(IllegalCommand) as caught:
        DICE.decide(table.state, 0, DiceBuildRoad(0), table.no_chance())
    assert caught.value.params == {"missing": {"lumber": 1}}


@pytest.mark.rule("dice.build.points")
def test_a_build_scores_the_number_printed_on_it() -> None:
    table = Table(1).roads(0, 0, 1, 2, 3, 4).cities(0, 1).final(dice(ore=3, grain=2, gold=1))
    table.when(0, DiceBuildCity(12)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [12]


@pytest.mark.rule("dice.score.next_box")
def test_the_sum_goes_into_the_next_free_box() -> None:
    table = Table(1).boxes(0, 3, 2).final(dice(brick=2, lumber=2, gold=2))
    table.when(0, DiceBuildRoad(0)).when(0, DiceBuildRoad(1)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [3, 2, 2]
    assert table.events[0] == BoxFilled(0, 3, 2)


@pytest.mark.rule("dice.score.one_box_per_turn")
def test_several_builds_go_into_one_box() -> None:
    table = Table(1).final(dice(brick=1, lumber=1, wool=1, grain=1, ore=1, gold=1))
    table.when(0, BuildKnight(1)).when(0, DiceBuildRoad(0))
    assert (table.sheet(0)["boxes"], table.view(0)["turn_points"]) == ([], 2)
    assert table.when(0, EndTurn()).sheet(0)["boxes"] == [2]


@pytest.mark.rule("dice.score.cross")
def test_a_turn_without_a_build_is_a_cross() -> None:
    table = Table(1).boxes(0, 5).cross()
    assert table.sheet(0)["boxes"] == [5, -2]
    assert table.sheet(0)["points"] == 3


@pytest.mark.rule("dice.score.joker_no_build")
def test_converting_alone_is_a_cross_too() -> None:
    table = Table(1).knights(0, 1).final(dice(wool=4, gold=2))
    table.when(0, UseJoker(1, ORE, dice(wool=1))).when(0, ExchangeGold(BRICK)).when(0, EndTurn())
    assert table.sheet(0)["boxes"] == [-2]
    assert (table.sheet(0)["jokers"], table.sheet(0)["jokers_used"]) == ([], [1])


def test_boxes_fill_one_after_the_other() -> None:
    table = Table(1)
    sizes = [len(table.cross().sheet(0)["boxes"]) for _ in range(15)]
    assert all(after == before + 1 for before, after in pairwise(sizes))
