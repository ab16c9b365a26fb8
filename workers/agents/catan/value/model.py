"""Computes the probability of each seat to win, from the figures of a position and weights that `make train` fitted.

A seat's score is linear in its figures; the weights are interpolated between phases of the game by the points of the
leader. The probabilities are the softmax of the scores (McFadden 1974, conditional logit).
"""

from functools import cache
from operator import mul
from pathlib import Path
from typing import Final

from domain.catan.state import Public
from workers.agents.catan.value.figures import NAMES, parts, row_of
from workers.agents.catan.value.land import Land
from workers.agents.catan.value.standings import Standing
from workers.agents.catan.value.waits import Hand
from workers.agents.search.phased_weights import PhasedWeights, read_weights, softmax

WEIGHTS: Final = Path(__file__).with_name("weights.json")


class Value:
    """Values positions by weights for each phase of the game."""

    def __init__(self, phases: PhasedWeights) -> None:
        self.phases = phases

    def chances(self, position: Public) -> list[float]:
        """Return the probability of each seat to win, for a position or a seat's knowledge of it.

        In a position that is won the winner has 1.
        """
        if position.winner >= 0:
            return [float(seat == position.winner) for seat in range(position.seats)]
        return softmax(self.scores(position))

    def scores(self, position: Public) -> list[float]:
        """Return the score of each seat; the probabilities are the softmax of them."""
        return [
            land.scores.get((hand, standing, self)) or self._score(land, hand, standing)
            for land, hand, standing in parts(position)
        ]

    def _score(self, land: Land, hand: Hand, standing: Standing) -> float:
        """Return the score of a seat, cached since most seats do not change during a trial."""
        weights, row = self.phases.at(standing.leader), row_of(land, hand, standing)
        found = land.scores[hand, standing, self] = sum(map(mul, weights, row))
        return found


@cache
def load_value() -> Value:
    """Return the value with the weights beside this file; raises ValueError if they are for other figures."""
    return read_value(WEIGHTS)


def read_value(path: Path) -> Value:
    """Return the value with the weights of a file; raises ValueError if they are for other figures."""
    return Value(read_weights(path, NAMES))
