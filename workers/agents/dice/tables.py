"""The solved game is a table: 64-bit floats by turns played, layout and joker state (see `solve`)."""

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
    """Name the file of a reading of the jokers."""
    return _file(one_die).path


def find(one_die: bool) -> Values | None:
    """Open the table of a reading; None where there is none that can be trusted."""
    found: Values | None = _file(one_die).find()
    return found


def shape() -> tuple[int, int, int]:
    """Count turns played (0 to 15), layouts and joker states; the last of both stands for none."""
    return BOXES + 1, layouts_of(PRINTED).none + 1, joker_states_of(PRINTED).none + 1


def write(one_die: bool, parts: Iterable[tuple[int, Values]]) -> None:
    """Put a table in place: by turns played what the rest is worth, in any order."""
    _file(one_die).write(parts)


class Solution(LookupTable):
    """Solves the game under a reading of the jokers, in a minute or so."""

    def __init__(self, one_die: bool) -> None:
        self.one_die = one_die
        self.name = f"dice-{'one' if one_die else 'any'}"

    @property
    def path(self) -> Path:
        """Name its file in LONGROAD_DATA_DIR."""
        return path_of(self.one_die)

    def is_there(self) -> bool:
        """Say whether it can be trusted."""
        return find(self.one_die) is not None

    def make(self) -> None:
        """Solve the game and put the table in place."""
        write(self.one_die, solve(PRINTED, self.one_die, BOXES))

    def figures(self) -> dict[str, Any]:
        """Tell the points to expect of a game alone."""
        table = find(self.one_die)
        return {} if table is None else {"expected_points": round(float(table[0, 0, 0]), 6)}


SOLUTIONS: Final = {"any": Solution(False), "one": Solution(True)}
"""By the option `joker_dice`."""
