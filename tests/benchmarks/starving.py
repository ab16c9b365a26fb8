"""`python -m tests.benchmarks.starving URL GAMES SECONDS [proxied]`: how long a person waits for agents beside a farm.

The farm's games, in which only agents play, are made at the same address as the person's. With `proxied` each request
bears `X-Forwarded-For`, as a proxy writes it: one address for the farm and one for the person. Then the server is to
trust the proxy: `LONGROAD_TRUSTED_PROXIES=127.0.0.1`.
"""

import json
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any, Final, NamedTuple

FARM: Final = "198.51.100.7"
PERSON: Final = "203.0.113.9"
NONE_UNNAMED: Final = "longroad_unnamed_proxies 0.0\n"


class Client(NamedTuple):
    """Represents a client of a server; behind a proxy it has an address that the proxy tells."""

    url: str
    address: str | None = None

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        """Send a request and return the answer's body."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        headers |= {"X-Forwarded-For": self.address} if self.address else {}
        sent = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + path, sent, headers), timeout=60) as answer:
            return json.loads(answer.read())

    def make(self, *kinds: str) -> Any:
        """Make a game of Catan in which seat 0 begins."""
        seats = [{"kind": kind} for kind in kinds]
        return self.ask("/v1/games", {"ruleset": "catan", "seats": seats, "options": {"starting_seat": 0}})


def waits(person: Client, seconds: float) -> list[float]:
    """Play games against two agents, and return how long each wait for them took; the last may not have ended."""
    found: list[float] = []
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        found += waits_of_a_game(person, ends)
    return sorted(found)


def waits_of_a_game(person: Client, ends: float) -> list[float]:
    """Play a game until it is over or a moment has come; the person declines each offer, and asks for nothing."""
    found: list[float] = []
    game, since = person.make("human", "ai", "ai"), 0.0
    path, token = f"/v1/games/{game['id']}", game["seats"][0]["token"]
    while time.monotonic() < ends:
        legal = person.ask(f"{path}/legal-actions", token=token)
        commands = [one["command"] for one in legal["actions"]] or [one["example"] for one in legal["templates"]]
        chosen = [one for one in commands if one["type"] in ("EndTurn", "DeclineOffer")] or commands
        if not chosen or not (legal["must_act"] or chosen[0]["type"] == "DeclineOffer"):
            if person.ask(path, token=token)["status"] == "finished":
                return found
            since = since or time.monotonic()
            time.sleep(0.05)
            continue
        if since:
            found.append(time.monotonic() - since)
            since = 0.0
        with suppress(urllib.error.HTTPError):  # an agent was quicker
            person.ask(f"{path}/commands", chosen[0], token)
    return [*found, *([time.monotonic() - since] if since else [])]


def tells_apart(url: str) -> bool:
    """Return whether the server believes what the proxy writes."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:
        return NONE_UNNAMED in answer.read().decode()


def main(url: str, games: str, seconds: str, proxied: str = "") -> None:
    """Make the farm, play beside it, and print the waits."""
    farm, person = Client(url, FARM if proxied else None), Client(url, PERSON if proxied else None)
    for _ in range(int(games)):
        farm.make("ai", "ai", "ai")
    found = waits(person, float(seconds))
    middle, most = found[len(found) // 2], found[int(0.95 * len(found))]
    print(
        f"{games} games of agents: {len(found)} waits, median {middle:.2f} s, p95 {most:.2f} s, max {found[-1]:.2f} s"
    )
    if not tells_apart(url):
        sys.exit("the server does not trust the proxy: name it in LONGROAD_TRUSTED_PROXIES")


if __name__ == "__main__":
    main(*sys.argv[1:])
