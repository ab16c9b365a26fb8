"""Measures what a read across many games costs: CPU of the API and commands to the stores.

The games are clones of one short game, made in the event store itself; a key has a few games of its own, played by
their own commands. The sweep reads the clones in and is then stopped, so that only the requests are counted.
"""

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from eventstore.embedded.server import start
from eventstore.records import place_of
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.views.lobby_projection import LOBBY
from tests.benchmarks.over_http import cpu_of
from tests.benchmarks.report import report
from tests.benchmarks.table import Table
from tests.clones import Calls, clone
from tests.service.processes import RunningSupervisor, supervisor, wait_for

SIZES = (100, 1_000, 10_000, 50_000)
OWN, OWN_COMMANDS, CLONED_COMMANDS = 6, 40, 8
SERIES, REQUESTS = 3, 150
HUMANS = "human human human"
PLACES = {
    "lobby": "/v1/games",
    "lobby_filtered": "/v1/games?status=running&ruleset=catan",
    "lobby_several_filters": "/v1/games?status=running&ruleset=catan&map=variable&agents=none",
    "lobby_nothing_found": "/v1/games?status=running&agents=some&sort=started",
    "my_games": "/v1/games?mine=true",
    "pending": "/v1/me/pending",
    "my_events": "/v1/me/events",
    "my_events_latest": "/v1/me/events?after=latest",
}


def run() -> None:
    """Measure every place at every number of games, with the ratio to the smallest number."""
    if not sys.platform.startswith("linux"):
        return
    with tempfile.TemporaryDirectory() as directory:
        events, rq = (start(Path(directory) / name, "no") for name in ("events", "rq"))
        try:
            with supervisor(Path(directory) / "var", LONGROAD_EVENTS_URL=events.url, LONGROAD_RQ_URL=rq.url) as running:
                measure(running, Redis.from_url(events.url), Redis.from_url(rq.url), events.url)
        finally:
            rq.stop()
            events.stop()


def measure(running: RunningSupervisor, events: Redis, rq: Redis, url: str) -> None:
    """Make more and more games, and measure reads across them."""
    key = Table(running.port, HUMANS).anything("POST", "/v1/keys", {})["key"]
    for _ in range(OWN):
        play(Table(running.port, HUMANS, key=key), OWN_COMMANDS)
    other = Table(running.port, HUMANS)
    play(other, CLONED_COMMANDS)
    versions = other.view()["version"]
    first: dict[str, tuple[float, float]] = {}
    there = OWN + 1
    for size in SIZES:
        since = time.monotonic()
        clone(events, other.id, versions, size - there)
        there = size
        read_in(url)
        report(f"lobby_read_in_{size}", time.monotonic() - since, "s")
        with held(running, r"workers\.sweep"):
            for name, place in PLACES.items():
                cpu, calls = cost(running, other, key, place, events, rq)
                peer = first.setdefault(name, (cpu, calls))
                report(f"{name}_cpu_{size}", cpu, "ms", peer[0])
                report(f"{name}_calls_{size}", calls, "commands", peer[1])


def play(table: Table, commands: int) -> None:
    """Play up to this many commands of whichever seat owes one."""
    for _ in range(commands):
        seat = table.owing(table.view())
        if seat is not None:
            table.act(seat, table.choice(seat))


def read_in(url: str) -> None:
    """Wait until the lobby knows all games that there are now; agents may go on playing."""
    store = open_store(url)
    ends = store.feed_ends()
    assert wait_for(lambda: has_read(store, ends), 3_600)
    store.close()


def has_read(store: EventStore, ends: Mapping[int, str]) -> bool:
    """Return whether the lobby has read the feeds up to these cursors, or beyond."""
    read = store.checkpoints(LOBBY, ends)
    return all(place_of(read[shard]) >= place_of(end) for shard, end in ends.items())


@contextmanager
def held(running: RunningSupervisor, what: str) -> Iterator[None]:
    """Stop a child of the supervisor until the block ends."""
    pid = running.pid_of(what)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def cost(
    running: RunningSupervisor, table: Table, key: str, place: str, events: Redis, rq: Redis
) -> tuple[float, float]:
    """Return the CPU ms and the commands of one request, the best of some series."""

    def read() -> None:
        for _ in range(REQUESTS):
            table.anything("GET", place, key=key)

    read()
    calls = Calls(events), Calls(rq)
    series = [(cpu_of(running, read), sum(counter.count().commands for counter in calls)) for _ in range(SERIES)]
    return min(cpu for cpu, _ in series) / REQUESTS * 1e3, min(count for _, count in series) / REQUESTS
