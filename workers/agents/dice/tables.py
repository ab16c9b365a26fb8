"""Stores the solved game as a table: 64-bit floats by turns played, layout and joker state (see `solve`)."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from domain.dice.terms import BOXES
from workers.agents.dice.files import TableFile
from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import PRINTED, joker_states_of, layouts_of
from workers.agents.dice.solve import solve
from workers.agents.lookup import LookupTable


@cache
def _file(one_die: bool) -> TableFile:
    return TableFile(f"dice-{'one' if one_die else 'any'}", one_die, shape(), np.float64)


def path_of(one_die: bool) -> Path:
    """Return the path of the table for a reading of the jokers."""
    return _file(one_die).path


def find(one_die: bool) -> Values | None:
    """Return the table of a reading; None if it is missing or its checksum is wrong."""
    found: Values | None = _file(one_die).find()
    return found


def shape() -> tuple[int, int, int]:
    """Return the numbers of turns played (0 to 15), layouts and joker states; the last of both stands for none."""
    return BOXES + 1, layouts_of(PRINTED).none + 1, joker_states_of(PRINTED).none + 1


def write(one_die: bool, parts: Iterable[tuple[int, Values]]) -> None:
    """Write a table: the values of the rest by turns played, in any order."""
    _file(one_die).write(parts)


class Solution(LookupTable):
    """Solves the game under a reading of the jokers, in about a minute."""

    def __init__(self, one_die: bool) -> None:
        self.one_die = one_die
        self.name = f"dice-{'one' if one_die else 'any'}"

    @property
    def path(self) -> Path:
        """Return the path of its file in LONGROAD_DATA_DIR."""
        return path_of(self.one_die)

    def is_there(self) -> bool:
        """Return whether its file exists and has the right checksum."""
        return find(self.one_die) is not None

    def make(self) -> None:
        """Solve the game and write the table."""
        write(self.one_die, solve(PRINTED, self.one_die, BOXES))

    def figures(self) -> dict[str, Any]:
        """Return the expected points of a solo game."""
        table = find(self.one_die)
        return {} if table is None else {"expected_points": round(float(table[0, 0, 0]), 6)}


SOLUTIONS: Final = {"any": Solution(False), "one": Solution(True)}
"""Solutions by the value of the option `joker_dice`."""
