"""Tests the set-up by number of players, and who starts (ledger, chapter 2)."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from domain.core.errors import InvalidConfiguration
from domain.elasund import ELASUND
from domain.elasund.board import COLUMNS, LABELS, ROWS, board_for, square
from domain.elasund.chapters.scoring import TurnStarted
from domain.elasund.chapters.setup import StartRolled
from domain.elasund.chapters.walls import BuildWall
from domain.elasund.geometry import gate_cells
from tests.domain.elasund.table import Table, script
from tests.domain.elasund.words import B, G, R, build, place


@pytest.mark.rule("elasund.setup.rows")
def test_there_are_ten_rows_and_no_seven() -> None:
    assert LABELS == (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    table = Table(huts=False).permit(R, 0, (3, 4)).gold(R, 2)
    table.when(R, build("workshop", 3, 4))
    assert table.roll(6).gold_of(R) == 1
    assert table.roll(8).gold_of(R) == 2


def may_place(seats: int, x: int, y: int) -> bool:
    """Return whether a permit may go to a square with the ship in its row."""
    return Table(seats).ship(LABELS[y]).phase("permit").may(R, place(0, x, y))


@pytest.mark.rule("elasund.setup.area_2p")
def test_two_players_build_on_five_columns() -> None:
    assert may_place(2, 4, 2)
    assert not may_place(2, 5, 2)
    assert board_for(2).inside.bit_count() == 50


@pytest.mark.rule("elasund.setup.area_3p")
def test_three_players_build_on_seven_columns() -> None:
    assert may_place(3, 6, 3)
    assert not may_place(3, 7, 3)
    assert board_for(3).inside.bit_count() == 70


@pytest.mark.rule("elasund.setup.area_4p")
def test_four_players_build_on_nine_columns() -> None:
    assert may_place(4, 8, 3)
    for beyond in (square(9, 3), square(9, 0)):
        with pytest.raises(ValueError):
            ELASUND.commands.decode({"type": "PlacePermit", "value": 0, "square": beyond})
    assert board_for(4).inside.bit_count() == 90


def walls_of(seats: int) -> dict[str, list[int]]:
    """Return the wall spaces by side: columns in the north and south, rows in the east."""
    board = board_for(seats)
    return {
        "north": [space - 100 for space in board.north],
        "south": [space - 200 for space in board.south],
        "east": [space - 300 for space in board.east],
    }


def check_gates(seats: int, columns: int, line: Sequence[int]) -> None:
    """Check that gates stand at the corners, and that walls run up to column 2 and along rows 3 to 11."""
    assert walls_of(seats) == {"north": list(line), "south": list(line), "east": list(range(1, 9))}
    assert gate_cells(columns)[:3] == ((columns - 1, -1), (columns, -1), (columns, 0))
    assert gate_cells(columns)[3:] == ((columns - 1, 10), (columns, 10), (columns, 9))
    table = Table(seats).gold(R, 4)
    for beside in (100 + columns - 1, 101, 300, 309):
        assert table.refused(R, BuildWall(beside)) == "elasund.wall.adjacent"


@pytest.mark.rule("elasund.setup.gates_2p")
def test_two_players_have_twelve_wall_spaces() -> None:
    check_gates(2, 5, (3, 2))
    assert len(board_for(2).wall_spaces()) == 12


@pytest.mark.rule("elasund.setup.gates_3p")
def test_three_players_have_sixteen_wall_spaces() -> None:
    check_gates(3, 7, (5, 4, 3, 2))
    assert len(board_for(3).wall_spaces()) == 16


@pytest.mark.rule("elasund.setup.gates_4p")
def test_four_players_have_twenty_wall_spaces() -> None:
    check_gates(4, 9, (7, 6, 5, 4, 3, 2))
    assert len(board_for(4).wall_spaces()) == 20


@pytest.mark.rule("elasund.setup.foundation")
def test_the_foundation_is_one_empty_square_that_takes_nothing() -> None:
    for seats in (2, 3, 4):
        table = Table(seats).ship(8).phase("permit")
        assert table.refused(R, place(0, 2, 5)) == "elasund.permit_phase.empty_square"
        assert table.at(2, 5) is None
        assert not table.view(None)["church"]["tiles"]


def windmills(seats: int) -> dict[int, int]:
    """Return the trade points of every square that has some."""
    board = board_for(seats)
    found = {at: board.windmills(1 << at) for at in range(10 * board.columns)}
    return {at: points for at, points in found.items() if points}


COAST = dict.fromkeys(range(10), 1)


@pytest.mark.rule("elasund.setup.trade_fields_2p")
def test_two_players_trade_on_the_coast() -> None:
    assert windmills(2) == COAST
    assert Table(2).building(R, "well", (4, 0)).trade(R) == (0, [])


@pytest.mark.rule("elasund.setup.trade_fields_3p")
def test_three_players_trade_under_their_gates_too() -> None:
    assert windmills(3) == COAST | {50: 2, 59: 2}
    assert Table(3).building(R, "well", (5, 9), (6, 9)).trade(R) == (2, [])


@pytest.mark.rule("elasund.setup.trade_fields_4p")
def test_four_players_trade_on_both_pairs_of_gate_fields() -> None:
    assert windmills(4) == COAST | {50: 2, 59: 2, 70: 2, 79: 2}
    assert Table(4).building(R, "well", (7, 0), (6, 0)).trade(R) == (2, [])


@pytest.mark.rule("elasund.setup.colours")
def test_every_player_has_a_color_of_the_own() -> None:
    config = ELASUND.configure(3, None, (), {"colors": [None, "red", None]})
    assert config.options["colors"] == ["blue", "red", "green"]
    for colors in (["red", "red", None], ["purple", None, None]):
        with pytest.raises(InvalidConfiguration) as refusal:
            ELASUND.configure(3, None, (), {"colors": colors})
        assert (refusal.value.field, refusal.value.rule) == ("options.colors", "elasund.setup.colours")
    with pytest.raises(InvalidConfiguration):
        ELASUND.configure(3, None, (), {"colors": ["red"]})


@pytest.mark.rule("elasund.setup.start_buildings")
def test_the_huts_stand_on_their_framed_squares() -> None:
    shown = {(b["seat"], b["building"]): b["square"] for b in Table().view(None)["buildings"]}
    assert shown == {
        (0, "small_hut"): square(3, 2),
        (0, "large_hut"): square(4, 5),
        (1, "small_hut"): square(2, 2),
        (1, "large_hut"): square(1, 5),
        (2, "small_hut"): square(3, 7),
        (2, "large_hut"): square(4, 3),
        (3, "small_hut"): square(2, 7),
        (3, "large_hut"): square(1, 3),
    }
    assert Table().at(4, 6) == (R, "large_hut")
    assert Table().state.built.bit_count() == 12


HUTS = {
    "red": {(3, 2): "small_hut", (4, 5): "large_hut", (4, 6): "large_hut"},
    "blue": {(2, 2): "small_hut", (1, 5): "large_hut", (1, 6): "large_hut"},
    "green": {(3, 7): "small_hut", (4, 3): "large_hut", (4, 4): "large_hut"},
    "yellow": {(2, 7): "small_hut", (1, 3): "large_hut", (1, 4): "large_hut"},
}


@pytest.mark.rule("elasund.setup.start_buildings")
@pytest.mark.parametrize("edition", ["english", "german"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_color_brings_its_huts_and_no_other_stands(seats: int, edition: str) -> None:
    for colors in permutations(HUTS, seats):
        table = Table(seats, edition, colors=list(colors))
        due = {place: (seat, hut) for seat, color in enumerate(colors) for place, hut in HUTS[color].items()}
        everywhere = {(x, y): table.at(x, y) for x in range(COLUMNS[seats]) for y in range(ROWS)}
        assert {place: piece for place, piece in everywhere.items() if piece is not None} == due
        assert len(due) == table.state.built.bit_count() == 3 * seats
        assert [table.points(seat) for seat in range(seats)] == [0] * seats


@pytest.mark.rule("elasund.setup.unused_colours")
def test_a_color_that_nobody_plays_places_nothing() -> None:
    table = Table(2).ship(10).phase("permit")
    assert table.may(R, place(0, 2, 7))
    assert table.may(R, place(0, 3, 7))
    yellow = Table(2, colors=["yellow", "green"])
    assert (yellow.at(2, 7), yellow.at(3, 2)) == ((R, "small_hut"), None)


@pytest.mark.rule("elasund.setup.discs_zero")
def test_discs_start_on_zero_and_no_cube_is_out() -> None:
    table = Table()
    assert [table.trade(seat) for seat in range(4)] == [(0, [])] * 4
    assert [table.points(seat) for seat in range(4)] == [0] * 4


@pytest.mark.rule("elasund.setup.church_pile")
def test_nobody_knows_the_order_of_the_church_tiles() -> None:
    table = Table()
    for viewer in (None, R, B):
        church = table.view(viewer)["church"]
        assert church["pile"] == len(church["not_built"]) == 9
        assert (church["corner"], church["bottom_known_to"]) == (None, None)


def opened(seats: int, *chance: int) -> tuple[Any, list[Any]]:
    """Return a new game with scripted chance: the position and its events."""
    events = ELASUND.setup(ELASUND.configure(seats, None, (), {}), script(chance))
    state = ELASUND.begin(events[0])
    for event in events[1:]:
        ELASUND.evolve(state, event)
    return state, events


ROLL_OF = {3: 1, 5: 3, 9: 2 * 6 + 5, 12: 35}


@pytest.mark.rule("elasund.setup.start_hand")
def test_everybody_starts_with_three_gold_and_one_influence() -> None:
    for seats, bank, deck in ((2, 45, 37), (3, 42, 36), (4, 39, 35)):
        state, _ = opened(seats, *[1] * seats, *[ROLL_OF[9], *[ROLL_OF[3]] * (seats - 1)])
        assert (state.bank, sum(state.deck)) == (bank, deck)
        assert state.gold == [3] * seats
        assert state.influence == [0, 1, 0] * seats


@pytest.mark.rule("elasund.setup.ship_off_board")
def test_the_ship_starts_beside_the_board() -> None:
    state, _ = opened(2, 0, 0, ROLL_OF[9], ROLL_OF[3])
    assert ELASUND.render(ELASUND.observe(state, None))["ship"] is None


@pytest.mark.rule("elasund.setup.no_permits_out")
def test_a_first_building_phase_knows_walls_alone() -> None:
    table = Table().gold(R, 3)
    assert table.view(None)["permits"] == []
    assert table.refused(R, build("house", 3, 8)) == "elasund.permit.own_permit_needed"
    assert table.may(R, BuildWall(107))


@pytest.mark.rule("elasund.setup.first_player")
def test_the_highest_roll_starts() -> None:
    state, events = opened(2, 0, 0, ROLL_OF[5], ROLL_OF[9])
    assert [sum(event.dice) for event in events if isinstance(event, StartRolled)] == [5, 9]
    assert state.active == B
    assert TurnStarted(B, 1) in events


@pytest.mark.rule("elasund.setup.first_player_tie")
def test_those_tied_for_the_highest_roll_again() -> None:
    rolls = (ROLL_OF[9], ROLL_OF[9], ROLL_OF[3], ROLL_OF[3], ROLL_OF[5])
    state, events = opened(3, 0, 0, 0, *rolls)
    assert [event.seat for event in events if isinstance(event, StartRolled)] == [R, B, G, R, B]
    assert state.active == B
    again = (*rolls[:3], ROLL_OF[3], ROLL_OF[3], ROLL_OF[5], ROLL_OF[9])
    state, events = opened(3, 0, 0, 0, *again)
    assert [event.seat for event in events if isinstance(event, StartRolled)] == [R, B, G, R, B, R, B]
    assert state.active == B
