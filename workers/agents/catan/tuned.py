"""Holds the weights of `planner`, tuned on games against three `heuristic`; see docs/results/2026-11-23-agents.md."""

from typing import Final

from workers.agents.catan.weights import Places, Weights

TUNED: Final = Weights(
    opening=Places(
        wanted=(0.83, 0.83, 0.93, 1.28, 1.27), variety=1.2, kind_harbor=0.19, room=0.13, second=0.8, prize=4.0
    ),
    places=Places(wanted=(0.82, 0.82, 0.76, 1.12, 1.19), beyond_five=0.65, variety=1.5, any_harbor=0.52),
    pip=0.13,
    late_pip=0.28,
    win=5.8,
    victory_cards=0.23,
    knights=0.9,
    army_held=0.56,
    raced_for=1.0,
    route=1.4,
    taken_road=0.54,
    far_route=0.56,
    link=0.8,
    patience=1.33,
    price=3.9,
    accept=0.006,
    dear=0.4,
    pressed=0.3,
    given=0.0115,
    help=0.5,
    sought=3,
    asked=2,
    before_bank=True,
    likely=0.77,
    few_cards=1.8,
    many_cards=3.6,
    road_plans=99,
    hidden_card=0.23,
    own=8.5,
    all_sites=True,
    card_hand=4,
)
