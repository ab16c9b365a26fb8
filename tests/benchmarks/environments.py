"""Measures steps of the environments: in process beside those of catanatron's own, and on a server.

In process CPU seconds count, in series that take turns; on a server the time that passes, and the CPU of all processes.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.process import cpu_seconds
from tests.benchmarks.report import rate, report
from tests.openapi.sdks.package import PYTHON, ROOT
from tests.service.processes import PATIENCE_S, RunningSupervisor, below
from workers.lab.environments.aec import SeatsEnv
from workers.lab.environments.seat import SeatEnv

SERIES = 4
SECONDS = 3.0
REMOTE_S = 20.0
WITHOUT = ["OfferTrade"]
"""Leaves out offers, which catanatron's environment does not know."""
PEER = ROOT / "build" / "peer"
PEERS = {3: "four_seats", 1: "as_it_ships"}
"""Names measurements of catanatron's environment by its enemies; ours has no game of two."""


def seat_step(client: Any = None) -> Callable[[int], Any]:
    """Return a function that takes a random step of a seat against three that play at random."""
    env, chosen = SeatEnv("catan", ["uniform"] * 3, without=WITHOUT, client=client), np.random.default_rng(1)
    observation, _ = env.reset(seed=1)

    def step(number: int) -> None:
        nonlocal observation
        observation, _, terminated, truncated, _ = env.step(_any_of(observation, chosen))
        if terminated or truncated:
            observation, _ = env.reset(seed=number)

    return step


def seats_step(client: Any = None) -> Callable[[int], Any]:
    """Return a function that takes a random step of the seat of four that has to choose."""
    env, chosen = SeatsEnv("catan", 4, without=WITHOUT, client=client), np.random.default_rng(1)
    env.reset(seed=1)

    def step(number: int) -> None:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.reset(seed=number)
        else:
            env.step(_any_of(observation, chosen))

    return step


def _any_of(observation: Any, chosen: Any) -> Any:
    return chosen.choice(np.flatnonzero(observation["action_mask"]))


def run() -> None:
    """Measure steps of one seat, those of the agents included in its time, and of all seats."""
    seat, all_seats = seat_step(), seats_step()
    totals: dict[str, list[float]] = {}
    for series in range(SERIES):
        for name, steps in (("one", seat), ("all", all_seats)):
            _add(totals, name, rate(steps, series * 1_000_000, SECONDS))
        for enemies, name in PEERS.items() if PEER.exists() else ():
            _add(totals, name, _peer(enemies))
    rates = {name: steps / seconds for name, (steps, seconds) in totals.items()}
    report("environment_steps", rates["one"], "steps/cpu_s", rates.get("four_seats"))
    report("environment_steps_of_all_seats", rates["all"], "steps/cpu_s")
    if PEER.exists():
        report("environment_steps_of_catanatron_as_it_ships", rates["as_it_ships"], "steps/cpu_s")
    remote()


def _add(totals: dict[str, list[float]], name: str, measured: tuple[float, float]) -> None:
    steps, seconds = totals.get(name, (0, 0.0))
    totals[name] = [steps + measured[0], seconds + measured[1]]


def _peer(enemies: int) -> tuple[float, float]:
    """Return steps of catanatron's environment and their CPU seconds, from a process of its own."""
    command = (sys.executable, "-m", "tests.benchmarks.peer_environment", str(enemies), str(SECONDS))
    environment = {**os.environ, "PYTHONPATH": f"{PEER}{os.pathsep}{ROOT}", "PYTHONWARNINGS": "ignore"}
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    steps, seconds = told.split()
    return float(steps), float(seconds)


def remote() -> None:
    """Measure steps on a server of this machine, by the time that passes."""
    sys.path.insert(0, str(PYTHON / "src"))
    from longroad_client import Client

    with tempfile.TemporaryDirectory() as directory:
        running = RunningSupervisor(Path(directory))
        try:
            running.await_ready()
            with Client(f"http://127.0.0.1:{running.port}") as client:
                for name, steps in (("", seat_step), ("_of_all_seats", seats_step)):
                    _tell_remote(name, steps(client), running.process.pid)
        finally:
            running.process.terminate()
            running.process.wait(PATIENCE_S)


def _tell_remote(name: str, step: Callable[[int], Any], server: int) -> None:
    """Report steps by the time that passes, and the CPU time of a step in all processes, which other work spares."""
    done, begun, cpu = 0, time.monotonic(), _cpu(server)
    while time.monotonic() < begun + REMOTE_S:
        step(done)
        done += 1
    report(f"environment_remote_steps{name}", done / (time.monotonic() - begun), "steps/s")
    report(f"environment_remote_step_cpu{name}", (_cpu(server) - cpu) / done * 1e3, "ms")


def _cpu(server: int) -> float:
    """Return the CPU seconds that this process and all of a server have used."""
    return time.process_time() + cpu_seconds([server, *below(server)])
