"""Tests that the ends are those of the best play, and stay so when a table keeps them in few bytes."""

import numpy as np
import pytest

from domain.dice.sheet import ANY, START
from domain.dice.terms import ORE
from workers.agents.dice.ends import Ends, count_printed, positions_of, solve_ends
from workers.agents.dice.prospects import PARTS, POINTS, divide
from workers.agents.dice.sheets import Sheet, joker_states_of, layouts_of
from workers.agents.dice.solve import solve

TURNS = 3
SMALL = Sheet((START, 0), (), ((7, 1),), (ORE,))
FORK = Sheet((START, 0, 0), ((4, 2),), (), (ANY,))


@pytest.mark.parametrize("one_die", [False, True], ids=["any", "one"])
@pytest.mark.parametrize("sheet", [SMALL, FORK], ids=["city", "fork"])
def test_the_mean_of_the_ends_is_what_the_solution_promises(sheet: Sheet, one_die: bool) -> None:
    points, worth = count_printed(sheet), dict(solve(sheet, one_die, TURNS))
    for turn, ends in solve_ends(sheet, one_die, TURNS):
        here = positions_of(sheet, TURNS).all(turn)
        means = ends.likely @ (np.arange(ends.likely.shape[1]) + ends.least)
        assert ends.likely.sum(axis=1) == pytest.approx(1, abs=1e-5)
        assert means == pytest.approx(points[here] + worth[turn][here], abs=1e-4)
        assert ends.worth == pytest.approx(points[here] + worth[turn][here], abs=1e-9)


def test_every_position_that_can_come_up_has_a_number_of_its_own() -> None:
    positions = positions_of(FORK, TURNS)
    for turn in range(TURNS + 1):
        layouts, states = positions.all(turn)
        assert positions.numbers(turn, layouts, states).tolist() == list(range(positions.counts[turn]))
    none = np.array([layouts_of(FORK).none]), np.array([joker_states_of(FORK).none])
    assert positions.numbers(TURNS, *none).tolist() == [-1]


def test_parts_keep_the_mean_and_the_odds_of_the_ends() -> None:
    likely = np.zeros((2, 41), np.float32)
    likely[0, [0, 40]] = 0.25, 0.75
    likely[1] = 1 / 41
    points = POINTS[divide(Ends(np.array([40.0, 30.0]), likely, 10), np.array([10, 10]))]
    assert points.shape == (2, PARTS)
    assert points[0].tolist() == [0.0] * 4 + [40.0] * 12
    assert points[1].mean() == pytest.approx(20, abs=0.05)
    assert np.diff(points[1]) == pytest.approx(41 / 16, abs=0.6)
