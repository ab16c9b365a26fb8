"""Tests that a server compiles its rules while it serves, and runs them from its next start on (in the long form)."""

import json
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.service.processes import PATIENCE_S, RunningSupervisor, supervisor

MINUTES = 15


def server(running: RunningSupervisor) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/v1", timeout=PATIENCE_S) as answer:
        body: dict[str, Any] = json.load(answer)
        return body


def test_a_server_compiles_its_rules_and_runs_them_from_the_next_start_on(tmp_path: Path, long_games: int) -> None:
    if not long_games:
        pytest.skip("compiled in the long form")
    data_dir = tmp_path / "data"
    with supervisor(data_dir, LONGROAD_COMPILE="auto") as running:
        until = time.monotonic() + MINUTES * 60
        while server(running)["compiling"] == "pending" and time.monotonic() < until:
            time.sleep(2)
        assert (server(running)["rules"], server(running)["compiling"]) == ("plain", "ready")
    with supervisor(data_dir, LONGROAD_COMPILE="auto") as again:
        assert (server(again)["rules"], server(again)["compiling"]) == ("compiled", "used")


def test_a_server_that_ends_while_it_compiles_tries_again(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    with supervisor(data_dir, LONGROAD_COMPILE="auto") as running:
        cache = data_dir / "cache" / "compiled"
        until = time.monotonic() + PATIENCE_S
        while not list(cache.glob("*.new")) and time.monotonic() < until:
            time.sleep(0.1)
        assert server(running)["compiling"] == "pending"
        assert list(cache.glob("*.tried"))
    assert list(cache.glob("*.tried")) == []
    assert running.process.returncode == 0


def test_a_server_that_says_how_its_rules_run_logs_no_error(tmp_path: Path) -> None:
    """Its workers must not fork to find out: gevent's hooks complain, and the child would hold their sockets."""
    with supervisor(tmp_path / "data", LONGROAD_COMPILE="auto") as running:
        assert server(running)["compiling"] != "off"
    said = (tmp_path / "data" / "log" / "api.log").read_text()
    assert [word for word in ("Traceback", "Exception ignored", "ERROR") if word in said] == [], said
