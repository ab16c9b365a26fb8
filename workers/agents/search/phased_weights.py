"""Reads and interpolates fitted weights of figures by phase of the game, for values that are linear in them."""

import json
import math
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path


class PhasedWeights:
    """Holds weights by phase: `knots` are the points of the leader, as a share of the target at which each holds."""

    def __init__(self, knots: Sequence[float], weights: Sequence[Sequence[float]]) -> None:
        self.knots = list(knots)
        self.weights = [list(row) for row in weights]
        self._at: dict[float, list[float]] = {}

    def at(self, leader: float) -> list[float]:
        """Return the weights where the leader has this share of the target; cached."""
        found = self._at.get(leader)
        if found is None:
            found = self._at[leader] = self._between(leader)
        return found

    def _between(self, at: float) -> list[float]:
        after = bisect_right(self.knots, at)
        if after in (0, len(self.knots)):
            return self.weights[max(0, after - 1)]
        share = (at - self.knots[after - 1]) / (self.knots[after] - self.knots[after - 1])
        low, high = self.weights[after - 1], self.weights[after]
        return [(1 - share) * a + share * b for a, b in zip(low, high, strict=True)]


def read_weights(path: Path, names: Sequence[str]) -> PhasedWeights:
    """Return the weights of a file; raises ValueError if they are for other figures."""
    fitted = json.loads(path.read_text())
    if tuple(fitted["figures"]) != tuple(names):
        raise ValueError(f"{path.name} was fitted on other figures: run `make train`")
    return PhasedWeights(fitted["knots"], fitted["weights"])


def softmax(scores: Sequence[float]) -> list[float]:
    """Return the probabilities that follow from scores."""
    best = max(scores)
    powers = [math.exp(score - best) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]
