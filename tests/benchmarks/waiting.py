"""Measures how long a person waits for agents: wall time until their first answer, and until the person's next turn.

`BESIDE=DIRECTORY` names another tree of Longroad, whose server is measured in turns with this one.
"""

import http.client
import statistics
import time
from threading import Thread

from tests.benchmarks.hosted import serving_in_turns
from tests.benchmarks.report import report
from tests.benchmarks.table import GAMES, Table
from tests.service.processes import PATIENCE_S, RunningSupervisor

ROUNDS = 4
COMMANDS = 40
LOOK_S = 0.02


class Watched:
    """Notes when each version of a game came on its event stream."""

    def __init__(self, port: int, table: Table) -> None:
        self.came: dict[int, float] = {}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._connection.request("GET", f"{GAMES}/{table.id}/events", headers={"Accept": "text/event-stream"})
        self._answer = self._connection.getresponse()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while line := self._answer.readline():
            if line.startswith(b"id: "):
                self.came.setdefault(int(line[4:].partition(b"-")[0]), time.monotonic())

    def when(self, version: int) -> float:
        """Wait until a version is here, and return when it came."""
        until = time.monotonic() + PATIENCE_S
        while version not in self.came:
            assert time.monotonic() < until, version
            time.sleep(LOOK_S)
        return self.came[version]


def run() -> None:
    """Measure the commands of a person at a table with three agents."""
    with serving_in_turns() as servers:
        waits: list[list[tuple[float, float]]] = [[] for _ in servers]
        for number in range(ROUNDS):
            for server, found in zip(servers, waits, strict=True):
                found += _waits(server, number)
        for name, column in (("first_answer", 0), ("own_turn", 1)):
            series = [[one[column] * 1e3 for one in found] for found in waits]
            for quantile, place in (("p50", 49), ("p90", 89)):
                report(f"hosted_{name}_{quantile}", *_told([_quantile(one, place) for one in series]))


def _told(values: list[float]) -> tuple[float, str, float | None]:
    return values[0], "ms", values[1] if len(values) > 1 else None


def _quantile(values: list[float], place: int) -> float:
    return statistics.quantiles(values, n=100)[place]


def _waits(server: RunningSupervisor, number: int) -> list[tuple[float, float]]:
    """Return the seconds from each command to the agents' first version and to the person's next turn."""
    table = Table(server.port, "human ai ai ai", seed=f"waiting {number}")
    watched = Watched(server.port, table)
    found: list[tuple[float, float]] = []
    asked, sent = 0, 0.0
    for _ in range(COMMANDS):
        version = _own_turn(table)
        if version is None:
            break
        if asked and version > asked:
            found.append((watched.when(asked + 1) - sent, watched.when(version) - sent))
        command = table.choice(0)
        sent = time.monotonic()
        asked = table.post(0, command)["version"]
    return found


def _own_turn(table: Table) -> int | None:
    """Wait until the person must act or may answer, and return the version, or None when the game is over."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        view = table.view()
        if view["status"] == "finished":
            return None
        if table.owing(view) is not None:
            return int(view["version"])
        time.sleep(LOOK_S)
    raise AssertionError("the agents never came to an end")
