"""Tests that a backup made while games are played can be restored by following docs/operations.md to the letter."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

import pytest

from tests.service.processes import PATIENCE_S, RunningSupervisor, below, left_over, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
ROOT = Path(__file__).parents[3]
SEATS = [{"kind": "human"}] * 3
ROUNDS = 12


def told_by_the_page() -> list[str]:
    """Return the shell blocks in the section on backups."""
    page = (ROOT / "docs" / "operations.md").read_text()
    section = page.partition("\n## Back up and restore\n")[2].partition("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)


def ask(port: int, method: str, place: str, body: Any = None, token: str = "") -> Any:
    """Return the body of an answer with the expected status."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    shown = {"X-Api-Key": token} if token.startswith("key-") else {"Authorization": f"Bearer {token}"}
    headers = {"Content-Type": "application/json"} | (shown if token else {})
    connection.request(method, f"/v1{place}", None if body is None else json.dumps(body), headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    assert answer.status in (200, 201), (answer.status, text)
    return json.loads(text)


class Table:
    """Represents a game whose three seats belong to one player, with the newest version that the server confirmed."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.random = Random(seed)
        made = ask(port, "POST", "/games", {"ruleset": "catan", "seats": SEATS})
        self.id = made["id"]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.confirmed = 0

    def act(self) -> None:
        """Send a command for a seat that owes one."""
        for token in self.tokens:
            legal = ask(self.port, "GET", f"/games/{self.id}/legal-actions", token=token)
            if legal["must_act"]:
                listed = [action["command"] for action in legal["actions"]]
                command = self.random.choice(listed or [legal["templates"][0]["example"]])
                done = ask(self.port, "POST", f"/games/{self.id}/commands", command, token)
                self.confirmed = done["version"]
                return

    def log(self, port: int, token: str) -> list[Any]:
        """Return all events that a seat or a spectator may read on a server."""
        found: list[Any] = []
        after: int | None = 0
        while after is not None:
            page = ask(port, "GET", f"/games/{self.id}/events?after={after}", token=token)
            found += page["events"]
            after = page.get("next")
        return found


class Player(Thread):
    """Plays on all tables in turn until it is stopped."""

    def __init__(self, tables: list[Table]) -> None:
        super().__init__()
        self.tables = tables
        self.is_over = Event()
        self.rounds = 0

    def run(self) -> None:
        while not self.is_over.is_set():
            for table in self.tables:
                table.act()
            self.rounds += 1


@contextmanager
def play(tables: list[Table]) -> Iterator[Player]:
    """Play in a thread while the test runs."""
    player = Player(tables)
    player.start()
    try:
        yield player
    finally:
        player.is_over.set()
        player.join()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty directory for the commands of the page: `longroad` is on its path, and no setting is made."""
    script = tmp_path / "bin" / "longroad"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m service.cli "$@"\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("LONGROAD_DATA_DIR", "LONGROAD_EVENTS_URL", "LONGROAD_RQ_URL", "LONGROAD_REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@contextmanager
def served(home: Path, data_dir: str, line: str) -> Iterator[RunningSupervisor]:
    """Run a server by a line of the shell until the block ends."""
    running = RunningSupervisor(home / data_dir, ("sh", "-e", "-c", line), cwd=home, LONGROAD_AI_WORKERS="1")
    try:
        running.await_ready()
        yield running
    finally:
        for pid, command in below(running.process.pid).items() | {(running.process.pid, "sh")}:
            if "service.cli run" in command or command == "sh":
                os.kill(pid, signal.SIGTERM)
        running.process.wait(PATIENCE_S)
        assert wait_for(lambda: left_over(home / data_dir) == [])


def test_the_page_brings_every_game_back(home: Path) -> None:
    make, bring_back = told_by_the_page()
    with served(home, "var", "exec longroad run") as first:
        tables = [Table(first.port, seed) for seed in range(3)]
        key = ask(first.port, "POST", "/keys", {"name": "kept"})["key"]
        with play(tables) as player:
            assert wait_for(lambda: player.rounds >= ROUNDS or not player.is_alive())
            before = {table.id: table.confirmed for table in tables}
            rounds = player.rounds
            made = subprocess.run(("sh", "-e", "-c", make), cwd=home, capture_output=True, text=True, check=False)
            assert made.returncode == 0, made.stderr
            assert wait_for(lambda: player.rounds > rounds or not player.is_alive())
            assert player.is_alive()
        assert made.stdout.startswith("backups/monday: a backup of 3 games, ")
        assert json.loads((home / "backups" / "monday" / "manifest.json").read_text())["games"] == len(tables)
        with served(home, "restored", bring_back) as second:
            assert ask(second.port, "GET", "/me/pending", token=key) == ask(first.port, "GET", "/me/pending", token=key)
            for table in tables:
                compare(table, before[table.id], first.port, second.port)
                table.port = second.port
                table.act()


def compare(table: Table, confirmed: int, first: int, second: int) -> None:
    """Check that a game is the same on the second server as on the first, with all that had been confirmed."""
    head = ask(second, "GET", f"/games/{table.id}")["version"]
    assert ROUNDS <= confirmed <= head <= table.confirmed
    for token in (*table.tokens, ""):
        kept = [event for event in table.log(first, token) if event["version"] <= head]
        assert table.log(second, token) == kept
        view = ask(second, "GET", f"/games/{table.id}", token=token)
        assert view["version"] == head
        place = f"/games/{table.id}?version={head}"
        assert ask(second, "GET", place, token=token) == ask(first, "GET", place, token=token)
