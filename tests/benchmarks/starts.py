"""Measures a start until the API answers: processor time of all processes, and how long it takes.

`BESIDE=TREE python -m tests.benchmarks start` also starts another checkout, with its own libraries, both in turns, and
prints the ratio: only ratios within one run count.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

from tests.benchmarks.process import cpu_seconds
from tests.benchmarks.report import report
from tests.service.processes import PATIENCE_S, RunningSupervisor, below

ROUNDS: Final = 5
HERE: Final = Path(__file__).resolve().parents[2]


def run() -> None:
    """Start this checkout, and in turns with it the one in BESIDE; the first start of each only warms the disk up."""
    other = os.environ.get("BESIDE")
    trees = [HERE, *([Path(other).resolve()] if other else [])]
    found: dict[Path, list[tuple[float, float]]] = {tree: [] for tree in trees}
    for number in range(ROUNDS + 1):
        for tree in trees if number % 2 else trees[::-1]:
            found[tree].append(start(tree))
    told = [[median(figures) for figures in zip(*found[tree][1:], strict=True)] for tree in trees]
    for at, name in enumerate(("cpu", "time")):
        report(f"start_{name}", told[0][at], "s", told[1][at] if other else None)


def start(tree: Path) -> tuple[float, float]:
    """Start a checkout in an empty directory and end it; return the CPU seconds and the seconds until it was ready."""
    own = tree / ".venv/bin/python"  # an older tree may not run with the libraries of this one
    command = (str(own) if own.is_file() else sys.executable, "-m", "service.supervisor")
    with tempfile.TemporaryDirectory() as directory:
        begun = time.monotonic()
        running = RunningSupervisor(Path(directory) / "data", command, tree)
        try:
            running.await_ready()
            seconds = time.monotonic() - begun
            return cpu_seconds([running.process.pid, *below(running.process.pid)]), seconds
        finally:
            running.process.terminate()
            running.process.wait(PATIENCE_S)
