"""Values the dice to keep, along the lattice of choices of 0 to 6 dice.

Values are computed for many positions at once: the rows of an array are choices of dice, its columns positions.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from domain.core.number_rows import add
from domain.dice.chapters.rolling import results, ways
from domain.dice.terms import DICE, FACES

Values = NDArray[np.float64]


class Lattice:
    """Holds the choices of each size in the order of `results`, and the choices with one die more or less."""

    def __init__(self) -> None:
        self.levels = [results(count) for count in range(DICE + 1)]
        self.index = [{row: number for number, row in enumerate(level)} for level in self.levels]
        self.grown = [self._grow(size) for size in range(DICE)]
        self.shrunk = [self._shrink(size) for size in range(1, DICE + 1)]
        self.chances = np.array(ways(DICE), dtype=np.float64) / FACES**DICE

    def _grow(self, size: int) -> NDArray[np.intp]:
        """Return, by face and choice, the choice with one die of the face more."""
        after = self.index[size + 1]
        return np.array([[after[add(row, face, 1)] for row in self.levels[size]] for face in range(FACES)])

    def _shrink(self, size: int) -> NDArray[np.intp]:
        """Return, by choice, the choices of one die less, padded with repetitions to equal length."""
        before, width = self.index[size - 1], min(size, FACES)
        table = []
        for row in self.levels[size]:
            fewer = [before[add(row, face, -1)] for face in range(FACES) if row[face]]
            table.append((fewer * width)[:width])
        return np.array(table).T.copy()


@cache
def lattice() -> Lattice:
    """Return the lattice; cached."""
    return Lattice()


def promises(final: Values) -> list[Values]:
    """Return, by size of choice, the expected value of keeping it and rolling the other dice; lastly `final` itself."""
    found = [final]
    for grown in reversed(lattice().grown):
        after = found[-1]
        here = np.take(after, grown[0], axis=0)
        for row in grown[1:]:
            here += np.take(after, row, axis=0)
        here *= 1 / FACES
        found.append(here)
    return found[::-1]


def best_of(promised: list[Values]) -> Values:
    """Return, by result, the highest expected value of keeping any of its dice, or all."""
    best = promised[0]
    for shrunk, here in zip(lattice().shrunk, promised[1:], strict=True):
        best, before = here.copy(), best
        for row in shrunk:
            np.maximum(best, np.take(before, row, axis=0), out=best)
    return best
