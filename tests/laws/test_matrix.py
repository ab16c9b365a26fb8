"""Tests that random games in cells of the matrix of Catan finish under the laws.

`make matrix` plays more games, all cells, and each pair of options by itself. A kind is a map with modules, for up to
four seats or for more. Here one cell is played of each kind of which `test_laws.py` plays none, and a few games begin
in which all pairs of options, and of options with maps and modules, meet.
"""

from collections.abc import Iterable
from typing import Any, Final

import pytest

from domain.catan.modules import REGISTRY
from domain.catan.modules.helpers.terms import EFFECTS
from tests.cells import playable, worth_a_game
from tests.domain.catan.own_boards import OWN
from tests.laws.cases import CASES, Case
from tests.laws.matrix import SHORT, own_cells, play_cells, play_with_options
from tests.laws.options import Room, alone, catan_rooms, covering, other_rooms, pairs

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
    quiet = [module for module in REGISTRY if module.brought_by is None and not module.commands]
    assert len(playable()) == 72 * 2 ** len(quiet), "a module without commands goes with every other cell"
    assert len(worth_a_game()) == 72 + 4
    assert len(one_of_each_kind()) == 40 - 16
    assert {cell["seats"] for cell in one_of_each_kind()} == {3, 4, 5, 6}


@pytest.mark.slow
def test_a_game_finishes_under_the_laws() -> None:
    cells = one_of_each_kind()
    played = dict(play_cells(1, cells))
    assert len(played) == len(cells)
    assert all(game.winners for games in played.values() for game in games)


@pytest.mark.slow
def test_a_game_on_boards_of_ones_own_finishes_under_the_laws() -> None:
    cells = own_cells()
    most = max(len(cell["modules"]) for cell in cells)
    assert len(cells) == len(OWN) * 2**most, "no module but that of the canal needs a map of its own"
    fullest = [cell for cell in cells if len(cell["modules"]) == most]
    assert all(game.winners for _, games in play_cells(1, fullest) for game in games)


def met(case: Case, rooms: list[Room]) -> set[frozenset[tuple[str, Any]]]:
    """Return the pairs that meet in a case."""
    room = next(room for room in rooms if case.name.startswith(f"{room.case.name} with "))
    here = {*room.words, *case.options.items()}
    return {pair for pair in room.pairs() if pair <= here}


@pytest.mark.parametrize("rooms", [catan_rooms(), other_rooms()], ids=["catan", "others"])
def test_every_pair_of_options_and_of_an_option_with_a_map_or_module_meets(rooms: list[Room]) -> None:
    few, single = list(covering(rooms)), list(alone(rooms))
    assert {pair for case in few for pair in met(case, rooms)} == pairs(rooms)
    assert len(few) < len(single) < len(pairs(rooms))
    for case in (*few, *single):
        assert case.ruleset.configure(case.seats, case.map, case.modules, dict(case.options))


@pytest.mark.slow
def test_games_with_options_keep_the_laws() -> None:
    played = list(play_with_options("few"))
    assert all(game.winners or game.steps == SHORT for game in played)


@pytest.mark.slow
def test_every_helper_keeps_the_laws_beside_every_option() -> None:
    assert len(list(play_with_options("helpers"))) == len(EFFECTS)
