"""Keeps the distribution of points of coming turns under the best play: equally likely values, one byte each.

Its rows are the reachable positions, turn by turn (see `ends`). There are none after the last turn.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from domain.dice.terms import BOXES
from workers.agents.dice.ends import Ends, count_printed, positions_of, solve_ends
from workers.agents.dice.files import TableFile
from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import PRINTED, Ints
from workers.agents.lookup import LookupTable

PARTS: Final = 16
"""The number of equally likely values of a distribution."""
LEAST: Final = -4
"""The points of byte 0."""
STEPS: Final = 2
"""The number of byte steps per point."""
POINTS: Final = LEAST + np.arange(256) / STEPS
"""The points by byte."""
NOTHING: Final = -LEAST * STEPS
"""The byte of no points."""
ROWS_AT_ONCE: Final = 8192

Bytes = NDArray[np.uint8]


def divide(ends: Ends, printed: Ints) -> Bytes:
    """Divide the ends of positions into equally likely parts; returns the mean of each, less the points built."""
    totals = (np.arange(ends.likely.shape[1]) + ends.least).astype(np.float32)
    before = np.cumsum(ends.likely, axis=1) - ends.likely
    shares = [np.clip(np.float32(part / PARTS) - before, 0, ends.likely) @ totals for part in range(1, PARTS)]
    sums = np.stack([np.zeros(len(before)), *shares, ends.likely @ totals], axis=1)
    return in_bytes(np.diff(sums, axis=1) * PARTS - printed[:, None])


def in_bytes(points: Values) -> Bytes:
    """Round points to bytes so that their cumulative sums stay as close as possible."""
    sums = np.round(np.cumsum((points - LEAST) * STEPS, axis=1))
    return np.clip(np.diff(sums, axis=1, prepend=0), 0, 255).astype(np.uint8)


@cache
def _firsts() -> tuple[int, ...]:
    """Return, by turns played, the number of rows before."""
    return tuple(int(first) for first in np.cumsum([0, *positions_of(PRINTED, BOXES).counts[:BOXES]]))


@cache
def _file(one_die: bool) -> TableFile:
    return TableFile(f"dice-{'one' if one_die else 'any'}-ends", one_die, (_firsts()[-1], PARTS), np.uint8)


class Prospects(LookupTable):
    """Follows the best play from every position to the end of the game, in some minutes."""

    def __init__(self, one_die: bool) -> None:
        self.one_die = one_die
        self.name = f"dice-{'one' if one_die else 'any'}-ends"

    @property
    def path(self) -> Path:
        """Return the path of its file in LONGROAD_DATA_DIR."""
        return _file(self.one_die).path

    def find(self) -> Bytes | None:
        """Return the table; None if it is missing or its checksum is wrong."""
        found: Bytes | None = _file(self.one_die).find()
        return found

    def is_there(self) -> bool:
        """Return whether its file exists and has the right checksum."""
        return self.find() is not None

    def make(self) -> None:
        """Solve the game and write the table."""
        ends = solve_ends(PRINTED, self.one_die, BOXES)
        self.write((turn, _rows(turn, here)) for turn, here in ends if turn < BOXES)

    def write(self, parts: Iterable[tuple[int, Bytes]]) -> None:
        """Write the rows of the positions after each turn but the last."""
        _file(self.one_die).write((_firsts()[turn], rows) for turn, rows in parts)

    def figures(self) -> dict[str, Any]:
        """Return the expected points of a solo game, as the table has them."""
        table = self.find()
        return {} if table is None else {"expected_points": round(float(POINTS[table[0]].mean()), 2)}


def _rows(turn: int, ends: Ends) -> Bytes:
    """Return the rows of all positions after a number of turns."""
    printed = count_printed(PRINTED)[positions_of(PRINTED, BOXES).all(turn)]
    rows = [slice(first, first + ROWS_AT_ONCE) for first in range(0, len(printed), ROWS_AT_ONCE)]
    return np.concatenate([divide(ends._replace(likely=ends.likely[some]), printed[some]) for some in rows])


def of_nothing() -> Iterator[tuple[int, Bytes]]:
    """Yield, by turns played, rows without points, which are quick to compute; for tests."""
    for turn in range(BOXES):
        yield turn, np.full((positions_of(PRINTED, BOXES).counts[turn], PARTS), NOTHING, np.uint8)


def rests(table: Bytes, played: int, numbers: Ints) -> Bytes:
    """Return the rows of positions after a number of turns."""
    return table[_firsts()[played] + numbers] if played < BOXES else np.full((len(numbers), 1), NOTHING, np.uint8)


PROSPECTS: Final = {"any": Prospects(False), "one": Prospects(True)}
"""Prospects by the value of the option `joker_dice`."""
