"""Makes games of people, leads sandboxes to a turn, and names a player, for tests of the console."""

import json
from typing import Any, Final

from tests.service.console.page import Page
from tests.service.http.live import Server

NAMES: Final = ("Ana", "Bruno", "Carla", "Diego", "Elin", "Farid")
HELD: Final = {"brick": 3, "lumber": 3, "wool": 3, "grain": 3, "ore": 3}
ALL_HOLD: Final = {"type": "ResourcesProduced", "gains": [HELD, HELD, HELD]}


def turn(frame: str, seat: int = 0, **members: Any) -> list[dict[str, Any]]:
    """Return the events with which a seat's turn is in a frame."""
    frames = [{"frame": frame, "seats": [seat], **members}]
    return [{"type": "TurnStarted", "seat": 0, "turn": 1}, {"type": "AgendaSet", "frames": frames}]


TRADING: Final = [ALL_HOLD, *turn("trade")]
"""Lists the events that are given to a sandbox of three, so that seat 0 may trade and all have cards."""


def people(server: Server, count: int = 3, **wish: Any) -> dict[str, Any]:
    """Make a game of people on the board for beginners, in which the first seat begins; `wish` may change that."""
    seats = [{"kind": "human", "name": name} for name in NAMES[:count]]
    usual = {"ruleset": "catan", "map": "beginner", "options": {"starting_seat": 0}, "seed": "road"}
    made: dict[str, Any] = server.ask("POST", "/v1/games", {**usual, "seats": seats, **wish})[1]
    return made


def sandbox(server: Server, given: list[dict[str, Any]], seats: int = 3, **wish: Any) -> dict[str, Any]:
    """Make a sandbox of people, at the first turn of seat 0 or where the given events lead."""
    board = {"map": "variable"} if seats > 4 else {}
    made = people(server, seats, sandbox=True, given=given, **board, **wish)
    assert "id" in made, made
    return made


def command(server: Server, made: dict[str, Any], seat: int, body: dict[str, Any]) -> dict[str, Any]:
    """Give a command of a seat, which must be accepted; return the answer."""
    path = f"/v1/games/{made['id']}/commands"
    status, answer = server.ask("POST", path, body, made["seats"][seat]["token"])
    assert status == 201, answer
    done: dict[str, Any] = answer
    return done


def open_as(page: Page, server: Server, name: str) -> None:
    """Open the first page, and enter a name there."""
    page.open(f"http://127.0.0.1:{server.port}/")
    page.wait("!!document.querySelector('#own-name')")
    page.value(
        f"document.querySelector('#own-name').value = {json.dumps(name)};"
        "document.querySelector('#own-name').dispatchEvent(new Event('change'))"
    )
