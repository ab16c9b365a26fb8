"""How likely the points of a last turn are enough, by what the others have and may still get."""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from workers.agents.dice.rolls import Values

MOST: Final = 200
"""More points than anybody can have."""
POINT: Final = 1e-6
"""What a point is worth beside the odds; where those are even, points decide."""

_TOTALS: Final = np.arange(-MOST, MOST + 1, dtype=np.float64)


class Rival(NamedTuple):
    """Says of another seat how many points it has, what its sheet promises, and in how many turns."""

    points: int
    promise: float
    turns: int


class _Rest(NamedTuple):
    """Holds what turns to come may bring more or less than promised, each difference as likely, by thirds."""

    bounds: Values
    likely: Values


@cache
def _rests() -> tuple[_Rest, ...]:
    """Read what `sampling` wrote; with no turns left nothing more comes."""
    text = files("workers.agents.dice").joinpath("rests.json").read_text()
    turns = [_Rest(np.array(turn["bounds"]), np.array(turn["likely"])) for turn in json.loads(text)]
    return (_Rest(np.zeros(2), np.zeros((3, 1))), *turns)


@lru_cache(maxsize=64)
def _at_most(rivals: tuple[Rival, ...]) -> Values:
    """Say how likely it is that no rival ends with more than a total, by total."""
    found = np.ones(len(_TOTALS))
    for rival in rivals:
        rest = _rests()[rival.turns]
        ends = rival.points + rival.promise + rest.likely[np.searchsorted(rest.bounds, rival.promise)]
        found *= np.clip(_TOTALS[:, None] + 1 - ends[None, :], 0, 1).mean(axis=1)
    return found


class Odds:
    """Values the points of a seat's last turn by how likely they win against rivals; a shared first place counts."""

    def __init__(self, points: int, rivals: Sequence[Rival]) -> None:
        self.points = points
        self.at_most = _at_most(tuple(rivals))

    def __call__(self, points: Values, promises: Values) -> Values:
        """Judge points of the turn and what the turns after it promise, nothing or the impossible."""
        ends = self.points + points + promises
        odds = np.interp(ends, _TOTALS, self.at_most) + POINT * ends
        return np.where(np.isfinite(ends), odds, -np.inf)
