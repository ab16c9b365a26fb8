"""Tests that the competitor goes by what wins: it risks a sure building when that is not enough, and only then."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from domain.dice import DICE
from domain.dice.commands import DiceRollDice, StopRolling
from domain.dice.terms import BOXES, BRICK
from tests.domain.dice.table import Table, dice
from tests.laws.cases import CASES
from tests.laws.playing import play as play_under_laws
from workers.agents import play
from workers.agents.agent import load_agent
from workers.agents.dice.competitor import Competitor
from workers.agents.dice.odds import Odds, Rival

DICE_CASES = [case for case in CASES if case.ruleset is DICE]


def choice(table: Table, name: str = "dice_competitor") -> Any:
    actions = DICE.actions(table.state, 0)
    command = load_agent(name).choose(DICE, DICE.observe(table.state, 0), actions, 0.25, Random(1))
    assert command in list(actions)
    return command


def last_roll(behind: int) -> Table:
    """A settlement for three points is sure, and a city for seven is two dice away; the other has so many more."""
    table = Table(starting_seat=1).roads(0, 0, 1).boxes(0, *[0] * (BOXES - 1)).boxes(1, *[0] * (BOXES - 1), behind)
    return table.turn(0).rolled(dice(brick=1, lumber=1, wool=1, grain=1, ore=2), rolls=2)


def keeps_the_settlement(command: Any) -> bool:
    return command == StopRolling() or command.keep[BRICK] == 1


def test_it_keeps_what_is_enough_to_win(greedy_tables: Path) -> None:
    assert keeps_the_settlement(choice(last_roll(behind=3)))


def test_it_risks_a_settlement_that_is_not_enough(greedy_tables: Path) -> None:
    table = last_roll(behind=7)
    assert keeps_the_settlement(choice(table, "dice_optimal"))
    assert choice(table) == DiceRollDice(dice(grain=1, ore=2))


def test_alone_it_plays_as_the_optimal_agent(greedy_tables: Path) -> None:
    alone = [play(DICE, [name], "alone") for name in ("dice_competitor", "dice_optimal")]
    assert alone[0] == alone[1]


def test_with_nothing_to_come_the_odds_are_yes_or_no() -> None:
    odds = Odds(points=10, rivals=(Rival(15, 0.0, 0), Rival(12, 0.0, 0)))
    assert odds(np.array([4.0, 5.0, 6.0]), np.zeros(3)).round(3).tolist() == [0, 1, 1]


def test_the_odds_grow_with_points_and_fall_with_those_of_rivals() -> None:
    one = Odds(points=90, rivals=(Rival(55, 50.0, 5),))
    two = Odds(points=90, rivals=(Rival(55, 50.0, 5),) * 2)
    points, promises = np.arange(0.0, 30.0), np.zeros(30)
    assert (np.diff(one(points, promises)) > 0).all()
    assert (two(points, promises) <= one(points, promises)).all()
    assert one(np.array([1.0]), np.array([-np.inf])).tolist() == [-np.inf]


@pytest.mark.parametrize("case", DICE_CASES, ids=lambda case: case.name)
def test_it_plays_under_the_laws(greedy_tables: Path, case: Any) -> None:
    def choose(ruleset: Any, state: Any, seat: int, actions: Any, rng: Any) -> Any:
        return Competitor().choose(ruleset, ruleset.observe(state, seat), actions, 1, rng)

    assert play_under_laws(case, 5, choose).winners


def test_the_same_arguments_give_the_same_game(greedy_tables: Path) -> None:
    first, second = (play(DICE, ["dice_competitor"] * 3, "again") for _ in range(2))
    assert first.result
    assert first == second


def test_without_a_table_it_plays_for_the_points_of_the_turn(data_dir: Path) -> None:
    assert keeps_the_settlement(choice(last_roll(behind=7)))
