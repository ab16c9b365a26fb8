"""Tests that three bots, two by long poll in two languages and one by signed webhook, play through a bad network.

`make bots` lets them finish 30 games of all rulesets, and `make test` a few short ones.
"""

import json
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eventstore.streams import open_store
from tests.bots.network import Network, bad_network
from tests.conftest import StorePair
from tests.service.http.live import Server, served, worker
from tests.service.webhooks.receiver import Receiver, receiving

HERE = Path(__file__).parent
FAULTY = 0.05
SHORT: tuple[dict[str, Any], ...] = ({"ruleset": "toy", "options": {"target": 6}},) * 2 + ({"ruleset": "catan-dice"},)
LONG: tuple[dict[str, Any], ...] = (
    {"ruleset": "catan", "options": {"victory_points": 5}},
    {"ruleset": "catan-dice"},
    {"ruleset": "elasund"},
)
LANGUAGES = {"python": (sys.executable, str(HERE / "polling_bot.py")), "node": ("node", str(HERE / "polling_bot.mjs"))}


class WebhookBot:
    """Represents a bot that hears its turns by webhook, answers with commands, and keeps the versions of its turns."""

    def __init__(self, receiver: Receiver) -> None:
        self.receiver = receiver
        self.asked: dict[str, set[int]] = defaultdict(set)
        self.rng = Random(7)
        receiver.answer = self.answer

    def answer(self, message: dict[str, Any]) -> tuple[int, Any]:
        """Return the command for a turn that must be played."""
        told = message["data"]
        if message["type"] != "turn" or not told["legal_actions"]["must_act"]:
            return 204, None
        self.asked[told["game"]].add(told["version"])
        legal = told["legal_actions"]
        commands = [entry["command"] for entry in legal["actions"]] or [one["example"] for one in legal["templates"]]
        building = [command for command in commands if command["type"].startswith("Build")]
        return 200, self.rng.choice(building or commands)


class Hall:
    """Represents the API with the webhook bot, and with a bad network in front of each."""

    def __init__(self, server: Server, front: Network, back: Network, bot: WebhookBot) -> None:
        self.server = server
        self.front = front
        self.back = back
        self.bot = bot
        key = {"X_Api_Key": self.new_key()}
        hook = {"url": f"http://127.0.0.1:{back.port}/told", "types": []}
        made = server.ask("POST", "/v1/webhooks", hook, **key)[1]
        bot.receiver.secret, self.hook, self.key = made["secret"], made["id"], key

    def new_key(self) -> str:
        """Return a new API key."""
        return str(self.server.ask("POST", "/v1/keys", {})[1]["key"])

    def new_game(self, wish: dict[str, Any]) -> str:
        """Make a game with two open seats and the webhook bot, and return its id."""
        seats = [{"kind": "open"}, {"kind": "open"}, {"kind": "bot", "webhook": self.hook, "deadline_s": 3600}]
        status, made = self.server.ask("POST", "/v1/games", {**wish, "seats": seats}, **self.key)
        assert status == 201, made
        return str(made["id"])

    def play(self, games: list[str], seconds: float) -> list[list[dict[str, Any]]]:
        """Let the polling bots play until all games are over, and return the accepted commands that each reports."""
        base = f"http://127.0.0.1:{self.front.port}"
        bots = [
            subprocess.Popen([*command, base, self.new_key(), *games], stdout=subprocess.PIPE, text=True)
            for command in LANGUAGES.values()
        ]
        until = time.monotonic() + seconds
        try:
            said = [bot.communicate(timeout=max(1.0, until - time.monotonic()))[0] for bot in bots]
        finally:
            for bot in bots:
                bot.kill()
        assert [bot.returncode for bot in bots] == [0, 0]
        return [[json.loads(line) for line in text.splitlines()] for text in said]


@pytest.fixture
def hall(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setenv("LONGROAD_WEBHOOKS", "loopback")
    with ExitStack() as stack:
        server = stack.enter_context(served(stores))
        receiver = stack.enter_context(receiving())
        stack.enter_context(worker(stores, "sweep"))
        front = stack.enter_context(bad_network(server.port, FAULTY, 1))
        back = stack.enter_context(bad_network(int(receiver.url.split(":")[2].partition("/")[0]), FAULTY, 2))
        yield Hall(server, front, back, WebhookBot(receiver))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="one of the bots is written for Node, which is not here")
def test_every_command_of_every_bot_counts_exactly_once(hall: Hall, stores: StorePair, long_games: int) -> None:
    wishes = [LONG[number % len(LONG)] for number in range(long_games)] or list(SHORT)
    games = [hall.new_game(wish) for wish in wishes]
    started = time.monotonic()
    accepted = hall.play(games, 600 if not long_games else 60 * long_games)
    told = Counter((line["game"], line["version"]) for lines in accepted for line in lines)
    assert max(told.values()) == 1
    assert all(line["version"] == line["after"] + 1 for lines in accepted for line in lines)
    for game in games:
        by_seat = versions(stores, game)
        polled = {version for seat in (0, 1) for version in by_seat[seat]}
        assert polled == {version for at, version in told if at == game}
        assert by_seat[2] <= {version + 1 for version in hall.bot.asked[game]}
        assert hall.server.ask("GET", f"/v1/games/{game}")[1]["status"] == "finished"
    met = hall.front.met + hall.back.met
    assert {"request lost", "answer lost", "repeated", "delayed"} <= met.keys() or not long_games
    print(
        f"{len(games)} games, {sum(told.values())} commands by poll, {sum(map(len, hall.bot.asked.values()))} by "
        f"webhook, {time.monotonic() - started:.0f} s; the network: {dict(met)}"
    )


def versions(stores: StorePair, game: str) -> dict[int | None, set[int]]:
    """Return the versions in the log that each seat made; those of the table itself are under None."""
    found: dict[int | None, set[int]] = defaultdict(set)
    for event in open_store(stores.events_url).read(game):
        found[event.header.seat].add(event.version)
    return found
