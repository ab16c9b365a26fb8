"""Makes games of people, and names a player, for tests of the console."""

import json
from typing import Any, Final

from tests.service.console.page import Page
from tests.service.http.live import Server

NAMES: Final = ("Ana", "Bruno", "Carla", "Diego", "Elin", "Farid")
HELD: Final = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}
TRADING: Final[list[dict[str, Any]]] = [
    {"type": "ResourcesProduced", "gains": [HELD, HELD, HELD]},
    {"type": "TurnStarted", "seat": 0, "turn": 1},
    {"type": "AgendaSet", "frames": [{"frame": "trade", "seats": [0]}]},
]
"""Lists the events that are given to a sandbox of three, so that seat 0 may trade and all have cards."""


def people(server: Server, count: int = 3, **wish: Any) -> dict[str, Any]:
    """Make a game of people on the board for beginners, in which the first seat begins; `wish` may change that."""
    seats = [{"kind": "human", "name": name} for name in NAMES[:count]]
    usual = {"ruleset": "catan", "map": "beginner", "options": {"starting_seat": 0}, "seed": "road"}
    made: dict[str, Any] = server.ask("POST", "/v1/games", {**usual, "seats": seats, **wish})[1]
    return made


def open_as(page: Page, server: Server, name: str) -> None:
    """Open the first page, and enter a name there."""
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("!!document.querySelector('#own-name')")
    page.value(
        f"document.querySelector('#own-name').value = {json.dumps(name)};"
        "document.querySelector('#own-name').dispatchEvent(new Event('change'))"
    )
