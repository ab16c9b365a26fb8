"""Moves for people at tables, whoever is on turn."""

from collections.abc import Iterable
from typing import Any

from tests.service.http.live import Server


def moves(server: Server, made: dict[str, Any], types: Iterable[str | None]) -> list[dict[str, Any]]:
    """Make a move for whoever must act, of these types where there is a choice; return all events."""
    path, events = f"/v1/games/{made['id']}", list[dict[str, Any]]()
    for wanted in types:
        owed = next(one["seat"] for one in server.ask("GET", path)[1]["awaiting"] if one["must"])
        token = made["seats"][owed]["token"]
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        found = [one["command"] for one in legal["actions"]] + [one["example"] for one in legal["templates"]]
        chosen = next((one for one in found if one["type"] == wanted), found[0])
        events += server.ask("POST", f"{path}/commands", chosen, token)[1]["events"]
    return events


def move_until(server: Server, made: dict[str, Any], seat: int, wanted: str) -> dict[str, Any]:
    """Make the first move that a seat has, again and again, until a command of a type is legal; return that."""
    path, token = f"/v1/games/{made['id']}", made["seats"][seat]["token"]
    while True:
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        found = [one["command"] for one in legal["actions"]] + [one["example"] for one in legal["templates"]]
        fitting = [command for command in found if command["type"] == wanted]
        if fitting:
            command: dict[str, Any] = fitting[0]
            return command
        assert server.ask("POST", f"{path}/commands", found[0], token)[0] == 201
