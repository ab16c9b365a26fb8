"""Tests an arena in real processes: bots by webhook and by poll, nonsense, silence, and a worker that is killed."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis

from tests.conftest import StorePair
from tests.service.http.live import Server, served, worker
from tests.service.processes import wait_for
from tests.service.webhooks.receiver import Receiver, receiving
from tests.workers.conftest import Start
from tests.workers.serving.killing import kill, let_signatures_run_out

BOT = Path(__file__).parents[2] / "bots" / "polling_bot.py"
DEADLINE_S = 10
GAMES = 4
GOOD, POLLING, CONFUSED, SILENT = range(4)
RNG = Random(5)


def good(message: dict[str, Any]) -> tuple[int, Any]:
    """Return any legal command."""
    if message["type"] != "turn" or not message["data"]["legal_actions"]["must_act"]:
        return 204, None
    legal = message["data"]["legal_actions"]
    commands = [one["command"] for one in legal["actions"]] or [one["example"] for one in legal["templates"]]
    return 200, RNG.choice(commands)


def confused(message: dict[str, Any]) -> tuple[int, Any]:
    """Return what is no command."""
    return 200, {"type": "Castle", "with": [None, "x" * 1000]}


class Hall:
    """Represents an API whose client has a webhook for each receiver."""

    def __init__(self, server: Server, *receivers: Receiver) -> None:
        self.server = server
        self.text = str(server.ask("POST", "/v1/keys", {})[1]["key"])
        self.key = {"X_Api_Key": self.text}
        self.hooks = [self.ask("POST", "/v1/webhooks", {"url": one.url, "types": []})["id"] for one in receivers]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the answer to a request with the client's key."""
        status, answer = self.server.ask(method, path, body, **self.key)
        assert status < 300, answer
        return answer

    def arena(self) -> str:
        """Request an arena, and return its id."""
        entrants = [
            {"kind": "bot", "name": "Good", "webhook": self.hooks[0]},
            {"kind": "bot", "name": "Polling"},
            {"kind": "bot", "name": "Confused", "webhook": self.hooks[1]},
            {"kind": "bot", "name": "Silent"},
        ]
        body = {"ruleset": "toy", "options": {"target": 6}, "games": GAMES, "entrants": entrants}
        return str(self.ask("POST", "/v1/arenas", body | {"deadline_s": DEADLINE_S})["id"])


@pytest.fixture
def hall(stores: StorePair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    monkeypatch.setenv("LONGROAD_WEBHOOKS", "loopback")
    with ExitStack() as stack:
        server = stack.enter_context(served(stores))
        receivers = [stack.enter_context(receiving()) for _ in range(2)]
        receivers[0].answer, receivers[1].answer = good, confused
        stack.enter_context(worker(stores, "ai"))
        yield Hall(server, *receivers)


@pytest.mark.slow
def test_bots_play_and_forfeit_and_a_killed_worker_changes_nothing(hall: Hall, start: Start, rq_redis: Redis) -> None:
    start("sweep", "missed=0.5")
    first = start("run", "long")
    arena = hall.arena()
    base = f"http://127.0.0.1:{hall.server.port}"
    bot = subprocess.Popen([sys.executable, BOT, base, hall.text, arena, str(POLLING)])
    try:
        assert wait_for(lambda: "games" in hall.ask("GET", f"/v1/jobs/{arena}"))
        kill(first.pid)
        let_signatures_run_out(rq_redis)
        start("run", "long")
        assert wait_for(lambda: hall.ask("GET", f"/v1/jobs/{arena}")["status"] in ("finished", "failed"))
        job = hall.ask("GET", f"/v1/jobs/{arena}")
        assert job["status"] == "finished", job
        assert bot.wait(60) == 0
    finally:
        bot.kill()
        bot.wait()
    check(hall, job)


def check(hall: Hall, job: Any) -> None:
    """Check the result, and that each game was hosted once, in public, and played to its end by those who play."""
    rows = job["result"]["table"]
    assert [row["name"] for row in rows] == ["Good", "Polling", "Confused", "Silent"]
    assert [row["forfeits"] for row in rows] == [0, 0, GAMES, GAMES]
    assert sum(row["wins"] for row in rows) == GAMES - wins_of_agents(hall, job)
    assert (rows[CONFUSED]["wins"], rows[SILENT]["wins"], job["result"]["unfinished"]) == (0, 0, 0)
    assert max(rows[CONFUSED]["rating"], rows[SILENT]["rating"]) < min(rows[GOOD]["rating"], rows[POLLING]["rating"])
    assert [game["number"] for game in job["games"]] == list(range(GAMES))
    hosted = {game["game"] for game in job["games"]}
    assert {row["id"] for row in hall.ask("GET", "/v1/games?mine=true&status=finished")["games"]} == hosted
    assert len(hosted) == GAMES
    for game in hosted:
        view = hall.server.ask("GET", f"/v1/games/{game}")[1]
        assert (view["status"], view["result"]["reason"]) == ("finished", "played")


def wins_of_agents(hall: Hall, job: Any) -> float:
    """Count the games that an agent won in the place of a bot that forfeited; they are nobody's."""
    lost = 0.0
    for game in job["games"]:
        winners = hall.server.ask("GET", f"/v1/games/{game['game']}")[1]["result"]["winners"]
        gone = [seat["seat"] for seat in game["seats"] if seat["entrant"] in (CONFUSED, SILENT)]
        lost += sum(seat in gone for seat in winners) / len(winners)
    return lost
