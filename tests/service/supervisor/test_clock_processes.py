"""Tests that a clock outlives the death of every process, which are real here, killed and started again."""

import json
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.service.processes import RunningSupervisor, left_over, supervisor, wait_for


def asked(running: RunningSupervisor, path: str, body: Any = None) -> Any:
    """Send a request and return the JSON of the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"http://127.0.0.1:{running.port}{path}", data, {"Content-Type": "application/json"})
    with urlopen(request, timeout=90) as answer:
        return json.load(answer)


def test_a_deadline_survives_the_death_of_everything(tmp_path: Path) -> None:
    wish = {
        "ruleset": "catan-dice",
        "seats": [{"kind": "human"}, {"kind": "human"}],
        "clock": {"seconds": 4, "on_timeout": "resign"},
    }
    with supervisor(tmp_path / "var") as first:
        path = f"/v1/games/{asked(first, '/v1/games', wish)['id']}"
        first.kill()
        assert wait_for(lambda: left_over(tmp_path / "var") == [])
    time.sleep(4)

    with supervisor(tmp_path / "var") as second:
        assert wait_for(lambda: asked(second, path)["status"] == "finished")
        assert asked(second, path)["result"]["reason"] == "resignation"
        assert [event["type"] for event in asked(second, f"{path}/events?after=1")["events"]] == [
            "TimeUsed",
            "TimedOut",
            "SeatResigned",
            "GameClosed",
            "SeedRevealed",
        ]
