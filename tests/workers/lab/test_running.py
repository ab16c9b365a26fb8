"""Tests that work which is spread over processes is done once, and that the loss of a process is told."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from tests.service.processes import wait_for
from workers.lab.running import ProcessLost, spread

DEADLY = 13


def _double(number: int) -> int:
    if number == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def _quick_or_long(path: Path | None) -> int:
    if path:
        path.touch()
        time.sleep(600)
    return 0


def test_each_task_is_done_once() -> None:
    assert sorted(spread(_double, range(10), 2, "numbers")) == [2 * number for number in range(10)]


def test_the_loss_of_a_process_ends_the_work_and_keeps_what_was_done() -> None:
    """A process that the system kills, as when memory runs out, must not leave the others waiting for ever."""
    results = spread(_double, [1, 2, 3, DEADLY, 4], 1, "numbers")
    assert [next(results) for _ in range(3)] == [2, 4, 6]
    with pytest.raises(ProcessLost, match="a new run goes on with what is left"):
        next(results)


def test_processes_end_with_whoever_wants_no_more(tmp_path: Path) -> None:
    running, others = tmp_path / "running", {*multiprocessing.active_children()}
    results = spread(_quick_or_long, [None, running], 2, "waits")
    assert next(results) == 0
    assert wait_for(running.exists)
    results.close()
    assert wait_for(lambda: not {*multiprocessing.active_children()} - others)
