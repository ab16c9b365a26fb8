"""The processes of a running Longroad, by what they do."""

from collections.abc import Callable
from typing import Final

from tests.service.processes import API, RunningSupervisor, below, is_alive

Part = Callable[[RunningSupervisor], list[int]]
"""The processes of a part that live now; where there are several, any one of them will do."""


def child(command: str) -> Part:
    """What the supervisor itself started."""
    return lambda running: running.pids_of(command)


def forked(command: str) -> Part:
    """What a child of the supervisor started in turn."""
    return lambda running: [pid for first in running.pids_of(command) for pid in below(first)]


def store(name: str) -> Part:
    """The server of an embedded store."""

    def find(running: RunningSupervisor) -> list[int]:
        pid = running.store_pid(name)
        return [] if pid is None else [pid]

    return find


def supervisor(running: RunningSupervisor) -> list[int]:
    """The supervisor itself."""
    return [running.process.pid] if is_alive(running.process.pid) else []


EVENTS, RQ = "events", "rq"
SUPERVISOR: Final = "supervisor"
API_WORKER: Final = "API worker"
PARTS: Final[dict[str, Part]] = {
    "API master": child(API),
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
