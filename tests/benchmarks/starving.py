"""`python -m tests.benchmarks.starving URL GAMES SECONDS`: how long a person waits for two agents beside a farm.

The farm's games, in which only agents play, are made at the same address as the person's.
"""

import json
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any


def ask(url: str, body: Any = None, token: str = "") -> Any:
    """Send a request and return the answer's body."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def make(url: str, *kinds: str) -> Any:
    """Make a game of Catan in which seat 0 begins."""
    seats = [{"kind": kind} for kind in kinds]
    return ask(f"{url}/v1/games", {"ruleset": "catan", "seats": seats, "options": {"starting_seat": 0}})


def waits(url: str, seconds: float) -> list[float]:
    """Play games against two agents, and return how long each wait for them took; the last may not have ended."""
    found: list[float] = []
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        found += waits_of_a_game(url, ends)
    return sorted(found)


def waits_of_a_game(url: str, ends: float) -> list[float]:
    """Play a game until it is over or a moment has come; the person declines each offer, and asks for nothing."""
    game, found, since = make(url, "human", "ai", "ai"), [], 0.0
    path, token = f"{url}/v1/games/{game['id']}", game["seats"][0]["token"]
    while time.monotonic() < ends:
        legal = ask(f"{path}/legal-actions", token=token)
        commands = [one["command"] for one in legal["actions"]] or [one["example"] for one in legal["templates"]]
        chosen = [one for one in commands if one["type"] in ("EndTurn", "DeclineOffer")] or commands
        if not chosen or not (legal["must_act"] or chosen[0]["type"] == "DeclineOffer"):
            if ask(path, token=token)["status"] == "finished":
                return found
            since = since or time.monotonic()
            time.sleep(0.05)
            continue
        if since:
            found.append(time.monotonic() - since)
            since = 0.0
        with suppress(urllib.error.HTTPError):  # an agent was quicker
            ask(f"{path}/commands", chosen[0], token)
    return [*found, *([time.monotonic() - since] if since else [])]


def main(url: str, games: str, seconds: str) -> None:
    """Make the farm, play beside it, and print the waits."""
    for _ in range(int(games)):
        make(url, "ai", "ai", "ai")
    found = waits(url, float(seconds))
    middle, most = found[len(found) // 2], found[int(0.95 * len(found))]
    print(
        f"{games} games of agents: {len(found)} waits, median {middle:.2f} s, p95 {most:.2f} s, max {found[-1]:.2f} s"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
