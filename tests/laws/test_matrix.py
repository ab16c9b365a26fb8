"""A random game in every playable cell of the matrix finishes under the laws; `make matrix` plays more."""

import pytest

from tests.laws.matrix import cells, play_cells


@pytest.mark.slow
def test_every_playable_cell_finishes_under_the_laws() -> None:
    played = dict(play_cells(1))
    assert len(played) == len(cells()) == 72
    assert all(game.winners for games in played.values() for game in games)
