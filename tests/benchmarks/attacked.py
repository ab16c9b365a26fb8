"""`python -m tests.benchmarks.attacked [SECONDS]`: how fast eight tables play without and beside an attacker.

It starts a server. The attacker has the tables' address and no token, and repeats bodies that are refused.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Any, Final

from tests.benchmarks.process import api_pids, cpu_seconds
from tests.benchmarks.report import report
from tests.benchmarks.table import Table
from tests.service.processes import RunningSupervisor, supervisor

TABLES: Final = 8
PEOPLE: Final = "human human human human"
ADMIN: Final = "an-administrator-of-a-benchmark"
"""Makes the games, since the attacker uses up those that its address may make."""
SECONDS: Final = 20.0
SETTLE_S: Final = 2.0
"""Sets how long tables play, and how long they are attacked, before commands are counted."""


class Player:
    """Plays games of four people, each request with a seat's token, and counts the commands that were accepted."""

    def __init__(self, port: int) -> None:
        self.accepted = 0
        self._port = port
        self.table = self._new()

    def play(self, is_over: Event) -> None:
        """Play one game after the other."""
        while not is_over.is_set():
            view: Any = self.table.ask("GET", f"/{self.table.id}", seat=0)
            seat = self.table.owing(view)
            command = None if seat is None else self.table.choice(seat)
            if seat is None or command is None:
                self.table = self._new()
                continue
            self.table.act(seat, command)
            self.accepted += 1

    def _new(self) -> Table:
        return Table(self._port, PEOPLE, key=ADMIN)


def rate(running: RunningSupervisor, players: list[Player], seconds: float, what: str) -> float:
    """Return how many commands are accepted each second from now on, and say what the API's processes used for it."""
    pids = api_pids(running)
    before, used, began = sum(one.accepted for one in players), cpu_seconds(pids), time.monotonic()
    time.sleep(seconds)
    passed = time.monotonic() - began
    report(f"{what}_api_cpu", (cpu_seconds(pids) - used) / passed, "s each second")
    return (sum(one.accepted for one in players) - before) / passed


def attackers(running: RunningSupervisor, game: str, seconds: float) -> subprocess.Popen[str]:
    """Start the attack, which ends by itself."""
    command = [sys.executable, "-m", "tests.benchmarks.attacking", str(running.port), game, str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def measure(running: RunningSupervisor, seconds: float) -> None:
    """Let the tables play alone, beside the attacker, and alone again, since other work on the machine changes."""
    players, is_over = [Player(running.port) for _ in range(TABLES)], Event()
    with ThreadPoolExecutor(TABLES) as pool:
        playing = [pool.submit(one.play, is_over) for one in players]
        try:
            time.sleep(SETTLE_S)
            alone = rate(running, players, seconds / 2, "alone")
            attack = attackers(running, players[0].table.id, seconds + 2 * SETTLE_S)
            time.sleep(SETTLE_S)
            beside = rate(running, players, seconds, "attacked")
            answers = json.loads(attack.communicate()[0])
            after = rate(running, players, seconds / 2, "alone_again")
        finally:
            is_over.set()
        for one in playing:
            one.result()
    report("accepted_commands_attacked", beside, "each second", (alone + after) / 2)
    for answer, count in sorted(answers.items()):
        report(f"attack answered {answer}", count / (seconds + 2 * SETTLE_S), "each second")
    print(f"load {os.getloadavg()[0]:.1f}")


def main(seconds: str = str(SECONDS)) -> None:
    """Start a server and measure it."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "var"
        measure(stack.enter_context(supervisor(directory, LONGROAD_ADMIN_KEY=ADMIN)), float(seconds))


if __name__ == "__main__":
    main(*sys.argv[1:])
