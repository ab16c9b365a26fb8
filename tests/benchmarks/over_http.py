"""Measures what a real server costs: CPU of the API for each request, bytes of answers, and bytes of events on disk."""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from redis import Redis

from eventstore import keys
from tests.benchmarks.process import api_pids, cpu_seconds, directory_bytes
from tests.benchmarks.report import report
from tests.benchmarks.store import durable_store
from tests.benchmarks.table import Step, Table
from tests.service.processes import RunningSupervisor, supervisor

COMMANDS = 400
READS = 300
SERIES = 3  # the best of which counts: others may be using the machine
HUMANS = "human human human human"
PERSON = "human ai ai ai"
SEED = "benchmark"


def run() -> None:
    """Take all measurements over HTTP."""
    if not sys.platform.startswith("linux"):
        return
    with durable_store() as (directory, url), supervisor(directory / "var", LONGROAD_EVENTS_URL=url) as running:
        commands(running, rehearsal(running), directory / "events", url)
        with_opponents(running)


def rehearsal(running: RunningSupervisor) -> list[Step]:
    """Return a game between four people whose commands can be posted again to a game of the same seed."""
    table = Table(running.port, HUMANS, seed=SEED)
    steps: list[Step] = []
    while len(steps) < COMMANDS and (seat := table.owing(table.view())) is not None:
        steps.append(table.act(seat, table.choice(seat)))
    return steps


def commands(running: RunningSupervisor, steps: list[Step], directory: Path, url: str) -> None:
    """Post the same game again and measure its commands, its log, and reads of the position that it led to."""
    before = directory_bytes(directory)
    tables = [Table(running.port, HUMANS, seed=SEED) for _ in range(SERIES)]
    spent = [cpu_of(running, partial(post_all, table, steps)) for table in tables]
    report("http_command_cpu", min(spent) / len(steps) * 1e3, "ms")
    report("http_command_body_mean", sum(step.size for step in steps) / len(steps), "bytes")
    report("http_command_body_largest", max(step.size for step in steps), "bytes")
    events = len(tables[0].events())
    report("event_on_disk", (directory_bytes(directory) - before) / events / SERIES, "bytes")
    with Redis.from_url(url) as redis:
        report("event_in_stream", redis.memory_usage(keys.log(tables[0].id), samples=0) / events, "bytes")
    for name, place in (("http_view", ""), ("http_legal_actions", "/legal-actions")):
        reads(running, tables[0], name, place)


def post_all(table: Table, steps: list[Step]) -> None:
    """Post all commands of a game, one after the other."""
    for step in steps:
        table.act(step.seat, step.command)


def reads(running: RunningSupervisor, table: Table, name: str, place: str) -> None:
    """Measure a read that a seat repeats many times."""

    def read() -> None:
        for _ in range(READS):
            table.text("GET", f"/{table.id}{place}", seat=0)

    report(f"{name}_cpu", min(cpu_of(running, read) for _ in range(SERIES)) / READS * 1e3, "ms")
    report(f"{name}_body", len(table.text("GET", f"/{table.id}{place}", seat=0)), "bytes")


def with_opponents(running: RunningSupervisor) -> None:
    """Measure the commands of one person against three AI opponents; each of them wakes a worker."""
    series = [against_opponents(running, COMMANDS // 2) for _ in range(SERIES)]
    report("http_command_with_ai_cpu", min(series) * 1e3, "ms")


def against_opponents(running: RunningSupervisor, commands: int) -> float:
    """Return the mean CPU seconds of a command; what the client reads in between is not counted."""
    spent, made = 0.0, 0
    table = Table(running.port, PERSON)
    while made < commands:
        view = table.view()
        if view["status"] == "finished":
            table = Table(running.port, PERSON)
        seat = table.owing(view)
        command = None if seat is None else table.choice(seat)
        if seat is None or command is None:
            time.sleep(0.01)
            continue
        spent += cpu_of(running, partial(table.act, seat, command))
        made += 1
    return spent / made


def cpu_of(running: RunningSupervisor, act: Callable[[], object]) -> float:
    """Return the CPU seconds that the API spends while an act runs."""
    pids = api_pids(running)
    before = cpu_seconds(pids)
    act()
    return cpu_seconds(pids) - before
