"""Plays short games to their end."""

from typing import Any

from tests.service.http.live import Server

PLAYERS = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bea"}]


def played(server: Server) -> dict[str, Any]:
    """Return a game of Goofspiel that two people have played to its end."""
    made: dict[str, Any] = server.ask("POST", "/v1/games", {"ruleset": "goofspiel", "seats": PLAYERS})[1]
    path = f"/v1/games/{made['id']}"
    while (game := server.ask("GET", path)[1])["status"] == "running":
        for owed in game["awaiting"]:
            token = made["seats"][owed["seat"]]["token"]
            action = server.ask("GET", f"{path}/legal-actions", None, token)[1]["actions"][-1 if owed["seat"] else 0]
            assert server.ask("POST", f"{path}/commands", action["command"], token)[0] == 201
    return made
