"""Measures how many games and questions a core serves, by agent and level, and prints the table of docs/sizing.md.

A server with one worker of each kind is asked over HTTP; the CPU time is that of all its processes, its stores
included. A *move* is a version of a game between four agents (two of goofspiel), played to the end as fast as it goes.
Advice is asked about positions of those games, as if they came from elsewhere. Memory is what the worker holds that
played them, with what it shares with others of its pool, and without files that are mapped. Each agent plays, and is
asked, for SECONDS (default 5) at least; `AGENTS=planner,graded@3` measures some alone.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.benchmarks.hosted import await_rest, cpu_by_part
from tests.benchmarks.process import own_bytes
from tests.benchmarks.report import report
from tests.benchmarks.table import Table
from tests.service.processes import PATIENCE_S, RunningSupervisor, below, supervisor, wait_for
from workers.agents.catalog import AGENTS, IDLE, at_level, split_name
from workers.agents.entries import ANY_RULESET, AgentEntry

HEADING: Final = (
    "| game | agent | games at one move a second | advice a second | a worker |",
    "|---|---|---|---|---|",
)
"""Begins the table; the figures are for a core of the machine."""
ADMIN_KEY: Final = "the-key-of-the-benchmark"
ASKED: Final = 40
"""Sets about how many positions of a game are asked about."""
WAIT_S: Final = 60
LOOK_S: Final = 0.5
PLAIN: Final = "catan"
"""Is played by agents of any game."""


class Contender(NamedTuple):
    """Names an agent, with its level, and the game that it plays here."""

    ruleset: str
    agent: str

    @property
    def seats(self) -> int:
        """Return how many of it play a game."""
        return 2 if self.ruleset == "goofspiel" else 4


class Answered(NamedTuple):
    """Holds how many questions were answered in a second of processor time, and the ms that each took, in order."""

    rate: float
    times_ms: list[float]


class Capacity(NamedTuple):
    """Holds for a contender what a core serves in a second, and the bytes of a worker."""

    moves: float
    answers: float
    memory: int


def contenders() -> list[Contender]:
    """List all agents that are served, at all of their levels, by game and strength."""
    order = [PLAIN, *sorted({ruleset for entry in AGENTS for ruleset in entry.rulesets} - {PLAIN, ANY_RULESET})]
    found = [Contender(_game_of(entry), name) for entry in AGENTS if entry.id != IDLE for name in _names(entry)]
    return sorted(found, key=lambda one: order.index(one.ruleset))


def _game_of(entry: AgentEntry) -> str:
    return PLAIN if ANY_RULESET in entry.rulesets else entry.rulesets[0]


def _names(entry: AgentEntry) -> list[str]:
    return [at_level(entry.id, level.number) for level in entry.levels] or [entry.id]


def row(contender: Contender, measured: Capacity) -> str:
    """Return a line of the table."""
    figures = f"{_rounded(measured.moves)} | {_rounded(measured.answers)} | {measured.memory / 1e6:.0f} MB"
    return f"| `{contender.ruleset}` | `{contender.agent}` | {figures} |"


def _rounded(value: float) -> str:
    """Return a rate with two digits that count, since a machine gives no more."""
    if value < 10:
        return f"{value:.1f}"
    digits = max(0, len(f"{value:.0f}") - 2)
    return f"{round(value, -digits):,.0f}"


def run() -> None:
    """Print what was measured of each agent, and at the end the table."""
    if not sys.platform.startswith("linux"):
        return
    wanted = os.environ.get("AGENTS", "").split(",")
    chosen = [one for one in contenders() if wanted == [""] or one.agent in wanted]
    found = []
    with serving(with_tables=any(one.ruleset == "catan-dice" for one in chosen)) as server:
        for contender in chosen:
            measured = measure(server, contender, float(os.environ.get("SECONDS", "5")))
            found.append((contender, measured))
            report(f"capacity_{contender.agent}_games", measured.moves, "games/core")
            report(f"capacity_{contender.agent}_advice", measured.answers, "answers/s/core")
            report(f"capacity_{contender.agent}_worker", measured.memory / 1e6, "MB")
    print("\n".join([*HEADING, *(row(*one) for one in found)]), flush=True)


@contextmanager
def serving(*, with_tables: bool) -> Iterator[RunningSupervisor]:
    """Yield a server with one process of each kind, which has the tables of all agents, or builds none."""
    one = dict.fromkeys(("LONGROAD_API_PROCESSES", "LONGROAD_AI_WORKERS", "LONGROAD_JOB_WORKERS"), "1")
    with tempfile.TemporaryDirectory() as directory:
        data_dir = Path(directory) / "var"
        if with_tables:
            settings = {**os.environ, "LONGROAD_DATA_DIR": str(data_dir)}
            subprocess.run((sys.executable, "-m", "workers.tables"), env=settings, stdout=sys.stderr, check=True)
        with supervisor(data_dir, LONGROAD_ADMIN_KEY=ADMIN_KEY, **one) as server:
            yield server


def measure(server: RunningSupervisor, contender: Contender, seconds: float) -> Capacity:
    """Let an agent play and be asked for some seconds each, by workers that have done nothing else."""
    exchange_workers(server)
    moves, table = play(server, contender, seconds)
    memory = own_bytes(workers_of(server, "ai"))
    return Capacity(moves, ask_all(server, table, questions_of(table, contender), seconds).rate, memory)


def play(server: RunningSupervisor, contender: Contender, seconds: float) -> tuple[float, Table]:
    """Let an agent play games; return how many moves that were in a second of processor time, and the last game."""
    _played(server, contender, "warm up")
    await_rest(server)
    before, until, moves, games = cpu_by_part(server).total(), time.monotonic() + seconds, 0, 0
    while not games or time.monotonic() < until:
        table = _played(server, contender, games)
        moves, games = moves + table.view()["version"], games + 1
    return moves / (cpu_by_part(server).total() - before), table


def _played(server: RunningSupervisor, contender: Contender, number: int | str) -> Table:
    """Let agents play a game to its end."""
    seats = [{"kind": "ai", **_named(contender)}] * contender.seats
    table = Table(server.port, "", ADMIN_KEY, ruleset=contender.ruleset, seats=seats, seed=f"capacity {number}")
    until = time.monotonic() + PATIENCE_S
    while (view := table.view())["status"] != "finished":
        assert time.monotonic() < until, view
        time.sleep(LOOK_S)
    return table


def _named(contender: Contender) -> dict[str, Any]:
    """Return how seats and questions name an agent."""
    agent, level, _ = split_name(contender.agent)
    return {"agent": agent} | ({} if level is None else {"level": level})


def questions_of(table: Table, contender: Contender) -> list[bytes]:
    """Return questions about some versions of a game that is over."""
    newest = table.view()["version"]
    return [_question(table, version, contender) for version in range(2, newest, max(1, newest // ASKED))]


def _question(table: Table, version: int, contender: Contender) -> bytes:
    """Return the question about a version of a game, of the seat that had to act, as if it came from elsewhere."""
    place = f"/{table.id}"
    seat = table.ask("GET", f"{place}?version={version}")["awaiting"][0]["seat"]
    document = table.ask("GET", f"{place}/position?version={version}&seat={seat}")
    del document["game"]
    return json.dumps({"position": document, **_named(contender)}).encode()


def ask_all(server: RunningSupervisor, table: Table, questions: Sequence[bytes], seconds: float) -> Answered:
    """Ask questions in turn for some seconds, after each was asked once."""
    for question in questions:
        ask(table, question)
    await_rest(server)
    table.connection.close()  # which the server ends when nobody uses it
    before, until, times = cpu_by_part(server).total(), time.monotonic() + seconds, list[float]()
    while time.monotonic() < until:
        begun = time.perf_counter()
        ask(table, questions[len(times) % len(questions)])
        times.append(1000 * (time.perf_counter() - begun))
    return Answered(len(times) / (cpu_by_part(server).total() - before), times)


def ask(table: Table, question: bytes, path: str = "/v1/positions/advice") -> None:
    """Ask a question, or a batch of them, and wait for the answer."""
    headers = {"Content-Type": "application/json", "Prefer": f"wait={WAIT_S}", "X-Api-Key": ADMIN_KEY}
    table.connection.request("POST", path, question, headers)
    told = _answer(table)
    while (job := told.get("job", told)).get("status") in ("queued", "running"):
        table.connection.request("GET", f"/v1/jobs/{job['id']}", None, headers)
        told = _answer(table)
    assert {"advice", "result"} & {*told}, told


def _answer(table: Table) -> dict[str, Any]:
    answer = table.connection.getresponse()
    told: dict[str, Any] = json.loads(answer.read())
    assert answer.status in (200, 202), (answer.status, told)
    return told


def workers_of(server: RunningSupervisor, role: str) -> list[int]:
    """Return the processes of a role that do its jobs."""
    pool = server.pid_of(_pool(role))
    return [] if pool is None else [*below(pool)]


def _pool(role: str) -> str:
    return rf"workers\.run {role}( |$)"


def exchange_workers(server: RunningSupervisor) -> None:
    """End the workers of agents and of long jobs, and wait for those in their places."""
    for role in ("ai", "long"):
        assert wait_for(lambda role=role: workers_of(server, role))
        old = workers_of(server, role)
        for pid in old:
            os.kill(pid, signal.SIGTERM)
        assert wait_for(lambda role=role, old=old: {*workers_of(server, role)} - {*old})
