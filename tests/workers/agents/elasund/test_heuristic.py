"""Tests the heuristic agent of Elasund: it builds what pays, permits what serves, parts with little, and wins."""

from random import Random
from typing import Any

import pytest

from domain.elasund import ELASUND
from domain.elasund.board import row_of
from domain.elasund.chapters.building import BuildTile
from domain.elasund.chapters.church import BuildChurch, ChooseChurchTile
from domain.elasund.chapters.huts import ReplaceHut
from domain.elasund.chapters.permits import PlacePermit, TakeGold
from domain.elasund.chapters.pirates import ChooseReward, DrawReward, GiveUpCards
from domain.elasund.chapters.production import HalveInfluence
from domain.elasund.chapters.scoring import EndTurn
from domain.elasund.chapters.ship import MoveShip, RollDice
from domain.elasund.chapters.turn import EndBuilding
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.terms import INN, SHOP
from tests.domain.elasund.table import Table
from tests.domain.elasund.words import B, R, build, cards, influence, tile
from tests.judging import accepts
from workers.agents import play
from workers.agents.agent import load_agent


def chosen(table: Table, seat: int = R) -> Any:
    """Return what the agent does at a position, given only what the seat knows; it is legal."""
    actions = ELASUND.actions(table.state, seat)
    command = load_agent("elasund_heuristic").choose(
        ELASUND, ELASUND.observe(table.state, seat), actions, 0.25, Random(1)
    )
    assert accepts(ELASUND, table.state, seat, command)
    return command


def test_it_rolls_when_it_must() -> None:
    assert chosen(Table().phase("roll")) == RollDice()


def test_it_builds_where_permits_and_gold_are_ready() -> None:
    table = Table(huts=False).permit(R, 0, (3, 4), (4, 4)).gold(R, 3)
    command = chosen(table)
    assert isinstance(command, BuildTile)
    assert command.building in (INN, SHOP)


def test_it_takes_the_tenth_cube() -> None:
    table = Table(huts=False).building(R, "large", (7, 1), (5, 1), (5, 5)).building(R, "well", (8, 8), (8, 9), (7, 8))
    table.walls(R, 107, 106, 105, 104, 103).gold(R, 8)
    assert table.points(R) == 10
    nine = Table(huts=False).building(R, "large", (7, 1), (5, 1), (5, 5)).building(R, "well", (8, 8), (8, 9))
    nine.building(R, "inn", (3, 3)).permit(R, 0, (6, 8)).gold(R, 7)
    assert nine.points(R) == 9
    assert chosen(nine) in (BuildChurch(), build("well", 6, 8), build("stalls", 6, 8))


def test_it_keeps_its_gold_for_a_better_building() -> None:
    table = Table(huts=False).building(R, "house", (6, 6)).building(R, "workshop", (6, 7)).gold(R, 2)
    assert isinstance(chosen(table), BuildWall)
    assert chosen(table.permit(R, 0, (3, 3), (4, 3))) == EndBuilding()
    assert chosen(Table().gold(R, 1)) == EndBuilding()


def test_it_takes_a_cube_now_rather_than_a_dearer_one_later() -> None:
    """With all shops built, an inn costs three, while a well or stalls would use the same permits and cost five."""
    table = Table(huts=False).building(B, "shop", (5, 0), (7, 0), (5, 3), (7, 3), (5, 6)).gold(R, 4)
    command = chosen(table.permit(R, 1, (2, 8), (3, 8)))
    assert isinstance(command, BuildTile)
    assert command.building == INN


def test_it_covers_a_rivals_building_rather_than_its_own() -> None:
    table = Table(huts=False).building(R, "shop", (1, 6)).building(B, "shop", (5, 6)).gold(R, 3).influence(R, red=3)
    table.permit(R, 0, (3, 7), (4, 7))
    command = chosen(table)
    assert isinstance(command, BuildTile)
    assert command.square // 10 >= 3


def test_it_spends_on_walls_with_nothing_better_to_do() -> None:
    assert isinstance(chosen(Table().gold(R, 4)), BuildWall)


def test_a_permit_goes_beside_one_that_waits() -> None:
    table = Table(huts=False).ship(6).permit(R, 0, (3, 3)).gold(R, 3).phase("permit")
    command = chosen(table)
    assert isinstance(command, PlacePermit)
    assert command.square in (24, 34, 44)


def test_gold_is_taken_when_a_building_waits_for_it() -> None:
    table = Table(huts=False).ship(12).permit(R, 0, (3, 3), (4, 3), (3, 4), (4, 4), (3, 5)).phase("permit")
    assert chosen(table) == TakeGold()


def test_the_pirate_goes_where_others_have_cubes() -> None:
    table = Table(huts=False).building(B, "well", (5, 6), (6, 6)).building(R, "well", (0, 3)).gold(B, 5).gold(R, 5)
    assert chosen(table.roll(7)) == MoveShip(9)


def test_the_ship_goes_where_its_buildings_produce() -> None:
    table = Table(huts=False).building(R, "workshop", (0, 2)).building(B, "workshop", (0, 6)).ship(6).roll(6)
    assert chosen(table) == MoveShip(4)


def test_it_gives_up_influence_before_gold() -> None:
    table = Table(huts=False).building(R, "well", (5, 3), (6, 3)).gold(R, 4).influence(R, red=2, blue=1).roll_pirate(5)
    assert chosen(table) == GiveUpCards(cards(red=1, blue=1))
    poor = Table(huts=False).building(R, "well", (5, 3), (6, 3)).gold(R, 4).influence(R, red=1).roll_pirate(5)
    assert chosen(poor) == GiveUpCards(cards(gold=1, red=1))


def test_it_halves_the_rarest_colors() -> None:
    table = Table(2, huts=False).building(B, "inn", (0, 4)).influence(R, red=3, blue=1).supply(deck=" ", discards=" ")
    assert chosen(table.roll(6)) == HalveInfluence(influence(red=1, blue=1))


@pytest.mark.parametrize(("edition", "command"), [("english", DrawReward(1)), ("german", ChooseReward(cards(gold=1)))])
def test_it_takes_its_reward(edition: str, command: Any) -> None:
    table = Table(4, edition, huts=False).walls(R, 107, 106, 105).building(B, "well", (5, 3), (6, 3))
    assert chosen(table.gold(B, 1).influence(B, red=1).roll_pirate(5)) == command


def test_it_lays_the_church_beside_its_own_buildings() -> None:
    table = Table(huts=False).building(R, "inn", (3, 3)).gold(R, 7).when(R, BuildChurch())
    table.state.pair = (tile("NW"), tile("SW"))
    assert chosen(table) == ChooseChurchTile(tile("NW"))


def test_a_hut_goes_to_a_good_row() -> None:
    table = Table().permit(R, 0, (2, 1), (3, 1)).gold(R, 9).when(R, build("inn", 2, 1))
    command = chosen(table)
    assert isinstance(command, ReplaceHut)
    assert row_of(command.square) in (4, 5)


def test_a_hut_stands_on_an_own_permit_only_where_nothing_else_is_left() -> None:
    table = Table().permit(R, 0, (2, 1), (3, 1)).gold(R, 9).when(R, build("inn", 2, 1))
    best = chosen(table)
    table.permit(R, 0, divmod(best.square, 10))
    other = chosen(table)
    assert best in ELASUND.actions(table.state, R)
    assert isinstance(other, ReplaceHut)
    assert other.square != best.square
    assert chosen(table.full_board(divmod(best.square, 10))) == best


def test_it_ends_its_turn() -> None:
    assert chosen(Table().phase("special")) == EndTurn()


def test_the_same_seed_gives_the_same_match() -> None:
    matches = [play(ELASUND, ["elasund_heuristic"] * 3, "again") for _ in range(2)]
    assert matches[0] == matches[1]
    assert matches[0].result is not None


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("edition", ["english", "german"])
def test_it_beats_blind_players(seats: int, edition: str) -> None:
    config = ELASUND.configure(seats, None, (), {"edition": edition})
    wins = 0
    for number in range(2 * seats):
        agents = [load_agent("elasund_heuristic" if s == number % seats else "uniform") for s in range(seats)]
        result = play(ELASUND, agents, f"beats {number}", config).result
        assert result is not None
        wins += number % seats in result.winners
    assert wins >= 2 * seats - 1
