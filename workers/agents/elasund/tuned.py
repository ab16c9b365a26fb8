"""Holds the weights of `elasund_planner`, tuned on games against `elasund_heuristic`; docs/agents.md says how."""

from typing import Final

from workers.agents.elasund.weights import Weights

TUNED: Final = Weights(
    rival_cube=2.7,
    influence_income=0.8,
    tower=-1.0,
    church=-0.5,
    small=-2.0,
    middle=1.5,
    large=1.0,
    keep=1.6,
    three_missing=0.32,
    permit_price=0.9,
    needed=2.9,
    deny=1.2,
    lead=5.0,
    near=8.0,
    ship_influence=0.8,
    looks_ahead=True,
)
