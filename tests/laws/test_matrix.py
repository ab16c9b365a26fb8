"""Tests that random games in cells of the matrix of Catan finish under the laws.

`make matrix` plays more games, and all cells. Cells in which `test_laws.py` plays a case are not played here again.
"""

from typing import Any

import pytest

from tests.cells import playable, worth_a_game
from tests.laws.cases import CASES
from tests.laws.matrix import play_cells


def no_case() -> list[dict[str, Any]]:
    """Return the cells worth a game that no case of the laws plays with the default options."""
    cases = [(case.map, {*case.modules}, case.seats) for case in CASES if not case.options]
    return [cell for cell in worth_a_game() if (cell["map"], {*cell["modules"]}, cell["seats"]) not in cases]


def test_the_matrix_has_all_its_cells() -> None:
    assert len(playable()) == 144
    assert len(worth_a_game()) == 72 + 4
    assert len(no_case()) == 72 + 4 - 16


@pytest.mark.slow
def test_a_game_finishes_under_the_laws() -> None:
    played = dict(play_cells(1, no_case()))
    assert len(played) == len(no_case())
    assert all(game.winners for games in played.values() for game in games)
