"""Tests that random games in cells of the matrix of Catan finish under the laws.

`make matrix` plays more games, and all cells.
"""

import pytest

from tests.cells import playable, worth_a_game
from tests.laws.matrix import play_cells


def test_the_matrix_has_all_its_cells() -> None:
    assert len(playable()) == 144
    assert len(worth_a_game()) == 72 + 4


@pytest.mark.slow
def test_a_game_finishes_under_the_laws() -> None:
    played = dict(play_cells(1, worth_a_game()))
    assert len(played) == len(worth_a_game())
    assert all(game.winners for games in played.values() for game in games)
