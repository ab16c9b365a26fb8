"""Plays as `elasund_heuristic` does, with tuned weights and a search for turns that win: version 1 of its planner."""

from typing import Final

from workers.agents.elasund.heuristic import Heuristic
from workers.agents.elasund.weights import Weights

TUNED: Final = Weights(
    rival_cube=2.7,
    influence=0.79,
    trade_point=1.94,
    rounds_a_cube=1.08,
    gold_income=1.08,
    influence_income=0.7,
    tower_every=3.12,
    church=0.15,
    tower=-1.25,
    small=-3.7,
    middle=1.9,
    large=0.2,
    early=-2.1,
    pairs=True,
    keep=1.57,
    at_once=1.16,
    three_missing=0.28,
    permit_price=0.91,
    row_chance=0.8,
    needed=3.2,
    taken=1.95,
    deny=1.2,
    lead=4.5,
    near=7.5,
    ship_rival=0.92,
    ship_influence=0.78,
    ship_permit=0.16,
    looks_ahead=True,
)


class Planner(Heuristic):
    """Wins if a turn allows it, prefers cubes that are rarely lost, and blocks what rivals are about to build."""

    def __init__(self, weights: Weights = TUNED) -> None:
        super().__init__(weights)
