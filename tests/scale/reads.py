"""Measures what a read across games takes: processor time of the API and of the stores, and commands."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tests.benchmarks.process import api_pids, cpu_seconds, own_bytes
from tests.benchmarks.table import Table
from tests.scale.hall import ADMIN_KEY, Hall
from tests.scale.meters import Meter
from tests.service.processes import RunningSupervisor

SERIES: Final = 5
REQUESTS: Final = 40
OWN: Final = 6
"""Sets how many games the key of the reader has."""
OWN_COMMANDS: Final = 40
HUMANS: Final = "human human human"
PLACES: Final[Mapping[str, str]] = {  # of pages that are full at every size
    "lobby": "/v1/games?limit=40",
    "lobby_filtered": "/v1/games?status=running&ruleset=catan&limit=40",
    "lobby_over": "/v1/games?status=finished&sort=ended&limit=40",
    "pending": "/v1/me/pending",
    "mine": "/v1/games?mine=true",
}


class Reader:
    """Reads again and again as a client that has a few games of its own."""

    def __init__(self, hall: Hall, running: RunningSupervisor) -> None:
        self._hall, self._running = hall, running
        self._first = Table(running.port, HUMANS, ADMIN_KEY)
        self._key = self._first.anything("POST", "/v1/keys", {}, key=ADMIN_KEY)["key"]
        for number in range(OWN):
            _play_some(Table(running.port, HUMANS, self._key, seed=f"own {number}"))

    def read_all(self, archived: Sequence[str]) -> dict[str, Any]:
        """Return the cost of each kind of read, and the bytes that the API holds afterwards."""
        found: dict[str, Any] = {}
        for name, place in PLACES.items():
            found |= self._cost(name, lambda _, place=place: self._get(place))
        if archived:
            found |= self._cost("archived", lambda number: self._get(f"/v1/games/{archived[number % len(archived)]}"))
        return {**found, "api_bytes": own_bytes(api_pids(self._running))}

    def _get(self, place: str) -> object:
        return self._first.anything("GET", place, key=self._key)

    def _cost(self, name: str, read: Callable[[int], object]) -> dict[str, float]:
        """Return the best of some series, since the machine may be used by others."""
        found = []
        pids = api_pids(self._running)
        read(0)
        for number in range(SERIES):
            before = cpu_seconds(pids)
            with Meter([*self._hall.primaries, *self._hall.queue_clients]) as meter:
                for request in range(REQUESTS):
                    read(number * REQUESTS + request)
            stores = sum(one.cpu_s for one in meter.spent)
            commands = sum(one.commands for one in meter.spent)
            found.append((cpu_seconds(pids) - before, stores, commands))
        cpu, stores, commands = (min(values) / REQUESTS for values in zip(*found, strict=True))
        return {f"{name}_ms": 1e3 * cpu, f"{name}_stores_ms": 1e3 * stores, f"{name}_commands": commands}


def _play_some(table: Table) -> None:
    for _ in range(OWN_COMMANDS):
        seat = table.owing(table.view())
        if seat is not None:
            table.act(seat, table.choice(seat))
