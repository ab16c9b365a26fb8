"""Computes the probability of each seat to win, from the figures of a position and weights that `make train` fitted.

A seat's score is linear in its figures; the weights are interpolated between phases of the game by the points of the
leader. The probabilities are the softmax of the scores (McFadden 1974, conditional logit).
"""

import json
import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import Final

from domain.catan.state import Public
from workers.agents.catan.value.figures import NAMES, parts, row_of
from workers.agents.catan.value.land import Land
from workers.agents.catan.value.standings import Standing
from workers.agents.catan.value.waits import Hand

WEIGHTS: Final = Path(__file__).with_name("weights.json")


class Value:
    """Holds weights by phase: `knots` are the points of the leader, as a share of the target at which each holds."""

    def __init__(self, knots: Sequence[float], weights: Sequence[Sequence[float]]) -> None:
        self.knots = list(knots)
        self.weights = [list(row) for row in weights]
        self._at: dict[float, list[float]] = {}

    def chances(self, position: Public) -> list[float]:
        """Return the probability of each seat to win, for a position or a seat's knowledge of it.

        In a position that is won the winner has 1.
        """
        if position.winner >= 0:
            return [float(seat == position.winner) for seat in range(position.seats)]
        scores = self.scores(position)
        best = max(scores)
        powers = [math.exp(score - best) for score in scores]
        total = sum(powers)
        return [power / total for power in powers]

    def scores(self, position: Public) -> list[float]:
        """Return the score of each seat; the probabilities are the softmax of them."""
        return [
            land.scores.get((hand, standing, self)) or self._score(land, hand, standing)
            for land, hand, standing in parts(position)
        ]

    def _score(self, land: Land, hand: Hand, standing: Standing) -> float:
        """Return the score of a seat, cached since most seats do not change during a trial."""
        weights, row = self._weights(standing.leader), row_of(land, hand, standing)
        found = land.scores[hand, standing, self] = sum(map(mul, weights, row))
        return found

    def _weights(self, at: float) -> list[float]:
        found = self._at.get(at)
        if found is None:
            found = self._at[at] = self._between(at)
        return found

    def _between(self, at: float) -> list[float]:
        after = bisect_right(self.knots, at)
        if after in (0, len(self.knots)):
            return self.weights[max(0, after - 1)]
        share = (at - self.knots[after - 1]) / (self.knots[after] - self.knots[after - 1])
        low, high = self.weights[after - 1], self.weights[after]
        return [(1 - share) * a + share * b for a, b in zip(low, high, strict=True)]


@cache
def load_value() -> Value:
    """Return the value with the weights beside this file; raises ValueError if they are for other figures."""
    return read_value(WEIGHTS)


def read_value(path: Path) -> Value:
    """Return the value with the weights of a file; raises ValueError if they are for other figures."""
    fitted = json.loads(path.read_text())
    if tuple(fitted["figures"]) != NAMES:
        raise ValueError(f"{path.name} was fitted on other figures: run `make train`")
    return Value(fitted["knots"], fitted["weights"])
