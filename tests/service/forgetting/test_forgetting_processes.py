"""Tests that a person is forgotten while Longroad runs, and stays so where it starts on a restored backup."""

import json
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from service.forgetting import FILE
from tests.service.cli.command import longroad
from tests.service.processes import RunningSupervisor, refusal, supervisor, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
ANA, BEA = "Anastasia Past", "Beatrice Present"


def ask(running: RunningSupervisor, method: str, place: str, body: Any = None, key: str = "") -> Any:
    headers = {"Content-Type": "application/json"} | ({"X-Api-Key": key} if key else {})
    data = None if body is None else json.dumps(body).encode()
    url = f"http://127.0.0.1:{running.port}/v1{place}"
    with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=60) as answer:
        return json.loads(answer.read())


def names(running: RunningSupervisor, game: str) -> list[str | None]:
    return [seat.get("name") for seat in ask(running, "GET", f"/games/{game}")["seats"]]


def done(*arguments: str) -> str:
    told = longroad(*arguments, LONGROAD_EVENTS_URL="", LONGROAD_REDIS_URL="", LONGROAD_RQ_URL="")
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_a_running_server_forgets_and_so_does_a_restored_one(tmp_path: Path) -> None:
    data_dir, again, backup = tmp_path / "var", tmp_path / "again", tmp_path / "backup"
    of = ("--data-dir", str(data_dir))
    with supervisor(data_dir) as running:
        key = ask(running, "POST", "/keys", {"name": ANA})["key"]
        seats = [{"kind": "human", "name": ANA}, {"kind": "open"}]
        game = ask(running, "POST", "/games", {"ruleset": "goofspiel", "seats": seats}, key)["id"]
        ask(running, "POST", f"/games/{game}/seats", {"name": BEA})
        assert names(running, game) == [ANA, BEA]
        done("backup", str(backup), *of)

        done("forget", "--key", key.partition(".")[0], *of)

        assert wait_for(lambda: names(running, game) == [None, BEA])
        assert ask(running, "GET", f"/games/{game}")["status"] == "finished"

    done("restore", str(backup), "--data-dir", str(again), "--forgotten", str(data_dir / FILE))
    with supervisor(again) as running:
        assert names(running, game) == [None, BEA]
        assert ask(running, "GET", f"/games/{game}")["status"] == "finished"
    held = [path for path in again.rglob("*") if path.is_file() and ANA.encode() in path.read_bytes()]
    assert held == []


def test_a_start_is_refused_whose_list_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / FILE).write_text("Anastasia\n")
    line = refusal(RunningSupervisor(tmp_path / "var"), 1)
    assert line.endswith("forgotten, line 1: not the id of someone who was forgotten: 'Anastasia'")
