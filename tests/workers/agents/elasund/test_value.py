"""Tests the value of Elasund: its figures, and that its probabilities sum to one."""

from random import Random

import pytest

from domain.elasund import ELASUND
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R
from tests.laws.cases import CASES, Case
from tests.laws.playing import open_position
from workers.agents.elasund.value.building import Prospect, near_large, near_middle, threaten
from workers.agents.elasund.value.figures import NAMES, figures
from workers.agents.elasund.value.model import load_value

CITIES = [case for case in CASES if case.ruleset is ELASUND]


@pytest.mark.parametrize("case", CITIES, ids=lambda case: case.name)
def test_every_seat_has_every_figure_and_the_chances_sum_to_one(case: Case) -> None:
    (state, chance), rng = open_position(case, 5), Random(1)
    for _ in range(80):
        rows = figures(state)
        assert [len(row) for row in rows] == [len(NAMES)] * state.seats
        chances = load_value(state.seats).chances(state)
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0
        seat = ELASUND.next_seat(state)
        listed = list(ELASUND.actions(state, seat))
        if not listed:
            break
        state = ELASUND.decide(state, seat, rng.choice(listed), chance).state


def test_a_site_is_ready_with_the_permits_and_the_majority() -> None:
    table = Table(huts=False).permit(R, 1, (3, 3)).permit(R, 2, (4, 4))
    assert {site.cubes for site in Prospect(table.state, R).sites} >= {1}
    assert not Prospect(table.state, B).sites
    table.permit(B, 4, (3, 4))
    inns = [site for site in Prospect(table.state, R).sites if site.ground.bit_count() == 4]
    assert all(not site.ground >> 34 & 1 for site in inns)


def test_two_buildings_are_paid_together_if_their_ground_differs() -> None:
    table = Table(huts=False).permit(R, 0, (6, 8)).permit(R, 1, (3, 8))
    prospect = Prospect(table.state, R)
    assert [prospect.most_cubes(gold) for gold in (4, 5, 9, 10)] == [0, 1, 1, 2]


def test_a_building_on_a_rivals_cube_threatens_it() -> None:
    table = Table(huts=False).building(B, "well", (3, 3)).permit(R, 0, (3, 4)).permit(R, 1, (4, 3))
    prospects = [Prospect(table.state, seat) for seat in range(table.state.seats)]
    assert threaten(table.state, prospects, [9] * table.state.seats)[B] == 1
    assert threaten(table.state, prospects, [0] * table.state.seats)[B] == 0


def test_the_next_permit_is_likelier_where_the_ship_often_comes() -> None:
    often, seldom = (Table(huts=False).permit(R, 0, (3, row)).state for row in (4, 0))
    assert near_middle(often, R) > near_middle(seldom, R) > 0 == near_middle(often, B)
    assert near_large(often, R) == 0
    two = Table(huts=False).permit(R, 0, (3, 4)).permit(R, 1, (4, 4)).state
    assert near_large(two, R) > 0
