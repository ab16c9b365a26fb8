"""Prints a measurement, and counts the CPU time of repeated calls."""

import json
import time
from collections.abc import Callable
from typing import Any


def report(name: str, value: float, unit: str, peer: float | None = None) -> None:
    """Print a measurement as one JSON line; `ratio` is our value divided by the peer's."""
    line: dict[str, Any] = {"name": name, "value": round(value, 4), "unit": unit}
    if peer is not None:
        line.update(peer=round(peer, 4), ratio=round(value / peer, 3))
    print(json.dumps(line), flush=True)


def rate(run: Callable[[int], Any], first: int, seconds: float) -> tuple[int, float]:
    """Run numbered rounds for about that many CPU seconds, and return the number of rounds and their CPU seconds."""
    start = time.process_time()
    done = 0
    while time.process_time() - start < seconds:
        run(first + done)
        done += 1
    return done, time.process_time() - start


def microseconds(run: Callable[[], Any], rounds: int) -> float:
    """Return the CPU microseconds of a call, the best of five series."""
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(rounds):
            run()
        best = min(best, time.process_time() - start)
    return best / rounds * 1e6
