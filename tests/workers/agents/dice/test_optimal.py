"""Tests that the agent plays whole games from its own view, whatever the options, with a table and without."""

import fcntl
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.dice import DICE
from domain.dice.chapters.building import BuildKnight, DiceBuildCity, DiceBuildRoad, DiceBuildSettlement
from domain.dice.chapters.converting import ExchangeGold, UseJoker
from domain.dice.chapters.rolling import DiceRollDice, StopRolling
from domain.dice.chapters.scoring import EndTurn
from domain.dice.terms import GRAIN, ORE
from tests.domain.dice.table import Table, dice
from tests.laws.cases import CASES
from tests.laws.playing import play as play_under_laws
from workers.agents import play
from workers.agents.dice import tables
from workers.agents.dice.optimal import Optimal

DICE_CASES = [case for case in CASES if case.ruleset is DICE]


def choice(table: Table, seat: int = 0) -> Any:
    """Return what the agent does: a listed command, or None for a pass."""
    actions = DICE.actions(table.state, seat)
    command = Optimal().choose(DICE, DICE.observe(table.state, seat), actions, 0.25, Random(1))
    assert command is None or command in list(actions)
    return command


def test_it_rolls_first(greedy_tables: Path) -> None:
    assert choice(Table()) == DiceRollDice()


def test_it_waits_for_its_turn(greedy_tables: Path) -> None:
    assert choice(Table(), seat=1) is None


def test_it_stops_when_nothing_can_get_better(greedy_tables: Path) -> None:
    table = Table().roads(0, 0, 1).rolled(dice(ore=3, grain=2, gold=1))
    assert choice(table) == StopRolling()


def test_it_keeps_what_a_city_needs(greedy_tables: Path) -> None:
    table = Table().roads(0, 0, 1).settlements(0, 1).knights(0, 6).used(0, 1, 2, 3, 4, 5, 6)
    table.rolled(dice(ore=3, grain=1, gold=1, brick=1), rolls=2)
    assert choice(table) in (DiceRollDice(dice(ore=3, grain=1)), DiceRollDice(dice(ore=3, grain=1, gold=1)))


def test_it_turns_spare_dice_by_a_joker_and_builds(greedy_tables: Path) -> None:
    table = Table().roads(0, 0, 1).knights(0, 1).final(dice(ore=2, grain=2, gold=1, wool=1))
    assert choice(table) == UseJoker(1, ORE, dice(wool=1))
    table.when(0, choice(table))
    assert choice(table) == DiceBuildCity(7)
    table.when(0, choice(table))
    assert choice(table) == EndTurn()


def test_it_buys_for_gold(greedy_tables: Path) -> None:
    table = Table().roads(0, 0, 1).final(dice(ore=2, grain=2, gold=2))
    assert choice(table) == ExchangeGold(ORE)
    assert choice(table.when(0, ExchangeGold(ORE))) == DiceBuildCity(7)


def test_it_leaves_gold_for_the_exchange(greedy_tables: Path) -> None:
    table = Table().roads(0, 0, 1).knights(0, 1).final(dice(ore=2, grain=1, gold=3))
    command = choice(table)
    assert command in (UseJoker(1, ORE, dice(gold=1)), ExchangeGold(GRAIN), ExchangeGold(ORE))
    assert choice(table.when(0, command)) in (ExchangeGold(GRAIN), ExchangeGold(ORE), UseJoker(1, ORE, dice(gold=1)))


def test_it_builds_one_after_the_other(greedy_tables: Path) -> None:
    table = Table().final(dice(brick=2, lumber=2, wool=1, grain=1))
    built = []
    while (command := choice(table)) != EndTurn():
        built.append(command)
        table.when(0, command)
    assert set(built) == {DiceBuildRoad(0), DiceBuildSettlement(3)}


def test_it_builds_the_next_knight(greedy_tables: Path) -> None:
    table = Table().knights(0, 3).used(0, 1, 2, 3).final(dice(ore=1, wool=1, grain=1, gold=1, brick=2))
    assert choice(table) == BuildKnight(4)


def test_it_takes_a_cross_where_nothing_can_be_built(greedy_tables: Path) -> None:
    assert choice(Table().final(dice(ore=6))) == EndTurn()


@pytest.mark.parametrize("case", DICE_CASES, ids=lambda case: case.name)
def test_it_plays_under_the_laws(greedy_tables: Path, case: Any) -> None:
    def choose(ruleset: Any, state: Any, seat: int, actions: Any, rng: Any) -> Any:
        return Optimal().choose(ruleset, ruleset.observe(state, seat), actions, 1, rng)

    assert play_under_laws(case, 5, choose).winners


def test_the_same_arguments_give_the_same_game(greedy_tables: Path) -> None:
    first = play(DICE, ["dice_optimal"] * 2, "again")
    assert first.result
    assert play(DICE, ["dice_optimal"] * 2, "again") == first


def test_greed_alone_beats_blind_play(greedy_tables: Path) -> None:
    for number in range(5):
        match = play(DICE, ["dice_optimal", "uniform"], f"greed {number}")
        assert match.result
        assert match.result.winners == (0,)


def test_it_plays_on_while_its_table_is_being_built(data_dir: Path) -> None:
    path = tables.path_of(False).with_suffix(".lock")
    path.parent.mkdir()
    with path.open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process builds
        table = Table().roads(0, 0, 1).final(dice(ore=3, grain=2, gold=1))
        assert choice(table) == DiceBuildCity(7)
        assert Optimal().expected_points(DICE.configure(1, None, (), {})) is None


def test_it_tells_what_it_expects_alone(greedy_tables: Path) -> None:
    assert Optimal().expected_points(DICE.configure(1, None, (), {"joker_dice": "one"})) == 0
    assert Optimal().expected_points(DICE.configure(2, None, (), {})) is None
