"""Plays games of people at random by requests, and stops at each stage that was not seen before."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.service.http.live import Server

MOST = 900  # moves


def stages(server: Server, wish: dict[str, Any], seats: int, seed: int) -> Iterator[tuple[dict[str, Any], int, str]]:
    """Yield a game with the seat that must act, whenever it must do so in a frame for the first time, and at its end.

    A game that is not over after so many moves has no end. It is the same object each time: pages hold its tokens.
    """
    people = [{"kind": "human", "name": f"P{seat}"} for seat in range(seats)]
    made = server.ask("POST", "/v1/games", {**wish, "seats": people, "seed": "road"})[1]
    path, rng, seen = f"/v1/games/{made['id']}", Random(seed), set[str]()
    for _ in range(MOST):
        view = server.ask("GET", path)[1]
        if view["status"] != "running":
            yield made, 0, "end"
            return
        owed = next(one for one in view["awaiting"] if one["must"])
        if owed["frame"] not in seen:
            seen.add(owed["frame"])
            yield made, owed["seat"], owed["frame"]
        token = made["seats"][owed["seat"]]["token"]
        legal = server.ask("GET", f"{path}/legal-actions", None, token)[1]
        commands = [one["command"] for one in legal["actions"]] or [one["example"] for one in legal["templates"]]
        kinds = sorted({command["type"] for command in commands})
        kind = rng.choice(kinds)
        server.ask("POST", f"{path}/commands", rng.choice([one for one in commands if one["type"] == kind]), token)
