"""Computes the probability of each seat to win, from the figures of a position and weights that were fitted.

A seat's score is linear in its figures, with weights by phase of the game and by the number of seats; the
probabilities are the softmax of the scores.
"""

from functools import cache
from operator import mul
from pathlib import Path
from typing import Final

from domain.elasund.state import State
from domain.elasund.terms import CUBES
from workers.agents.elasund.value.figures import NAMES, figures
from workers.agents.search.phased_weights import PhasedWeights, read_weights, softmax

FOLDER: Final = Path(__file__).parent


class Value:
    """Values positions of games with a number of seats."""

    def __init__(self, weights: PhasedWeights) -> None:
        self.weights = weights

    def chances(self, state: State) -> list[float]:
        """Return the probability of each seat to win; those who have won share it."""
        if state.winners:
            return [(seat in state.winners) / len(state.winners) for seat in range(state.seats)]
        weights = self.weights.at(max(state.points) / CUBES)
        return softmax([sum(map(mul, weights, row)) for row in figures(state)])


@cache
def load_value(seats: int) -> Value:
    """Return the value of games with so many seats; raises ValueError if its weights are for other figures."""
    return Value(read_weights(path_of(seats), NAMES))


def path_of(seats: int) -> Path:
    """Return where the weights of games with so many seats are kept."""
    return FOLDER / f"seats_{seats}.json"
