"""Measures how long people wait for their next turn while twenty of them ask for tables of level 8 at once.

Those that are refused for the time being (503 `agents_busy`) play at level 5 instead. Each person thinks for a second
before each act.
"""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.benchmarks.hosted import serving_in_turns
from tests.benchmarks.report import report
from tests.benchmarks.table import Table

TABLES = 20
TURNS = 6
THINK_S = 1.0
LOOK_S = 0.4
LONGEST_S = 300
BUILDS = ("Build", "Found", "Buy")
ORDER = ("DeclineOffer", "RollDice", "MoveRobber", "Steal", "EndTrade", "EndTurn")


class Person:
    """Plays some turns of a game over HTTP."""

    def __init__(self, port: int, number: int) -> None:
        self.slow = True
        try:
            self.table = self._sit_down(port, number, 8)
        except AssertionError as refusal:
            if "agents_busy" not in str(refusal):
                raise
            self.slow = False
            self.table = self._sit_down(port, number, 5)
        self.waits: list[float] = []

    def _sit_down(self, port: int, number: int, level: int) -> Table:
        seats = [{"kind": "human"}, *[{"kind": "ai", "agent": "graded", "level": level}] * 3]
        return Table(port, "human ai ai ai", seats=seats, seed=f"crowd {number}", offer_wait_s=0)

    def play(self) -> "Person":
        """Play so many turns, and note the waits."""
        until, ended = time.monotonic() + LONGEST_S, 0.0
        while len(self.waits) < TURNS and time.monotonic() < until:
            legal = self.table.ask("GET", f"/{self.table.id}/legal-actions", seat=0)
            command = self._choose(legal)
            if command is None:
                time.sleep(LOOK_S)
                if self.table.view()["status"] == "finished":
                    break
                continue
            if ended and command["type"] != "DeclineOffer" and "Discard" not in command["type"]:
                self.waits.append(time.monotonic() - ended)
                ended = 0.0
            time.sleep(THINK_S)
            try:
                self.table.post(0, command)
            except AssertionError:  # the offer has ended meanwhile
                continue
            if command["type"] == "EndTurn":
                ended = time.monotonic()
        return self

    def _choose(self, legal: Any) -> Any:
        """Return what the person does: decline, build, go on; None if nothing must be done."""
        listed = [action["command"] for action in legal["actions"]]
        declined = [command for command in listed if command["type"] == "DeclineOffer"]
        if declined or not legal["must_act"]:
            return declined[0] if declined else None
        built = [command for command in listed if command["type"].startswith(BUILDS)]
        named = [command for name in ORDER for command in listed if command["type"] == name]
        pool = built or named or listed or [template["example"] for template in legal["templates"]]
        return pool[0] if pool is named else self.table.random.choice(pool)


def run() -> None:
    """Measure the waits of twenty people."""
    with serving_in_turns() as servers, ThreadPoolExecutor(TABLES) as pool:
        for server in servers:
            people = [Person(server.port, number) for number in range(TABLES)]
            played = list(pool.map(Person.play, people))
            report("crowded_tables_of_level_8", float(sum(person.slow for person in played)), "tables")
            for name, slow in (("all", None), ("level_8", True), ("level_5", False)):
                waits = [wait for one in played if slow in (None, one.slow) for wait in one.waits]
                if len(waits) > 1:
                    cuts = statistics.quantiles(waits, n=100)
                    report(f"crowded_wait_{name}_p50", cuts[49], "s")
                    report(f"crowded_wait_{name}_p95", cuts[94], "s")
