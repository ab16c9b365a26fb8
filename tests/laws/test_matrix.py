"""Tests that random games in cells of the matrix of Catan finish under the laws.

`make matrix` plays more games, and all cells. Cells in which `test_laws.py` plays a case are not played here again; of
the others, one is played of each kind: of each map and modules one for up to four seats and one for more.
"""

from typing import Any, Final

import pytest

from tests.cells import playable, worth_a_game
from tests.laws.cases import CASES
from tests.laws.matrix import play_cells

SMALL: Final = 4  # the most seats of a small table


def no_case() -> list[dict[str, Any]]:
    """Return the cells worth a game that no case of the laws plays with the default options."""
    cases = [(case.map, {*case.modules}, case.seats) for case in CASES if not case.options]
    return [cell for cell in worth_a_game() if (cell["map"], {*cell["modules"]}, cell["seats"]) not in cases]


def one_of_each_kind() -> list[dict[str, Any]]:
    """Return a cell of each kind, by turns the first and the last of its kind."""
    kinds: dict[Any, list[dict[str, Any]]] = {}
    for cell in no_case():
        kinds.setdefault((cell["map"], *cell["modules"], cell["seats"] > SMALL), []).append(cell)
    return [cells[-(number // 2 % 2)] for number, cells in enumerate(kinds.values())]


def test_the_matrix_has_all_its_cells() -> None:
    assert len(playable()) == 144
    assert len(worth_a_game()) == 72 + 4
    assert len(no_case()) == 72 + 4 - 16
    assert len(one_of_each_kind()) == 39
    assert {cell["seats"] for cell in one_of_each_kind()} == {3, 4, 5, 6}


@pytest.mark.slow
def test_a_game_finishes_under_the_laws() -> None:
    cells = one_of_each_kind()
    played = dict(play_cells(1, cells))
    assert len(played) == len(cells)
    assert all(game.winners for games in played.values() for game in games)
