"""`polling_bot.py BASE KEY GAME...` is a bot that uses long polls and the standard library alone.

It takes a seat in every game and plays until all are over. `polling_bot.py BASE KEY ARENA ENTRANT` plays the games of
an arena that was requested with the key, as the entrant of this number. It repeats each request that gets no answer
with the same Idempotency-Key. It writes a line for every command that was accepted.
"""

import json
import random
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE, KEY, *PLACES = sys.argv[1:]
ENDED = ("finished", "failed")


def call(method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """Send a request until it is answered, and return the status and the body."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()} | {"X-Api-Key": KEY}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            request = Request(BASE + path, data, sent | {"Content-Type": "application/json"}, method=method)
            with urlopen(request, timeout=45) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refusal:
            if refusal.code not in (429, 503):
                return refusal.code, json.load(refusal)
        except (OSError, HTTPException, ValueError):
            pass
        time.sleep(0.05)


def seated(game: str) -> str:
    """Take a seat in a game, and return its token."""
    status, answer = call("POST", f"/v1/games/{game}/seats", {}, Idempotency_Key=f"seat in {game}")
    assert status == 201, answer
    return str(answer["token"])


def choice(legal: Any) -> Any:
    """Return a legal command, preferably one that builds."""
    commands = [entry["command"] for entry in legal["actions"]] or [entry["example"] for entry in legal["templates"]]
    building = [command for command in commands if command["type"].startswith("Build")]
    return random.choice(building or commands)


def act(game: str, token: str) -> None:
    """Send commands in a game until it waits for another seat."""
    bearer = f"Bearer {token}"
    while True:
        _, legal = call("GET", f"/v1/games/{game}/legal-actions", Authorization=bearer)
        if not legal["must_act"]:
            return
        version = legal["version"]
        status, answer = call(
            "POST",
            f"/v1/games/{game}/commands",
            choice(legal),
            Authorization=bearer,
            If_Match=f'"{version}"',
            Idempotency_Key=f"after {version}",
        )
        assert status in (201, 409, 412), answer  # 409 after the end, and after a deadline
        if status == 201:
            print(json.dumps({"game": game, "version": answer["version"], "after": version}), flush=True)


def play(tokens: dict[str, str]) -> None:
    """Play games with these tokens until all are over."""
    cursor = "-"
    while any(call("GET", f"/v1/games/{game}")[1]["status"] != "finished" for game in tokens):
        _, owed = call("GET", f"/v1/me/pending?wait=1&after={cursor}")
        for game in {debt["game"] for debt in owed["pending"] if debt["must"]}:
            act(game, tokens[game])
        cursor = owed["cursor"]


def play_arena(arena: str, entrant: int) -> None:
    """Play the games of an arena until it has ended; its job shows the tokens of games as they begin."""
    tokens: dict[tuple[str, int], str] = {}
    while True:
        _, job = call("GET", f"/v1/jobs/{arena}")
        for game in job.get("games", []):
            mine = [seat for seat in game["seats"] if seat["entrant"] == entrant]
            tokens |= {(game["game"], seat["seat"]): seat["token"] for seat in mine}
        if job["status"] in ENDED:
            return
        _, owed = call("GET", "/v1/me/pending?wait=1")
        for game, seat in {(debt["game"], debt["seat"]) for debt in owed["pending"] if debt["must"]}:
            if (game, seat) in tokens:
                act(game, tokens[game, seat])


if PLACES[0].startswith("arena-"):
    play_arena(PLACES[0], int(PLACES[1]))
else:
    play({game: seated(game) for game in PLACES})
