"""Compares one process of the API with two: CPU of a command, how they share the commands, and how long clients wait.

Every client posts to a game of its own on a connection that stays open. The events store is durable; what it can take
by itself is measured with as many clients.
"""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from eventstore.chain import ROOT, event_bytes, next_chain
from eventstore.codec import canonical
from eventstore.records import Header, NewEvent, Version
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.measuring.reports import METRICS, PERIOD_S
from tests.benchmarks.process import api_pids, cpu_seconds
from tests.benchmarks.report import report
from tests.benchmarks.store import durable_store
from tests.benchmarks.table import Step, Table
from tests.service.processes import RunningSupervisor, supervisor

HUMANS = "human human human human"
SEED = "cores"
CLIENTS = {1: 200, 4: 100, 16: 60, 64: 20}
"""Maps a number of clients to the number of commands that each of them posts."""
COMPARED = 32  # clients: both processes have as much to do as one
EACH = 100
SERIES = 5  # the best of which counts: two processes take twice as long to become warm
POSTERS = 2  # processes
RAW = {1: 400, 16: 60}
ROUTE = "/v1/games/<id>/commands"


def run() -> None:
    """Measure both numbers of processes on one store."""
    if not sys.platform.startswith("linux"):
        return
    with durable_store() as (directory, url):
        raw_appends(url)
        both(directory, url)


def both(directory: Path, url: str) -> None:
    """Measure one process and two over the same time, in turns."""
    with (
        supervisor(directory / "one", EVENTS_URL=url, API_PROCESSES="1") as one,
        supervisor(directory / "two", EVENTS_URL=url, API_PROCESSES="2") as two,
    ):
        steps = rehearsal(one.port, max(CLIENTS.values()))
        spent = [[command_cpu(running, steps) for running in (one, two)] for _ in range(SERIES)]
        report("command_cpu_with_two_processes", min(s[1] for s in spent), "ms", min(s[0] for s in spent))
        report("least_share_of_two_processes", least_share(two), "of 1")
        for count, each in CLIENTS.items():
            for name, running in (("one", one), ("two", two)):
                tell(f"{count}_clients_{name}", post(running.port, steps[:each], count))


def rehearsal(port: int, commands: int) -> list[Step]:
    """Return commands that can be posted again to every game of the same seed."""
    table = Table(port, HUMANS, seed=SEED)
    steps: list[Step] = []
    while len(steps) < commands and (seat := table.owing(table.view())) is not None:
        steps.append(table.act(seat, table.choice(seat)))
    return steps


def command_cpu(running: RunningSupervisor, steps: Sequence[Step]) -> float:
    """Return the CPU milliseconds of all processes of the API for a command, while several clients post."""
    pids, steps = api_pids(running), steps[:EACH]
    games = [Table(running.port, HUMANS, seed=SEED) for _ in range(COMPARED)]
    before = cpu_seconds(pids)
    post(running.port, steps, COMPARED, games)
    return (cpu_seconds(pids) - before) / len(steps) / COMPARED * 1e3


def post(port: int, steps: Sequence[Step], clients: int, games: Sequence[Table] = ()) -> dict[str, Any]:
    """Let that many clients post the steps, each to a game of its own, and return each latency and the overall rate."""
    tables = games or [Table(port, HUMANS, seed=SEED) for _ in range(clients)]
    sent = [
        [(f"/v1/games/{table.id}/commands", table.tokens[step.seat], json.dumps(step.command)) for step in steps]
        for table in tables
    ]
    command = (sys.executable, "-m", "tests.benchmarks.posting")
    parts = [part for part in (sent[n::POSTERS] for n in range(POSTERS)) if part]
    posters = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in parts]
    for poster, part in zip(posters, parts, strict=True):
        assert poster.stdin is not None
        poster.stdin.write(json.dumps({"port": port, "clients": part}) + "\n")
        poster.stdin.flush()
    told = [json.loads(poster.communicate()[0]) for poster in posters]
    latencies = sorted(second for one in told for second in one["latencies"])
    seconds = max(one["to"] for one in told) - min(one["from"] for one in told)
    return {"latencies": latencies, "rate": len(latencies) / seconds}


def tell(name: str, found: dict[str, Any]) -> None:
    """Print the latencies and the rate that many clients met."""
    latencies = found["latencies"]
    for part in (50, 95, 99):
        report(f"command_p{part}_{name}", latencies[len(latencies) * part // 100] * 1e3, "ms")
    report(f"commands_{name}", found["rate"], "1/s")


def least_share(running: RunningSupervisor) -> float:
    """Return the share of all commands that was accepted by the process that accepted fewest."""
    time.sleep(2 * PERIOD_S)
    counts = []
    for path in (running.data_dir / METRICS).glob("api-*.counts"):
        of = json.loads(path.read_bytes())["longroad_http_requests"]
        counts.append(sum(value for (name, labels), value in of if ["route", ROUTE] in labels and "_total" in name))
    return min(counts) / sum(counts)


def raw_appends(url: str) -> None:
    """Measure how many appends a second the store takes without decisions, from one client and from several threads."""
    for clients, count in RAW.items():
        store = open_store(url)
        begun = time.monotonic()
        with ThreadPoolExecutor(clients) as pool:
            list(pool.map(partial(append, store, count), (f"raw-{clients}-{client}" for client in range(clients))))
        report(f"raw_appends_{clients}_clients", clients * count / (time.monotonic() - begun), "1/s")
        store.close()


def append(store: EventStore, count: int, game: str) -> None:
    """Append this many versions to one log, each after the one before."""
    chain = ROOT
    for number in range(count):
        event = NewEvent("Moved", 1, canonical({"number": number, "seat": 1, "kind": "raw"}))
        header = Header(f"{game}.{number}", 0, "raw", 1, 1_700_000_000_000)
        store.append(game, number, [Version((event,), header)], chain=chain)
        chain = next_chain(chain, number + 1, [event_bytes(event)])
