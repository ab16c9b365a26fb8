"""Compares one, two and three hosts of the API on one store: CPU of all of them for a command.

Commands are spread evenly in two ways: a game's commands go to one host, as with a proxy that keeps clients where they
are, or to one host after the other, so that each has to read what the others did. Rounds are short and take turns, and
the medians of the ratios count, since others may be using the machine.
"""

import http.client
import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

from eventstore.embedded import start
from tests.benchmarks.cores import HUMANS, SEED, rehearsal
from tests.benchmarks.process import api_pids, cpu_seconds
from tests.benchmarks.report import report
from tests.benchmarks.store import durable_store
from tests.benchmarks.table import GAMES, Step, Table
from tests.service.processes import RunningSupervisor, supervisor

HOSTS = 3
COMMANDS = 100
PLAYED = 6  # games in a round: as many for each host
ROUNDS = 7


def run() -> None:
    """Measure all numbers of hosts on one pair of stores."""
    if not sys.platform.startswith("linux"):
        return
    with durable_store() as (directory, url), ExitStack() as stack:
        rq = start(directory / "rq", "no")
        stack.callback(rq.stop)
        urls = {"EVENTS_URL": url, "RQ_URL": rq.url, "ROLE": "api", "API_PROCESSES": "1"}
        hosts = [stack.enter_context(supervisor(directory / f"host{n}", **urls)) for n in range(HOSTS)]
        steps = rehearsal(hosts[0].port, COMMANDS)
        for name, is_shared in (("apart", False), ("shared", True)):
            for count in range(1, HOSTS + 1):
                cost(hosts[:count], steps, is_shared)
            rounds = [in_turn(hosts, steps, is_shared, number) for number in range(ROUNDS)]
            for count in range(1, HOSTS + 1):
                tell(name, count, rounds)


def in_turn(hosts: Sequence[RunningSupervisor], steps: Sequence[Step], is_shared: bool, number: int) -> list[float]:
    """Return what a command costs with each number of hosts, the first of which is another one in every round."""
    spent = [0.0] * HOSTS
    for turn in range(HOSTS):
        count = (number + turn) % HOSTS
        spent[count] = cost(hosts[: count + 1], steps, is_shared)
    return spent


def cost(hosts: Sequence[RunningSupervisor], steps: Sequence[Step], is_shared: bool) -> float:
    """Return the CPU milliseconds of some hosts for a command."""
    tables = [Table(hosts[n % len(hosts)].port, HUMANS, seed=SEED) for n in range(PLAYED)]
    lines = [http.client.HTTPConnection("127.0.0.1", host.port, timeout=60) for host in hosts]
    pids = [pid for host in hosts for pid in api_pids(host)]
    before = cpu_seconds(pids)
    for at, step in enumerate(steps):
        for number, table in enumerate(tables):
            post(lines[(number + at * is_shared) % len(hosts)], table, step)
    spent = cpu_seconds(pids) - before
    for line in (*lines, *(table.connection for table in tables)):
        line.close()
    return spent / len(steps) / PLAYED * 1e3


def post(line: http.client.HTTPConnection, table: Table, step: Step) -> None:
    """Post a command to a host, which must accept it."""
    headers = {"Authorization": f"Bearer {table.tokens[step.seat]}", "Content-Type": "application/json"}
    line.request("POST", f"{GAMES}/{table.id}/commands", json.dumps(step.command), headers)
    answer = line.getresponse()
    text = answer.read()
    assert answer.status == 201, text


def tell(name: str, count: int, rounds: Sequence[Sequence[float]]) -> None:
    """Print the CPU of a command with so many hosts, and the ratio to one host."""
    report(f"command_cpu_with_{count}_hosts_{name}", median(spent[count - 1] for spent in rounds), "ms")
    report(f"{count}_hosts_to_one_{name}", median(spent[count - 1] / spent[0] for spent in rounds), "times")
