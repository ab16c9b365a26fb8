"""The planner of Elasund plays as `elasund_heuristic` does, with tuned weights and an eye on winning turns."""

from workers.agents.elasund.heuristic import Heuristic
from workers.agents.elasund.tuned import TUNED
from workers.agents.elasund.weights import Weights


class Planner(Heuristic):
    """Wins where a turn allows it, prefers cubes that stay, and takes from rivals what they are about to build."""

    def __init__(self, weights: Weights = TUNED) -> None:
        super().__init__(weights)
