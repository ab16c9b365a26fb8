"""What a real server costs: CPU of its API process a request, bytes of an answer, bytes of an event in the log."""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from redis import Redis

from eventstore import keys
from eventstore.embedded import start
from tests.benchmarks.process import api_pids, cpu_seconds, directory_bytes
from tests.benchmarks.report import report
from tests.benchmarks.table import Step, Table
from tests.service.processes import RunningSupervisor, supervisor

COMMANDS = 400
READS = 300
HUMANS = "human human human human"
SEED = "benchmark"


def run() -> None:
    """All measurements over HTTP."""
    if not sys.platform.startswith("linux"):
        return
    with tempfile.TemporaryDirectory() as directory:
        store = start(Path(directory) / "events", "always")
        try:
            with supervisor(Path(directory) / "var", EVENTS_URL=store.url) as running:
                commands(running, rehearsal(running), Path(directory) / "events", store.url)
                with_opponents(running)
        finally:
            store.stop()


def rehearsal(running: RunningSupervisor) -> list[Step]:
    """A game between four people whose commands can be posted again to a game of the same seed."""
    table = Table(running.port, HUMANS, seed=SEED)
    steps: list[Step] = []
    while len(steps) < COMMANDS and (seat := table.owing(table.view())) is not None:
        steps.append(table.act(seat, table.choice(seat)))
    return steps


def commands(running: RunningSupervisor, steps: list[Step], directory: Path, url: str) -> None:
    """The same game again, nothing but its commands; then its log, and reads of the position that it led to."""
    table = Table(running.port, HUMANS, seed=SEED)
    before, waits = directory_bytes(directory), []

    def play() -> None:
        for step in steps:
            start = time.perf_counter()
            table.act(step.seat, step.command)
            waits.append(time.perf_counter() - start)

    report("http_command_cpu", cpu_of(running, play) / len(steps) * 1e3, "ms")
    report("http_command_wait_median", sorted(waits)[len(waits) // 2] * 1e3, "ms")
    report("http_command_body_mean", sum(step.size for step in steps) / len(steps), "bytes")
    report("http_command_body_largest", max(step.size for step in steps), "bytes")
    events = len(table_events(table))
    report("event_on_disk", (directory_bytes(directory) - before) / events, "bytes")
    with Redis.from_url(url) as redis:
        report("event_in_stream", redis.memory_usage(keys.log(table.id), samples=0) / events, "bytes")
    for name, place in (("http_view", ""), ("http_legal_actions", "/legal-actions")):
        reads(running, table, name, place)


def table_events(table: Table) -> list[object]:
    """All events of a game."""
    found: list[object] = []
    after: int | None = 0
    while after is not None:
        page = table.ask("GET", f"/{table.id}/events?after={after}")
        found += page["events"]
        after = page.get("next")
    return found


def reads(running: RunningSupervisor, table: Table, name: str, place: str) -> None:
    """A read by a seat, over and over."""

    def read() -> None:
        for _ in range(READS):
            table.text("GET", f"/{table.id}{place}", seat=0)

    report(f"{name}_cpu", cpu_of(running, read) / READS * 1e3, "ms")
    report(f"{name}_body", len(table.text("GET", f"/{table.id}{place}", seat=0)), "bytes")


def with_opponents(running: RunningSupervisor) -> None:
    """The commands of one person against three AI opponents: each wakes a worker."""
    spent, made = 0.0, 0
    while made < COMMANDS // 2:
        table = Table(running.port, "human ai ai ai")
        while (view := table.view())["status"] == "running":
            seat = table.owing(view)
            command = None if seat is None else table.choice(seat)
            if seat is None or command is None:
                time.sleep(0.01)
                continue
            spent += cpu_of(running, lambda seat=seat, command=command, table=table: table.act(seat, command))
            made += 1
    report("http_command_with_ai_cpu", spent / made * 1e3, "ms")


def cpu_of(running: RunningSupervisor, act: Callable[[], object]) -> float:
    """The CPU seconds that the API spends while something is done."""
    pids = api_pids(running)
    before = cpu_seconds(pids)
    act()
    return cpu_seconds(pids) - before
