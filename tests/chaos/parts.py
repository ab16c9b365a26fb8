"""Finds the processes of a running Longroad by what they do."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.service.processes import API, RunningSupervisor, below, is_alive

LOCKS: Final = Path("/proc/locks")
"""Lists the file locks of the system; a line with `->` names a process that waits for one."""
Part = Callable[[RunningSupervisor], list[int]]
"""Returns the living processes of a part; where there are several, a fault may hit any of them."""


def child(command: str) -> Part:
    """Return a finder of the processes of a command that the supervisor itself started."""
    return lambda running: running.pids_of(command)


def forked(command: str) -> Part:
    """Return a finder of the processes that a command of the supervisor started in turn."""
    return lambda running: [pid for first in running.pids_of(command) for pid in below(first)]


def serving(running: RunningSupervisor) -> list[int]:
    """Return the masters of the API that have a worker."""
    return [pid for pid in running.pids_of(API) if below(pid)]


def spare(running: RunningSupervisor) -> list[int]:
    """Return the spare API, which waits for the lock of the one that serves."""
    waiting = {line.split()[5] for line in LOCKS.read_text().splitlines() if "->" in line}
    return [pid for pid in running.pids_of(API) if str(pid) in waiting]


def store(name: str) -> Part:
    """Return a finder of the server of an embedded store."""

    def find(running: RunningSupervisor) -> list[int]:
        pid = running.store_pid(name)
        return [] if pid is None else [pid]

    return find


def supervisor(running: RunningSupervisor) -> list[int]:
    """Return the supervisor itself while it lives."""
    return [running.process.pid] if is_alive(running.process.pid) else []


EVENTS, RQ = "events", "rq"
SUPERVISOR: Final = "supervisor"
API_WORKER: Final = "API worker"
PARTS: Final[dict[str, Part]] = {
    "API master": serving,
    "spare API": spare,
    API_WORKER: forked(API),
    "AI pool": child("workers.run ai"),
    "AI child": forked("workers.run ai"),
    "job pool": child("workers.run jobs"),
    "job child": forked("workers.run jobs"),
    "long pool": child("workers.run long"),
    "sweep": child("workers.sweep"),
    "events store": store(EVENTS),
    "RQ store": store(RQ),
    SUPERVISOR: supervisor,
}
STORES: Final = {"events store": EVENTS, "RQ store": RQ}
