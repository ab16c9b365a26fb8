"""Tests that two processes of the API count each request once, also when one of them is killed, and across a restart.

With `--long` 10,000 requests are sent, otherwise a few hundred.
"""

import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eventstore.streams import open_store
from service.process.wall_clock import now_ms
from service.usage.ledger import PENDING
from service.usage.places import Sums, day_of, of_day, of_key
from tests.conftest import StorePair, store_pair
from tests.service.http.lines import Line, new_line
from tests.service.http.live import Server, served
from tests.service.processes import below, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
ADMIN = "the-key-of-the-administrator-of-this-test"
SHORT, LONG = 600, 10_000
LINES = 12
KILLED_AT = 0.6
ADDRESSES = (f"127.0.3.{number}" for number in count(1))
PATHS = {
    "listGames": "/v1/games?limit=1",
    "getGame": "/v1/games/{game}",
    "getLegalActions": "/v1/games/{game}/legal-actions",
    "listEvents": "/v1/games/{game}/events?limit=2",
    "listRulesets": "/v1/rulesets?nonsense=1",
    "listAgents": "/v1/agents",
    "createAdvice": "/v1/positions/advice",
    "listPositionActions": "/v1/positions/legal-actions",
    "tryPositionCommands": "/v1/positions/apply",
}
"""The requests by operation; some are refused."""
VECTORS = Path(__file__).parents[3] / "openapi" / "clients" / "position-vectors.json"
BROUGHT = {"text": json.loads(VECTORS.read_text())[0]["text"]}
BODIES: dict[str, dict[str, Any]] = {
    "createAdvice": BROUGHT | {"agent": "matching"},
    "listPositionActions": BROUGHT,
    "tryPositionCommands": BROUGHT | {"commands": [{"type": "Bid", "card": 7}, {"type": "Bid", "card": 7}]},
}
"""What is posted; the others are read."""


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[StorePair]:
    """Yield stores in which nothing else is counted."""
    with store_pair(tmp_path) as stores:
        yield stores


def settings(directory: Path) -> dict[str, str]:
    (directory / "metrics").mkdir(exist_ok=True)
    return {"LONGROAD_API_PROCESSES": "2", "LONGROAD_ADMIN_KEY": ADMIN, "LONGROAD_DATA_DIR": str(directory)}


class Callers:
    """Represents two keys and a client without one, and what was sent and answered for each of them."""

    def __init__(self, server: Server, keys: list[str], opened: ExitStack) -> None:
        self.sent: Counter[tuple[str, str]] = Counter()
        self.answered: Counter[tuple[str, str]] = Counter()
        self._opened, self._server, self._keys, self._rng = opened, server, [*keys, ""], Random(1)
        seats = {"ruleset": "goofspiel", "seats": [{"kind": "human"}, {"kind": "human"}]}
        self._game = server.ask("POST", "/v1/games", seats, X_Api_Key=ADMIN)[1]["id"]
        self._lines = [self._new_line() for _ in range(LINES)]

    def _new_line(self) -> Line:
        return new_line(self._opened, self._server, next(ADDRESSES))

    def ask(self, number: int) -> None:
        """Send some requests, one after the other; a connection that breaks is replaced."""
        for _ in range(number):
            place, key = self._rng.randrange(LINES), self._rng.choice(self._keys)
            operation = self._rng.choice(list(PATHS))
            self.sent[key, operation] += 1
            try:
                line = self._lines[place]
                if operation in BODIES:
                    line.post(PATHS[operation], BODIES[operation], key)
                else:
                    line.ask(PATHS[operation].format(game=self._game), key=key)
                line.rest()
            except (OSError, IndexError):
                self._lines[place] = self._new_line()
            else:
                self.answered[key, operation] += 1


def requests_of(stores: StorePair, keys: list[str]) -> Counter[tuple[str, str]]:
    """Return how many requests the store knows today by key and operation; all clients without a key are one."""
    store, today, found = open_store(stores.events_url), day_of(now_ms()), Counter[tuple[str, str]]()
    for key in (*keys, ""):
        owner = of_key(key.partition(".")[0], today) if key else of_day(today)
        for name, value in store.facts(owner).items():
            operation = name.partition(" ")[2]
            if operation in PATHS and not name.startswith("="):
                found[key, operation] += Sums(*map(int, value.split())).requests
    store.close()
    return found


def test_each_request_is_counted_once_although_a_process_is_killed(
    pair: StorePair, tmp_path: Path, long_games: int
) -> None:
    number = LONG if long_games else SHORT
    with ExitStack() as opened:
        server = opened.enter_context(served(pair, **settings(tmp_path)))
        assert wait_for(lambda: len(below(server.process.pid)) == 2)
        keys = [server.ask("POST", "/v1/keys", {}, X_Api_Key=ADMIN)[1]["key"] for _ in range(2)]
        callers = Callers(server, keys, opened)
        callers.ask(round(number * KILLED_AT))
        victim = min(below(server.process.pid))
        os.kill(victim, signal.SIGKILL)
        callers.ask(number - round(number * KILLED_AT))
    found = requests_of(pair, keys)
    assert all(found[who] <= callers.sent[who] for who in callers.sent), "something was counted twice"
    lost = sum(callers.answered.values()) - sum(found.values())
    assert lost <= PENDING + LINES
    if long_games:
        print(f"{number} requests, {sum(callers.answered.values())} answered, {sum(found.values())} counted")
        assert lost <= number / 100

    with ExitStack() as opened:
        server = opened.enter_context(served(pair, **settings(tmp_path)))
        later = Callers(server, keys, opened)
        later.ask(60)
        assert later.answered == later.sent
        assert wait_for(lambda: requests_of(pair, keys) == found + later.sent)
        [day] = server.ask("GET", f"/v1/keys/{keys[0].partition('.')[0]}/usage", X_Api_Key=keys[0])[1]["days"]
        shown = {row["operation"]: row["requests"] for row in day["operations"] if row["operation"] in PATHS}
        assert shown == {operation: (found + later.sent)[keys[0], operation] for operation in PATHS}
        [decided] = day["agents"]
        asked = callers.sent[keys[0], "createAdvice"] + later.sent[keys[0], "createAdvice"]
        assert asked - PENDING - LINES <= decided["decisions"] <= asked


def test_a_server_that_stops_writes_all_that_it_counted(pair: StorePair, tmp_path: Path) -> None:
    with ExitStack() as opened:
        server = opened.enter_context(served(pair, **settings(tmp_path)))
        keys = [server.ask("POST", "/v1/keys", {}, X_Api_Key=ADMIN)[1]["key"]]
        callers = Callers(server, keys, opened)
        callers.ask(30)
    assert requests_of(pair, keys) == callers.sent
