"""Tests that the competitor goes by what wins: it risks a sure building when that is not enough, and only then."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from domain.dice import DICE
from domain.dice.chapters.rolling import DiceRollDice, StopRolling
from domain.dice.terms import BOXES, BRICK, CROSS
from tests.domain.dice.table import Table, dice
from tests.laws.cases import CASES
from tests.laws.playing import play as play_under_laws
from tests.workers.agents.dice.brute import BruteForce, before_roll, throws
from tests.workers.agents.dice.brute import Position as Place
from workers.agents import play
from workers.agents.agent import load_agent
from workers.agents.dice.competitor import Competitor, Odds, Rival, for_odds
from workers.agents.dice.ends import positions_of
from workers.agents.dice.prospects import Bytes, in_bytes
from workers.agents.dice.rolls import best_of, lattice
from workers.agents.dice.sheets import PRINTED, Layout, layouts_of
from workers.agents.dice.turn import Rolls, Turn

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


def bytes_of(*rests: float) -> bytes:
    return in_bytes(np.array([rests])).tobytes()


def test_with_nothing_to_come_the_odds_are_yes_or_no() -> None:
    odds = Odds((Rival(15, bytes_of(0.0)), Rival(12, bytes_of(0.0))))
    assert odds(np.array([14.0, 15.0, 16.0])).round(3).tolist() == [0, 1, 1]


def test_the_odds_grow_with_points_and_fall_with_those_of_rivals() -> None:
    rival = Rival(55, bytes_of(*np.linspace(20, 60, 16)))
    one, two, totals = Odds((rival,)), Odds((rival,) * 2), np.arange(60.0, 130.0)
    assert (np.diff(one(totals)) > 0).all()
    assert (two(totals) <= one(totals)).all()
    assert one(np.array([94.0, 95.0])) == pytest.approx([0.5, 0.5], abs=0.05)


def sure_or_risky(least: float, most: float) -> tuple[Bytes, int]:
    """A table that promises as much everywhere after the next turn, but after a road: little or much, as likely."""
    table = np.zeros((positions_of(PRINTED, BOXES).counts[0] + positions_of(PRINTED, BOXES).counts[1], 2), np.uint8)
    table[:] = in_bytes(np.array([[50.0, 50.0]]))
    road = layouts_of(PRINTED).index[Layout(1, 0, 0)]
    number = positions_of(PRINTED, BOXES).numbers(1, np.array([road]), np.array([0]))
    table[1 + number] = in_bytes(np.array([[least, most]]))
    return table, road


@pytest.mark.parametrize(("theirs", "takes_the_risk"), [(40, False), (60, True)])
def test_with_turns_to_come_it_takes_the_risk_that_wins_more_often(theirs: int, takes_the_risk: bool) -> None:
    table, road = sure_or_risky(20.0, 70.0)
    stakes = for_odds(table, 0, 0, Odds((Rival(theirs, bytes_of(0.0)),)))
    sure, risky = stakes.worth(0)[0], stakes.worth(road)[0]
    assert (risky > sure) == takes_the_risk
    assert (sure, risky) == pytest.approx((float(not takes_the_risk), 0.5), abs=1e-3)


def test_equal_situations_have_equal_odds() -> None:
    table, road = sure_or_risky(20.0, 70.0)
    rivals = [Rival(theirs, bytes_of(0.0, 7.5, 9.0)) for theirs in (50, 60)]
    more = [Rival(theirs + 6, bytes_of(0.0, 7.5, 9.0)) for theirs in (50, 60)]
    one = for_odds(table, 0, 0, Odds(rivals)).worth(road)
    assert one == pytest.approx(for_odds(table, 0, 0, Odds(rivals[::-1])).worth(road), abs=1e-12)
    assert one == pytest.approx(for_odds(table, 0, 6, Odds(more)).worth(road), abs=1e-4)


def test_a_cross_counts_against_the_odds() -> None:
    table, _ = sure_or_risky(50.0, 50.0)
    odds = [for_odds(table, 0, 0, Odds((Rival(theirs, bytes_of(0.0)),))).cross(0, 0) for theirs in (48, 49)]
    assert odds == pytest.approx([1, 0], abs=1e-3)


def test_points_of_crosses_are_not_on_the_sheet() -> None:
    table, _ = sure_or_risky(50.0, 50.0)
    rivals = (Rival(48, bytes_of(0.0)),)
    odds = [for_odds(table, 0, beside, Odds(rivals)).worth(0)[0] for beside in (-2, -4)]
    assert odds == pytest.approx([1, 0], abs=1e-3)


def test_the_last_turn_is_as_likely_to_win_as_brute_force_finds() -> None:
    """On an empty sheet a rival with 1, 3 or 5 points is caught up with by a road, a settlement, or more than that."""
    table = np.zeros((0, 2), np.uint8)
    for theirs in (1, 3, 5):
        stakes = for_odds(table, BOXES - 1, 0, Odds((Rival(theirs, bytes_of(0.0)),)))
        turn = Turn(PRINTED, False, stakes, Layout(0, 0, 0), 0, 0)
        likely = float(lattice().chances @ best_of(Rolls(turn).kept[1])[:, 0])
        assert likely == pytest.approx(enough(theirs), abs=1e-4)


def enough(points: int) -> float:
    """Compute by brute force how likely a turn on an empty sheet brings so many points."""
    brute = BruteForce(PRINTED, one_die=False)
    final = {shown: float(best_points(brute, shown) >= points) for shown in throws(6)}
    first = before_roll(before_roll(final))
    return sum(chance * first[shown] for shown, chance in throws(6).items())


def best_points(brute: BruteForce, shown: tuple[int, ...]) -> int:
    uses = brute.what_dice_do(shown, 0)
    return max((points for _, pieces in uses for points, _ in brute.build(Place(), pieces)), default=CROSS)


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
