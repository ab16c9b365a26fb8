"""How likely the total of a seat is enough, by what the others have and may still get."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np

from domain.dice.terms import BOXES, CROSS
from workers.agents.dice.ends import count_printed, positions_of
from workers.agents.dice.prospects import LEAST, POINTS, STEPS, Bytes, rests
from workers.agents.dice.rolls import Values
from workers.agents.dice.sheets import PRINTED, joker_states_of
from workers.agents.dice.turn import Stakes

MOST: Final = 200
"""More points than anybody can have."""
POINT: Final = 1e-6
"""What a point is worth beside the odds; where those are even, points decide."""
ROUND: Final = 0.5
"""Totals are whole: at most so many is as likely as less than half a point more."""

_TOTALS: Final = np.arange(-MOST, MOST + 1, dtype=np.float64)
_STEPS: Final = LEAST + np.arange(STEPS * MOST + len(POINTS)) / STEPS


class Rival(NamedTuple):
    """Says of another seat how many points it has, and what its turns to come may bring, each as likely, in bytes."""

    points: int
    rests: bytes


@lru_cache(maxsize=64)
def _at_most(rival: Rival) -> Values:
    """Say how likely a rival ends with no more than a total, by total: the likely ends are spread to their middles."""
    ends = np.sort(rival.points + POINTS[np.frombuffer(rival.rests, np.uint8)])
    bounds = np.array([ends[0] - ROUND, *((ends[1:] + ends[:-1]) / 2), ends[-1] + ROUND])
    return np.interp(_TOTALS + ROUND, bounds, np.linspace(0, 1, len(bounds)))


class Odds:
    """Values totals by how likely they win against rivals; a shared first place counts."""

    def __init__(self, rivals: Sequence[Rival]) -> None:
        self.worth: Values = np.prod([_at_most(rival) for rival in rivals], axis=0) + POINT * _TOTALS

    def __call__(self, totals: Values) -> Values:
        """Judge totals; what lies between whole ones is in between."""
        return np.interp(totals, _TOTALS, self.worth)


def for_odds(table: Bytes, played: int, beside: int, odds: Odds) -> Stakes:
    """Play a turn, after so many, for the odds; `beside` are points that are not on the sheet: those of crosses."""
    positions, printed = positions_of(PRINTED, BOXES), count_printed(PRINTED)
    by_step, states = odds(_STEPS + beside), np.arange(joker_states_of(PRINTED).none + 1)

    @cache
    def worth(layout: int) -> Values:
        numbers = positions.numbers(played + 1, np.array(layout), states)
        there = np.flatnonzero(numbers >= 0)
        found = np.full(len(states), -np.inf)
        steps = rests(table, played + 1, numbers[there]) + STEPS * printed[layout, there][:, None]
        found[there] = by_step[steps].mean(axis=1)
        return found

    def cross(layout: int, state: int) -> float:
        number = positions.numbers(played + 1, np.array([layout]), np.array([state]))
        totals = POINTS[rests(table, played + 1, number)] + (printed[layout, state] + beside + CROSS)
        return float(odds(totals).mean())

    return Stakes(worth, 0.0, cross)
