"""Tests the roll, the ship and the income (ledger, chapters 4 and 5)."""

import pytest

from domain.elasund.board import LABELS, ship_moves
from domain.elasund.chapters.production import GoldProduced
from domain.elasund.chapters.ship import MoveShip
from domain.elasund.payments import InfluenceDrawn
from tests.domain.elasund.table import Table, weighed
from tests.domain.elasund.words import B, G, R, Y, place


def choices(table: Table) -> list[int]:
    """Return the rows that the roller may send the ship to."""
    return [command.row for command in table.listed(R)]


@pytest.mark.rule("elasund.ship.to_number")
def test_the_ship_goes_to_the_row_of_the_total() -> None:
    table = Table().ship(3).roll(10)
    assert table.ship_row() == 10
    assert table.state.ship == 7


@pytest.mark.rule("elasund.ship.first_roll_places")
def test_the_first_roll_puts_the_ship_on_the_board() -> None:
    table = Table()
    table.state.ship = -1
    table.roll(8)
    assert (table.ship_row(), table.frame()) == (8, "build_tiles")


@pytest.mark.rule("elasund.ship.same_number_two")
def test_a_repeated_number_moves_the_ship_two_spaces() -> None:
    table = Table().ship(8).roll(8)
    assert choices(table) == [5, 10]
    for row in (6, 8, 9, 11):
        assert table.refused(R, MoveShip(row)) == "elasund.ship.same_number_two"
    assert table.refused(B, MoveShip(10)) == "elasund.turn.clockwise"
    assert table.when(R, MoveShip(10)).ship_row() == 10
    assert choices(Table().ship(6).roll(6)) == [4, 9]


@pytest.mark.rule("elasund.ship.edge_rows")
def test_near_an_end_the_move_is_forced_inward() -> None:
    for row, to in ((2, 4), (3, 5), (11, 9), (12, 10)):
        table = Table().ship(row).roll(row)
        assert (table.ship_row(), table.frame()) == (to, "build_tiles")


@pytest.mark.rule("elasund.ship.same_number_after_pirate")
def test_the_number_is_compared_with_where_the_pirate_left_the_ship() -> None:
    table = Table().roll_pirate(5)
    assert choices(table.roll(5)) == [3, 8]


@pytest.mark.rule("elasund.ship.same_number_after_forced")
def test_the_number_is_not_compared_with_the_roll_before() -> None:
    table = Table().ship(3).roll(3)
    assert table.ship_row() == 5
    assert table.roll(3).ship_row() == 3
    assert table.frame() == "build_tiles"


@pytest.mark.rule("elasund.ship.never_stuck")
def test_no_row_is_without_a_move() -> None:
    moves = [[LABELS[row] for row in ship_moves(y)] for y in range(10)]
    assert moves == [[4], [5], [2, 6], [3, 8], [4, 9], [5, 10], [6, 11], [8, 12], [9], [10]]


@pytest.mark.rule("elasund.ship.marks_one_row")
def test_income_and_permits_go_by_the_row_of_the_ship() -> None:
    table = Table(huts=False).building(R, "workshop", (0, 3)).building(B, "house", (0, 1)).ship(3).roll(3)
    assert (table.gold_of(R), table.influences()[B]) == (1, 0)
    table.to_permit_phase()
    assert table.may(R, place(0, 4, 3))
    assert not table.may(R, place(0, 4, 1))
    assert table.refused(R, MoveShip(3)) == "elasund.ship.marks_one_row"


def row_five() -> Table:
    """Return the position in the rulebooks' example of moving the ship."""
    table = Table(huts=False).building(R, "workshop", (0, 2)).building(B, "small_hut", (1, 3))
    table.building(Y, "large_hut", (2, 2)).building(R, "small_hut", (3, 3)).building(G, "large_hut", (4, 2))
    return table.ship(3)


@pytest.mark.rule("elasund.production.all_players")
def test_all_players_produce() -> None:
    table = row_five().roll(3)
    assert table.ship_row() == 5
    assert table.state.gold == [1, 0, 1, 1]
    assert table.influences() == [1, 1, 0, 0]


@pytest.mark.rule("elasund.production.partial_row")
def test_a_building_produces_by_any_part() -> None:
    assert Table(huts=False).building(R, "inn", (0, 3)).roll(6).influences()[R] == 1
    assert Table(huts=False).building(R, "inn", (0, 3)).roll(5).influences()[R] == 1
    assert Table(huts=False).building(R, "inn", (0, 3)).roll(8).influences()[R] == 0


@pytest.mark.rule("elasund.production.once_per_tile")
def test_a_tile_gives_one_card() -> None:
    assert Table(huts=False).building(R, "house", (0, 4)).roll(6).influences()[R] == 1
    assert Table(huts=False).building(R, "shop", (0, 4)).roll(6).gold_of(R) == 1


@pytest.mark.rule("elasund.production.silent_tiles")
def test_tiles_without_a_card_produce_nothing() -> None:
    table = Table(huts=False).building(R, "large", (3, 7)).building(R, "well", (0, 7)).building(R, "stalls", (1, 7))
    table.church(R, "NW", "SW").walls(R, 308, 307)
    table.roll(10)
    assert table.happened(GoldProduced, InfluenceDrawn) == []


@pytest.mark.rule("elasund.production.neutral_owner")
def test_a_neutral_building_pays_who_built_it() -> None:
    assert Table(huts=False).building(B, "inn", (3, 8)).roll(11).influences() == [0, 1, 0, 0]


@pytest.mark.rule("elasund.production.influence_blind")
def test_influence_is_drawn_unseen() -> None:
    table = Table().supply(deck="red blue blue").roll(4, 2)
    assert table.influence_of(R) == {"blue": 1}
    assert weighed(table.chance) == [("dice", [1] * 36), ("influence", [1, 0, 2]), ("influence", [1, 0, 1])]
    drawn = [event for event in table.seen(R) if event["type"] == "InfluenceDrawn"]
    assert drawn[0] == {"type": "InfluenceDrawn", "seat": R, "color": "blue"}
    others = [event for event in table.seen(B) if event["type"] == "InfluenceDrawn"]
    assert others[0] == {"type": "InfluenceDrawn", "seat": R}


@pytest.mark.rule("elasund.production.deal_order")
def test_influence_is_dealt_from_the_roller_clockwise() -> None:
    table = Table(huts=False).building(B, "inn", (0, 3), (2, 3)).building(R, "inn", (4, 3)).building(Y, "inn", (6, 3))
    table.turn(B).roll(5)
    assert [event.seat for event in table.happened(InfluenceDrawn)] == [B, B, Y, R]


@pytest.mark.rule("elasund.production.none_on_seven")
def test_a_seven_brings_no_income() -> None:
    table = Table().roll_pirate(4)
    assert (table.influences(), table.state.gold) == ([0] * 4, [0] * 4)
