"""Provides what tests of offers share: a sandbox of Catan in which seat 0 trades and everybody holds cards."""

from typing import Any, Final

HELD: Final = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}
TURN: Final[list[dict[str, Any]]] = [
    {"type": "ResourcesProduced", "gains": [HELD, HELD, HELD]},
    {"type": "TurnStarted", "seat": 0, "turn": 1},
    {"type": "AgendaSet", "frames": [{"frame": "trade", "seats": [0]}]},
]
CATAN: Final[dict[str, Any]] = {
    "ruleset": "catan",
    "map": "beginner",
    "options": {"starting_seat": 0},
    "seats": [{"kind": "human"}] * 3,
    "undo": "free",
}
