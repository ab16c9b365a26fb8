"""Measures 1,000 event streams of a real server while games go on; some are cut at random and resume where they were.

A bare gevent server that only passes on what it gets is measured first, then a server of one process, then one of two.
The listeners are processes of their own (`tests.benchmarks.listening`) on the same machine, so the latencies include
what the listeners themselves cost it.
"""

import http.client
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks.process import api_pids, cpu_seconds, resident_bytes
from tests.benchmarks.report import report
from tests.benchmarks.table import Step, Table
from tests.service.processes import RunningSupervisor, supervisor

STREAMS = 1_000
CUT = 50
GAMES = 20
COMMANDS = 40  # of each game
PER_SECOND = 50.0  # commands, over all games
PROCESSES = (1, 2)  # of the API, one after the other
LISTENERS = 2  # processes
FILES = STREAMS + 256  # that the server may have to hold open
HUMANS = "human human human human"
SEED = "streams"


def run() -> None:
    """Measure the bare server and servers of one process and of two."""
    if not sys.platform.startswith("linux"):
        return
    allow_files()
    for processes in PROCESSES:
        bare = echoed()
        report("bare_stream_latency_p99", bare * 1e3, "ms")
        settings = {
            "LONGROAD_AI_WORKERS": "1",
            "LONGROAD_CONNECTIONS_PER_ADDRESS": "4000",
            "LONGROAD_API_PROCESSES": str(processes),
        }
        with tempfile.TemporaryDirectory() as directory, supervisor(Path(directory) / "var", **settings) as running:
            measure(running, f"_of_{processes}", bare)


def allow_files() -> None:
    """Raise the limit of open files of this process and its children; ends the run where that is not allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else max(soft, FILES)
    if most < FILES:
        sys.exit(f"{STREAMS} streams take {FILES} open files a process, and {most} are allowed: ulimit -n {FILES}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, FILES), hard))


class Posted:
    """Represents a game of the bare server, as far as `play` and `parts` use one."""

    def __init__(self, port: int, number: int) -> None:
        self.id = f"game{number}"
        self.tokens: dict[int, str] = {}
        self._connection = http.client.HTTPConnection("127.0.0.1", port)

    def post(self, seat: int, command: Any) -> Any:
        """Post a command, which makes the next version, and return the answer."""
        self._connection.request("POST", f"/v1/games/{self.id}/commands", json.dumps(command))
        return json.loads(self._connection.getresponse().read())


def echoed() -> float:
    """Return the p99 latency (s) of as many streams on the bare server; ends the run if an event is missing."""
    with subprocess.Popen((sys.executable, "-m", "tests.benchmarks.echo"), stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int(line(server))
            tables = [Posted(port, number) for number in range(GAMES)]
            with ExitStack() as stack:
                listeners = [stack.enter_context(listening(port, part | {"cut": 0})) for part in parts(tables)]
                for listener in listeners:
                    line(listener)
                asked = play(tables, [Step(0, {"type": "Roll"}, 0)] * COMMANDS, [])
                logs = {table.id: [f"{version}-0" for version in range(1, COMMANDS + 1)] for table in tables}
                told = json.dumps({"logs": logs, "asked": asked})
                tallies = [ask(listener, told) for listener in listeners]
        finally:
            server.kill()
    if any(tally["delivered"] != tally["expected"] for tally in tallies):
        sys.exit("the bare server missed events")
    return p99([second for tally in tallies for second in tally["latencies"]])


def p99(latencies: list[float]) -> float:
    """Return the latency that one of a hundred exceeds."""
    return sorted(latencies)[len(latencies) * 99 // 100]


def measure(running: RunningSupervisor, name: str, bare: float) -> None:
    """Measure and print everything about a server; ends the run if an event was missed or came twice."""
    steps = rehearsal(running.port)
    tables = [Table(running.port, HUMANS, seed=SEED) for _ in range(GAMES)]
    pids = api_pids(running)
    before = resident_bytes(pids)
    with ExitStack() as stack:
        listeners = [stack.enter_context(listening(running.port, part)) for part in parts(tables)]
        opened = sum(json.loads(line(listener))["open"] for listener in listeners)
        report(f"streams_open{name}", opened, "streams")
        report(f"stream_memory{name}", (resident_bytes(pids) - before) / opened, "bytes")
        spent = cpu_seconds(pids)
        took: list[float] = []
        asked = play(tables, steps, took)
        told = json.dumps({"logs": {table.id: ids(table) for table in tables}, "asked": asked})
        tallies = [ask(listener, told) for listener in listeners]
        spent = cpu_seconds(pids) - spent
    report(f"stream_command_p99{name}", p99(took) * 1e3, "ms")
    tell(tallies, spent, name, bare)
    report(f"stream_memory_after{name}", (resident_bytes(pids) - before) / opened, "bytes")


def rehearsal(port: int) -> list[Step]:
    """Return commands that can be posted again to every game of the same seed."""
    table = Table(port, HUMANS, seed=SEED)
    steps: list[Step] = []
    while len(steps) < COMMANDS:
        seat = table.owing(table.view())
        assert seat is not None
        steps.append(table.act(seat, table.choice(seat)))
    return steps


def parts(tables: Sequence[Table | Posted]) -> Iterator[dict[str, Any]]:
    """Yield what each listening process opens: streams of spectators and of every seat, evenly over the games."""
    streams = [
        {"game": table.id, "token": table.tokens.get(n // GAMES % 5)}
        for n, table in enumerate(tables[number % GAMES] for number in range(STREAMS))
    ]
    seconds = GAMES * COMMANDS / PER_SECOND
    for n in range(LISTENERS):
        yield {"streams": streams[n::LISTENERS], "cut": CUT // LISTENERS, "seconds": seconds, "seed": n}


@contextmanager
def listening(port: int, part: dict[str, Any]) -> Iterator[subprocess.Popen[str]]:
    """Yield a listening process with its streams, and end it afterwards."""
    command = (sys.executable, "-m", "tests.benchmarks.listening")
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        say(process, json.dumps({"port": port, **part}))
        yield process
        process.wait()
    finally:
        process.kill()
        process.wait()


def say(process: subprocess.Popen[str], text: str) -> None:
    """Send one line to a listening process."""
    assert process.stdin is not None
    process.stdin.write(text + "\n")
    process.stdin.flush()


def line(process: subprocess.Popen[str]) -> str:
    """Return the next line of a process; ends the run if there is none (the process writes the reason to stderr)."""
    assert process.stdout is not None
    text = process.stdout.readline()
    if not text:
        sys.exit("a listening process ended early")
    return text


def ask(process: subprocess.Popen[str], told: str) -> dict[str, Any]:
    """Send a line to a listening process, and return its tally."""
    say(process, told)
    tally: dict[str, Any] = json.loads(line(process))
    return tally


def play(tables: Sequence[Table | Posted], steps: Sequence[Step], took: list[float]) -> dict[str, dict[str, float]]:
    """Post every step to every game at an even pace, and return when each version was asked for, by game.

    The time that each answer took is added to `took`.
    """
    asked: dict[str, dict[str, float]] = {table.id: {} for table in tables}
    due = time.monotonic()
    for step in steps:
        for table in tables:
            due += 1 / PER_SECOND
            time.sleep(max(0.0, due - time.monotonic()))
            begun = time.monotonic()
            version = table.post(step.seat, step.command)["version"]
            took.append(time.monotonic() - begun)
            asked[table.id][str(version)] = begun
    return asked


def ids(table: Table) -> list[str]:
    """Return the ids of all events in a game's log."""
    return [f"{event['version']}-{event['index']}" for event in table.events()]


def tell(tallies: Sequence[dict[str, Any]], spent: float, name: str, bare: float) -> None:
    """Print the tallies; ends the run unless every event came once and in order."""
    expected, delivered, repeated, disordered, cut = (
        sum(tally[name] for tally in tallies) for name in ("expected", "delivered", "repeated", "out_of_order", "cut")
    )
    latencies = sorted(second for tally in tallies for second in tally["latencies"])
    report(f"stream_events_delivered{name}", delivered, "events", expected)
    report(f"stream_events_repeated{name}", repeated, "events")
    report(f"streams_cut_and_resumed{name}", cut, "streams")
    report(f"stream_latency_p50{name}", latencies[len(latencies) // 2] * 1e3, "ms")
    report(f"stream_latency_p99{name}", p99(latencies) * 1e3, "ms", bare * 1e3)
    report(f"stream_event_cpu{name}", spent / delivered * 1e6, "us")
    if delivered != expected or repeated or disordered:
        sys.exit("a stream missed, repeated or mixed up events")
