"""Tests what the planner of Elasund does beyond the heuristic agent, and that it goes by what its seat knows alone."""

from dataclasses import replace
from random import Random

import pytest

from domain.elasund import ELASUND
from domain.elasund.board import ROW_OF
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import BuildChurch
from domain.elasund.chapters.permits import PlacePermit
from domain.elasund.chapters.ship import MoveShip
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.terms import INN, LARGE, SHOP, WELL
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R
from tests.judging import accepts
from tests.laws.cases import Case
from tests.workers.agents.elasund.cities import CITIES, answer, nine, positions
from workers.agents.elasund.endgame import Closing
from workers.agents.elasund.planner import Planner
from workers.agents.elasund.planner_1 import TUNED
from workers.agents.elasund.sites import best_site
from workers.agents.elasund.situation import Situation


@pytest.mark.parametrize("case", CITIES, ids=lambda case: case.name)
def test_its_answers_are_legal_steady_and_honest(case: Case) -> None:
    """Hidden cards dealt anew change no answer, nor does asking again."""
    agent, changed = Planner(), 0
    for number, (state, seat) in enumerate(positions(case)):
        command = answer(agent, state, seat)
        assert accepts(ELASUND, state, seat, command)
        if number % 3 == 0:
            other = ELASUND.determinize(ELASUND.observe(state, seat), Random(number))
            changed += other.influence != state.influence
            assert answer(agent, other, seat) == command == answer(agent, state, seat)
    assert changed > 2


def test_two_buildings_that_win_together_are_found() -> None:
    """With eight cubes and ten gold two wells win; alone each would be a cube among others."""
    table = Table(huts=False).building(R, "large", (7, 1), (5, 1), (5, 5)).building(R, "well", (8, 8), (8, 9))
    table.permit(R, 0, (6, 8)).permit(R, 1, (3, 8)).gold(R, 10)
    assert table.points(R) == 8
    first = answer(Planner(), table.state, R)
    table.when(R, first)
    second = answer(Planner(), table.state, R)
    table.when(R, second)
    assert table.points(R) == 10


def test_a_permit_takes_the_right_to_a_rivals_site() -> None:
    table = Table(2, huts=False).ship(5).permit(B, 1, (3, 3)).gold(B, 9).gold(R, 4).phase("permit")
    table.building(B, "large", (1, 6), (3, 6)).building(B, "well", (4, 1), (4, 2))
    weights = replace(TUNED, deny=4.0, lead=3.0)
    command = answer(Planner(weights), table.state, R)
    assert isinstance(command, PlacePermit)
    assert command.square // 10 in range(2, 5)


def test_one_cube_short_it_builds_the_church() -> None:
    assert answer(Planner(), nine().gold(R, 7).state, R) == BuildChurch()


def test_one_cube_short_it_knows_what_wins_in_the_next_turn() -> None:
    """A wall tile now and two in the next turn make a tower, for less than the church costs."""
    table = nine().gold(R, 3)
    closing = Closing(Situation(ELASUND.observe(table.state, R), TUNED))
    assert [closing.chance(gold) for gold in (6, 7)] == [0, 1]
    assert closing.chance(5, permit=(42, 0)) == 1
    assert isinstance(answer(Planner(), table.gold(R, 5).state, R), BuildWall)


def test_the_pirate_goes_where_the_next_permit_serves() -> None:
    """Nobody has a cube to be robbed of; a second permit beside the first makes an inn or a shop ready."""
    table = Table(huts=False).permit(R, 0, (3, 3)).gold(R, 3)
    command = answer(Planner(), table.roll(7).state, R)
    assert isinstance(command, MoveShip)
    assert ROW_OF[command.row] in (2, 3, 4)


def test_two_buildings_come_before_one_that_is_worth_more_alone() -> None:
    """Six gold pay for the large building, or for an inn and a shop; each takes the permits of its own ground."""
    table = Table(huts=False).permit(R, 0, (3, 0)).permit(R, 1, (4, 1)).permit(R, 2, (3, 6)).permit(R, 3, (4, 7))
    table.permit(R, 4, (3, 8)).gold(R, 6)
    for pairs, kinds in ((False, (LARGE,)), (True, (INN, SHOP))):
        command = answer(Planner(replace(TUNED, pairs=pairs, large=4.0)), table.state, R)
        assert isinstance(command, BuildTile)
        assert command.building in kinds


def test_a_site_counts_more_where_the_ship_often_comes() -> None:
    table = Table(huts=False)
    counted, plain = (
        Situation(ELASUND.observe(table.state, R), replace(TUNED, row_chance=row_chance)) for row_chance in (4.0, 0.0)
    )
    seldom, often = (best_site(counted, square, 0) / best_site(plain, square, 0) for square in (30, 34))
    assert often > seldom


def test_a_small_building_counts_less_early_in_the_game() -> None:
    table = Table(huts=False).permit(R, 0, (6, 8)).gold(R, 9)
    bare = Situation(ELASUND.observe(table.state, R), replace(TUNED, early=0.0))
    wary = Situation(ELASUND.observe(table.state, R), replace(TUNED, early=-4.0))
    assert wary.tile_worth(WELL, 68) < bare.tile_worth(WELL, 68)
    assert wary.tile_worth(INN, 68) == bare.tile_worth(INN, 68)
