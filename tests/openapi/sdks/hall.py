"""Lets an example bot play games through a network that loses, repeats and delays, and cuts streams."""

import gzip
import json
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from eventstore.streams import open_store
from tests.bots.network import BUSY, FAULTS, Network, bad_network
from tests.conftest import StorePair
from tests.service.http.live import Server

FAULTY = 0.05
LIMIT_S = 1200.0
LEAST = {"catan": 3}
"""Names the rulesets that need more than two players."""
GZIP = b"\x1f\x8b"
SHORT: tuple[dict[str, Any], ...] = ({"ruleset": "goofspiel"},)
LONG: tuple[dict[str, Any], ...] = (
    {"ruleset": "catan", "options": {"victory_points": 5}},
    {"ruleset": "catan-dice"},
    {"ruleset": "elasund"},
    {"ruleset": "goofspiel"},
)


class Evening(NamedTuple):
    """Reports how many games of a ruleset a bot played, with how many commands, and what the network did to it."""

    ruleset: str
    games: int
    commands: int
    seconds: float
    met: Counter[str]


def evening(
    server: Server, stores: StorePair, bot: Sequence[str | Path], wish: dict[str, Any], games: int, seed: int
) -> Evening:
    """Let processes of a bot (`BOT URL GAME...`) finish games, and check that every command counts exactly once."""
    started = time.monotonic()
    players = LEAST.get(wish["ruleset"], 2)
    ids = [_opened(server, wish, players) for _ in range(games)]
    with bad_network(server.port, FAULTY, seed, (*FAULTS, BUSY)) as network:
        command = [*map(str, bot), f"http://127.0.0.1:{network.port}", *ids]
        bots = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for _ in range(players)
        ]
        try:
            said = [process.communicate(timeout=LIMIT_S)[0] for process in bots]
        finally:
            for process in bots:
                process.kill()
        assert [process.returncode for process in bots] == [0] * players, "\n".join(said)
        commands = sum(_accepted(server, stores, network, game) for game in ids)
        return Evening(wish["ruleset"], games, commands, time.monotonic() - started, network.met)


def _opened(server: Server, wish: dict[str, Any], players: int) -> str:
    status, made = server.ask("POST", "/v1/games", {**wish, "seats": [{"kind": "open"}] * players})
    assert status == 201, made
    return str(made["id"])


def _accepted(server: Server, stores: StorePair, network: Network, game: str) -> int:
    """Return how many commands a finished game has: one version for each Idempotency-Key that was answered 201."""
    assert server.ask("GET", f"/v1/games/{game}")[1]["status"] == "finished"
    path = f"/v1/games/{game}/commands"
    told = [json.loads(_plain(text))["version"] for (asked, _), text in network.made.items() if asked == path]
    logged = {event.version for event in open_store(stores.events_url).read(game) if event.header.seat is not None}
    assert sorted(told) == sorted(logged)
    return len(told)


def _plain(text: bytes) -> bytes:
    return gzip.decompress(text) if text.startswith(GZIP) else text
