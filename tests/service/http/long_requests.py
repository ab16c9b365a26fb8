"""Sends requests that pass the named points of loops which may be long."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.game.context import Context
from service.views.owed_games import OwedGames
from tests.service.following import follow
from tests.service.http.client import Table
from tests.service.http.keys import with_key
from tests.service.mcp.model import message, meta, mirrored

ROOT: Final = Path(__file__).parents[3]
SANDBOX: Final[dict[str, Any]] = {
    "ruleset": "catan",
    "map": "beginner",
    "options": {"starting_seat": 0},
    "seats": [{"kind": "human"}] * 3,
    "sandbox": True,
}
TURN: Final = (
    {"type": "TurnStarted", "seat": 0, "turn": 1},
    {"type": "AgendaSet", "frames": [{"frame": "roll", "seats": [0]}]},
)


@dataclass(frozen=True, slots=True)
class World:
    """Holds what requests are about: games of the toy in play and just begun, the record of one, a board, a player."""

    table: Table
    begun: Table
    record: dict[str, Any]
    board: Table
    key: str
    player: str
    app: str
    """The key of the player's application."""

    def get(self, path: str, *, is_seat: bool = True) -> TestResponse:
        """Get a resource, as seat 0 or as a spectator."""
        return self.table.client.get(path, headers=self.table.headers(0 if is_seat else None))

    def of_finished(self, place: str) -> TestResponse:
        """Get a resource of the finished game."""
        return self.get(f"/v1/games/{self.record['game']}{place}", is_seat=False)

    def call(self, tool: str, **arguments: Any) -> TestResponse:
        """Call a tool."""
        sent = message("tools/call", {"name": tool, "arguments": arguments, "_meta": meta()})
        unchecked = FlaskClient(self.table.client.application)  # the contract does not describe /mcp
        return unchecked.post("/mcp", json=sent, headers=mirrored(sent))


def said(answer: TestResponse) -> str:
    """Return what a tool said."""
    text: str = answer.json["result"]["content"][0]["text"]
    return text


def handle_of(answer: TestResponse) -> str:
    """Return the handle that a tool gave."""
    handle: str = answer.json["result"]["structuredContent"]["handle"]
    return handle


def cold(world: World) -> TestResponse:
    """View the game in a process that does not know it."""
    app: Flask = world.table.client.application
    app.extensions["longroad"].context.games.forget(world.table.id)
    return world.get(f"{world.table.path}?version=3")


def predicted(world: World) -> TestResponse:
    return world.table.post("/dry-runs", {"type": "Roll"}, 0)


def arranged(world: World) -> TestResponse:
    return world.table.client.post("/v1/games", json=SANDBOX | {"given": TURN})


def ended(world: World) -> TestResponse:
    return world.table.client.delete(f"/v1/keys/{world.key.partition('.')[0]}", headers=with_key(world.key))


def played_elsewhere() -> dict[str, Any]:
    file = ROOT / "tests" / "data" / "catanatron" / "37.json"
    return {"from": "catanatron", "document": json.loads(file.read_text(encoding="utf-8"))}


def tried_elsewhere(world: World) -> TestResponse:
    """Carry out a command at the position of a game, whose document names no game."""
    shown = {name: value for name, value in world.board.get("/position", 0).json.items() if name != "game"}
    return world.board.client.post("/v1/positions/apply", json={"position": shown, "commands": [{"type": "RollDice"}]})


def list_debts(world: World) -> None:
    """Make the list of debts, as the sweep does."""
    context: Context = world.table.client.application.extensions["longroad"].context
    projection = OwedGames(context)
    while projection.begin_with_games():
        pass
    follow(context, projection)


def owed(world: World) -> TestResponse:
    """Ask what a key owes that has so many games that the list is read."""
    with pytest.MonkeyPatch.context() as many:
        many.setattr("service.views.owed_games.FEW", 0)
        return world.table.client.get("/v1/me/pending", headers=with_key(world.app))


Request = Callable[[World], TestResponse]
WAVE: Final = {"type": "Wave", "to": [1]}
POINTS: Final[dict[str, Request]] = {
    "fold of the table": cold,
    "fold of the game": cold,
    "marks of events": cold,
    "names of places": lambda world: world.board.get("/board?words=true"),
    "commands": lambda world: world.table.post("/commands", {"type": "Roll"}, 0),
    "commands at a position": tried_elsewhere,
    "outcomes of a dry run": predicted,
    "samples of a dry run": predicted,
    "worlds of a dry run": predicted,
    "events": lambda world: world.table.get("/events"),
    "summaries of events": lambda world: world.table.get("/events?summaries=true"),
    "draws": lambda world: world.of_finished("/fairness"),
    "entries of the feed": lambda world: world.get("/v1/me/events"),
    "games of the feed": lambda world: world.get("/v1/me/events"),
    "given bodies": arranged,
    "given events": arranged,
    "given trials": arranged,
    "legal actions": lambda world: world.table.get("/legal-actions", 0),
    "legal templates": lambda world: world.begun.get("/legal-actions", 0),
    "own games": lambda world: world.get("/v1/games?mine=true"),
    "rows of the lobby": lambda world: world.get("/v1/games"),
    "keys": lambda world: world.table.client.get("/v1/keys", headers=with_key(world.key)),
    "keys that end": ended,
    "lines of a tool": lambda world: world.call("rules"),
    "games of a caller": lambda world: world.table.client.get("/v1/me/records", headers=with_key(world.app)),
    "games of a player": lambda world: world.table.client.get(f"/v1/players/{world.player}"),
    "listed debts": owed,
    "games with debts": lambda world: world.get("/v1/me/pending"),
    "shapes of a picture": lambda world: world.table.get("/board.svg"),
    "steps of a file": lambda world: world.table.client.post("/v1/imports", json=played_elsewhere()),
    "versions of a record": lambda world: world.table.client.post("/v1/games", json={"record": world.record}),
}
"""Names every point, with a request that passes it."""
