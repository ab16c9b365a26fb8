"""Tests that random games in cells of the matrix of Catan finish under the laws.

`make matrix` plays more games, and all cells. A kind is a map with modules, for up to four seats or for more. Here one
cell is played of each kind of which `test_laws.py` plays none.
"""

from collections.abc import Iterable
from typing import Any, Final

import pytest

from tests.cells import playable, worth_a_game
from tests.laws.cases import CASES
from tests.laws.matrix import play_cells

SMALL: Final = 4  # the most seats of a small table


def kind_of(map_name: str, modules: Iterable[str], seats: int) -> tuple[Any, ...]:
    """Return the kind of a cell."""
    return map_name, frozenset(modules), seats > SMALL


def one_of_each_kind() -> list[dict[str, Any]]:
    """Return a cell of each kind that no case of the laws is of, by turns the first and the last of its kind."""
    kinds: dict[Any, list[dict[str, Any]]] = {}
    for cell in worth_a_game():
        kinds.setdefault(kind_of(cell["map"], cell["modules"], cell["seats"]), []).append(cell)
    cases = {kind_of(case.map, case.modules, case.seats) for case in CASES if not case.options}
    return [cells[-(number // 2 % 2)] for number, (kind, cells) in enumerate(kinds.items()) if kind not in cases]


def test_the_matrix_has_all_its_cells() -> None:
    assert len(playable()) == 144
    assert len(worth_a_game()) == 72 + 4
    assert len(one_of_each_kind()) == 40 - 16
    assert {cell["seats"] for cell in one_of_each_kind()} == {3, 4, 5, 6}


@pytest.mark.slow
def test_a_game_finishes_under_the_laws() -> None:
    cells = one_of_each_kind()
    played = dict(play_cells(1, cells))
    assert len(played) == len(cells)
    assert all(game.winners for games in played.values() for game in games)
