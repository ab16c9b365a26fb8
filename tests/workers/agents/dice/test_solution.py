"""Tests that the solution is exact: on small sheets it is what brute force finds, at every position and every turn."""

import numpy as np
import pytest

from domain.dice.sheet import ANY, START
from domain.dice.terms import BRICK, ORE
from tests.workers.agents.dice.brute import BruteForce, Position
from workers.agents.dice.sheets import PRINTED, Sheet, joker_states_of, layouts_of
from workers.agents.dice.solve import reachable, solve

TURNS = 6
CITY = Sheet((START, 0), (), ((7, 1),), (ORE, BRICK))
FORK = Sheet((START, 0, 0), ((4, 2),), (), (ANY,))


@pytest.mark.slow
@pytest.mark.parametrize("one_die", [False, True], ids=["any", "one"])
@pytest.mark.parametrize("sheet", [CITY, FORK], ids=["city", "fork"])
def test_the_solution_is_what_brute_force_finds(sheet: Sheet, one_die: bool) -> None:
    layouts, states = layouts_of(sheet), joker_states_of(sheet)
    brute = BruteForce(sheet, one_die)
    compared = 0
    for played, worth in solve(sheet, one_die, TURNS):
        for at, layout in enumerate(layouts.all):
            for column, (knights, used) in enumerate(states.all):
                if np.isfinite(worth[at, column]):
                    expected = brute.worth(Position(*layout, knights, used), TURNS - played)
                    assert worth[at, column] == pytest.approx(expected, abs=1e-9)
                    compared += 1
    assert compared > 50


def test_the_printed_sheet_has_as_many_states_as_its_graph_allows() -> None:
    layouts, states = layouts_of(PRINTED), joker_states_of(PRINTED)
    assert len({layout.roads for layout in layouts.all}) == 117
    assert (layouts.none, states.none) == (1225, 127)
    assert layouts.none * states.none == 155_575


def test_only_what_can_come_up_is_solved() -> None:
    layouts, states = layouts_of(PRINTED), joker_states_of(PRINTED)
    reached = reachable(layouts, states, 15)
    counts = [int(flags[:, states.knights].sum()) for flags in reached[:15]]
    assert counts[:3] == [1, 16, 119]
    assert sum(counts) == 931_028
