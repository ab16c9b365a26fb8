"""Makes moves for the people at a table, for whichever seat must act."""

from collections.abc import Iterable
from typing import Any

from tests.service.console.people import command
from tests.service.http.live import Server
from tests.service.http.playing import choices_of


def legal_commands(server: Server, made: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """Return the commands that a seat may give now."""
    path, token = f"/v1/games/{made['id']}/legal-actions", made["seats"][seat]["token"]
    return choices_of(server.ask("GET", path, None, token)[1])


def moves(server: Server, made: dict[str, Any], types: Iterable[str | None]) -> list[dict[str, Any]]:
    """Make a move of each type for the seat that must act, or its first legal one; return all events."""
    path, events = f"/v1/games/{made['id']}", list[dict[str, Any]]()
    for wanted in types:
        owed = next(one["seat"] for one in server.ask("GET", path)[1]["awaiting"] if one["must"])
        found = legal_commands(server, made, owed)
        chosen = next((one for one in found if one["type"] == wanted), found[0])
        events += command(server, made, owed, chosen)["events"]
    return events


def move_until(server: Server, made: dict[str, Any], seat: int, wanted: str) -> dict[str, Any]:
    """Give the first legal command of a seat again and again, until one of a type is legal; return that one."""
    while True:
        found = legal_commands(server, made, seat)
        fitting = [one for one in found if one["type"] == wanted]
        if fitting:
            return fitting[0]
        command(server, made, seat, found[0])
