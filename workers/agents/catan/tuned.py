"""Holds the weights of `planner`, tuned on games against three `heuristic`; docs/agents.md says how."""

from typing import Final

from workers.agents.catan.weights import Places, Weights

TUNED: Final = Weights(
    opening=Places(wanted=(0.83, 0.83, 0.91, 1.3, 1.3), variety=1.1, second=0.8),
    places=Places(wanted=(0.96, 0.96, 0.78, 1.12, 1.18), beyond_five=0.6, variety=1.5),
    late_pip=0.2,
    win=5.8,
    victory_cards=0.23,
    knights=0.7,
    army_held=0.58,
    raced_for=0.9,
    route=1.5,
    taken_road=0.55,
    patience=1.3,
    price=4.0,
    accept=0.013,
    given=0.0135,
    help=0.38,
    sought=3,
    asked=2,
    likely=0.67,
    few_cards=1.8,
    many_cards=3.7,
    road_plans=99,
    hidden_card=0.23,
    card_hand=5,
)
