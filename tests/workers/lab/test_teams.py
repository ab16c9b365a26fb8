"""Copies of a process share its work, and none of them outlives it, whatever ends it."""

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Connection

import pytest

from workers.agents.search.teamwork import MOST, TeamError
from workers.lab import teams
from workers.lab.teams import team

PATIENCE_S = 120.0
PARENT = """
import time
from workers.lab.teams import team

with team(3, lambda number, pipe: time.sleep(600)) as mates:
    print(*[mate.pid for mate in mates], flush=True)
    time.sleep(600)
"""


def is_alive(pid: int) -> bool:
    """Return whether a process runs; one that waits to be seen off does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_each_copy_does_its_share_and_ends() -> None:
    def work(number: int, pipe: Connection) -> None:
        pipe.send(number * pipe.recv())

    with team(3, work) as mates:
        for mate in mates:
            mate.send(10)
        assert [mate.receive() for mate in mates] == [10, 20]
    assert not any(is_alive(mate.pid) for mate in mates)


def test_there_are_never_more_copies_than_the_bound() -> None:
    with team(1000, lambda number, pipe: None) as mates:
        assert len(mates) == MOST - 1


@pytest.mark.parametrize("fault", ["ends", "fails", "hangs"])
def test_a_copy_that_is_lost_is_heard_of(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(number: int, pipe: Connection) -> None:
        if fault == "fails":
            raise ValueError
        if fault == "hangs":
            time.sleep(600)

    monkeypatch.setattr(teams, "ANSWER_S", 0.5)
    with team(2, work) as [mate], pytest.raises(TeamError):
        mate.receive()
    assert not is_alive(mate.pid)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel of Linux ends the copies")
def test_copies_end_with_a_parent_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        copies = [int(word) for word in parent.stdout.readline().split()]
        assert len(copies) == 2
        assert all(is_alive(pid) for pid in copies)
        os.kill(parent.pid, signal.SIGKILL)
    until = time.monotonic() + PATIENCE_S
    while any(is_alive(pid) for pid in copies):
        assert time.monotonic() < until
        time.sleep(0.05)
