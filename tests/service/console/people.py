"""Makes games of people for tests of the console."""

from typing import Any, Final

from tests.service.http.live import Server

NAMES: Final = ("Ana", "Bruno", "Carla", "Diego", "Elin", "Farid")
HELD: Final = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}
TRADING: Final[list[dict[str, Any]]] = [
    {"type": "ResourcesProduced", "gains": [HELD, HELD, HELD]},
    {"type": "TurnStarted", "seat": 0, "turn": 1},
    {"type": "AgendaSet", "frames": [{"frame": "trade", "seats": [0]}]},
]
"""Lists what a game of three in a sandbox is given, in which seat 0 may trade."""


def people(server: Server, count: int = 3, **wish: Any) -> dict[str, Any]:
    """Make a game of people on the board for beginners, which the first seat begins."""
    seats = [{"kind": "human", "name": name} for name in NAMES[:count]]
    usual = {"ruleset": "catan", "map": "beginner", "options": {"starting_seat": 0}, "seed": "road"}
    made: dict[str, Any] = server.ask("POST", "/v1/games", {**usual, "seats": seats, **wish})[1]
    return made
