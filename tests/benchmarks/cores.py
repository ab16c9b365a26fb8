"""Compares one process of the API with two: CPU of a command, how they share the commands, and how long clients wait.

Every client posts to a game of its own on a connection that stays open. The events store is durable; what it can take
by itself is measured with as many clients.

A command costs more on a machine whose other core is busy, whatever the program: caches and memory are shared. So two
processes are compared with two things: with one process that has all clients, and with two servers of one process each
that have half of the clients each and share no game. The latter keep both cores as busy, so that what remains is the
price of sharing the games. Rounds are short and take turns, and the medians of the ratios count, since others may be
using the machine.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from eventstore.embedded.server import start
from eventstore.log.chain import ROOT, event_bytes, next_chain
from eventstore.log.codec import canonical
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
ROUNDS = 9
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
    with ExitStack() as stack:
        one, two, neighbor = (
            stack.enter_context(serving(directory / name, url, processes))
            for name, processes in (("one", 1), ("two", 2), ("neighbor", 1))
        )
        steps = rehearsal(one.port, max(CLIENTS.values()))
        compare(one, two, neighbor, steps)
        report("least_share_of_two_processes", least_share(two), "of 1")
        for count, each in CLIENTS.items():
            for name, running in (("one", one), ("two", two)):
                tell(f"{count}_clients_{name}", post([running], steps[:each], count))


@contextmanager
def serving(directory: Path, url: str, processes: int) -> Iterator[RunningSupervisor]:
    """Yield a server that runs nothing but so many processes of the API, with queues of its own."""
    queues = start(directory / "queues", "everysec")
    try:
        with supervisor(
            directory,
            LONGROAD_EVENTS_URL=url,
            LONGROAD_RQ_URL=queues.url,
            LONGROAD_ROLE="api",
            LONGROAD_API_PROCESSES=str(processes),
        ) as running:
            yield running
    finally:
        queues.stop()


def compare(one: RunningSupervisor, two: RunningSupervisor, neighbor: RunningSupervisor, steps: Sequence[Step]) -> None:
    """Print the CPU of a command with two processes, and its ratios to one process that is alone or beside another."""
    setups = ([one], [two], [one, neighbor])
    for servers in setups:
        command_cpu(servers, steps)  # two processes take twice as long to become warm
    rounds = [spent_in_turn(setups, steps, number) for number in range(ROUNDS)]
    alone, shared, beside = (median(spent[n] for spent in rounds) for n in range(3))
    report("command_cpu_with_one_process", alone, "ms")
    report("command_cpu_with_two_processes", shared, "ms")
    report("command_cpu_of_one_process_beside_another", beside, "ms")
    report("two_processes_to_one", median(spent[1] / spent[0] for spent in rounds), "times the CPU of a command")
    report("busy_neighbor_to_none", median(spent[2] / spent[0] for spent in rounds), "times, what the machine adds")
    report("two_processes_to_neighbors", median(spent[1] / spent[2] for spent in rounds), "times, what sharing adds")


def spent_in_turn(setups: Sequence[Sequence[RunningSupervisor]], steps: Sequence[Step], number: int) -> list[float]:
    """Return the CPU of a command with each of the setups, the first of which is another one in every round."""
    order = [(number + turn) % len(setups) for turn in range(len(setups))]
    spent = {place: command_cpu(setups[place], steps) for place in order}
    return [spent[place] for place in range(len(setups))]


def rehearsal(port: int, commands: int) -> list[Step]:
    """Return commands that can be posted again to every game of the same seed."""
    table = Table(port, HUMANS, seed=SEED)
    steps: list[Step] = []
    while len(steps) < commands and (seat := table.owing(table.view())) is not None:
        steps.append(table.act(seat, table.choice(seat)))
    return steps


def command_cpu(servers: Sequence[RunningSupervisor], steps: Sequence[Step], is_shared: bool = False) -> float:
    """Return the CPU milliseconds of all processes of the API for a command, while several clients post.

    A client stays with one server, unless games are shared: then each server gets every so many-th command of a game.
    """
    pids, steps = [pid for running in servers for pid in api_pids(running)], steps[:EACH]
    games = new_games(servers, COMPARED)
    before = cpu_seconds(pids)
    post(servers, steps, COMPARED, games, is_shared)
    return (cpu_seconds(pids) - before) / len(steps) / COMPARED * 1e3


def new_games(servers: Sequence[RunningSupervisor], clients: int) -> list[Table]:
    """Make a game for each client, at the servers in turn."""
    return [Table(servers[client % len(servers)].port, HUMANS, seed=SEED) for client in range(clients)]


def post(
    servers: Sequence[RunningSupervisor],
    steps: Sequence[Step],
    clients: int,
    games: Sequence[Table] = (),
    is_shared: bool = False,
) -> dict[str, Any]:
    """Let that many clients post the steps, each to a game of its own, and return each latency and the overall rate."""
    sent = [
        [(f"/v1/games/{table.id}/commands", table.tokens[step.seat], json.dumps(step.command)) for step in steps]
        for table in games or new_games(servers, clients)
    ]
    ports, count = [running.port for running in servers], max(POSTERS, len(servers))
    ways = [ports[n % len(ports) :] + ports[: n % len(ports)] for n in range(count)]
    plans = [
        {"ports": way if is_shared else way[:1], "clients": sent[n::count]}
        for n, way in enumerate(ways)
        if sent[n::count]
    ]
    command = (sys.executable, "-m", "tests.benchmarks.posting")
    posters = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in plans]
    for poster, plan in zip(posters, plans, strict=True):
        assert poster.stdin is not None
        poster.stdin.write(json.dumps(plan) + "\n")
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
