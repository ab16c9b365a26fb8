"""Lets a whole server play on the stores, as fast as it goes: games of people, of agents, and of both.

Three kinds of games are measured: four people, whose client posts the commands of a game that was played before and
reads its view and its legal actions after each; a person and three agents; four agents.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from tests.benchmarks.hosted import await_rest, cpu_by_part
from tests.benchmarks.process import api_pids, own_bytes
from tests.benchmarks.table import Step, Table
from tests.scale.hall import ADMIN_KEY, Hall
from tests.scale.meters import Meter, busiest
from tests.service.processes import PATIENCE_S, RunningSupervisor, supervisor

HUMANS: Final = "human human human human"
AGENT: Final = {"kind": "ai", "agent": "heuristic"}
PERSON: Final = {"kind": "human"}
PARTS: Final = ("api", "worker", "sweep")
AT_ONCE: Final = 4
"""Sets how many games are played at the same time."""
TIMES: Final = {"people": 1, "both": 2, "agents": 4}
"""Multiplies the number of games by kind: games with agents take less time, so more of them are played."""
REST_S: Final = 10
SEED: Final = "scale"
COMMANDS: Final = 300
"""Sets how many commands a game of people has."""
MIXED: Final = 100
"""Sets how many commands the person posts at most in a game with agents."""


class Played(NamedTuple):
    """Counts games with their versions, and the commands that people posted."""

    games: int
    versions: int
    commands: int


@contextmanager
def serving(hall: Hall, name: str, **settings: str) -> Iterator[RunningSupervisor]:
    """Yield a server on the stores, with one process of each kind."""
    one = dict.fromkeys(("LONGROAD_API_PROCESSES", "LONGROAD_AI_WORKERS", "LONGROAD_JOB_WORKERS"), "1")
    with supervisor(hall.directory / name, **{**hall.settings, **one, **settings}) as running:
        yield running


def measure(hall: Hall, kinds: Sequence[str], games: int) -> dict[str, Any]:
    """Return what games of some kinds take, by kind."""
    playing = {"people": play_people, "both": play_both, "agents": play_agents}
    with serving(hall, "hosted") as running:
        for kind in kinds:
            playing[kind](running, 1)  # what is loaded once does not count
        await_rest(running)
        resting = _rest(hall, running)
        found = {kind: _measured(hall, running, playing[kind], TIMES[kind] * games, resting) for kind in kinds}
        return {**found, "api_bytes": own_bytes(api_pids(running))}


class Resting(NamedTuple):
    """Holds what is used in a second while nothing happens: by stores, by parts of a server, and writes of the log."""

    stores: Sequence[float]
    parts: Mapping[str, float]
    writes: float


def _rest(hall: Hall, running: RunningSupervisor) -> Resting:
    before = cpu_by_part(running)
    with Meter([*hall.primaries, *hall.queue_clients]) as meter:
        time.sleep(REST_S)
    spent = cpu_by_part(running)
    spent.subtract(before)
    parts = {part: seconds / meter.seconds for part, seconds in spent.items()}
    writes = sum(one.writes for one in meter.spent[: len(hall.primaries)])
    return Resting([one.cpu_s / meter.seconds for one in meter.spent], parts, writes / meter.seconds)


def _measured(
    hall: Hall,
    running: RunningSupervisor,
    play: Callable[[RunningSupervisor, int], Played],
    games: int,
    resting: Resting,
) -> dict[str, Any]:
    before = cpu_by_part(running)
    with Meter([*hall.primaries, *hall.queue_clients]) as meter:
        played = play(running, games)
        await_rest(running)  # the sweep and the lobby are behind
    spent = cpu_by_part(running)
    spent.subtract(before)
    by_part = {part: max(0.0, spent[part] - meter.seconds * resting.parts.get(part, 0.0)) for part in PARTS}
    logs = len(hall.primaries)
    cpu, of_logs = meter.beyond_rest(resting.stores), meter.spent[:logs]
    return {
        "games": played.games,
        "versions": played.versions / played.games,
        "commands": played.commands / played.games,
        "games_a_second": played.games / meter.seconds,
        **{f"{part}_ms": 1e3 * seconds / played.games for part, seconds in by_part.items()},
        "log_ms": [1e3 * one / played.games for one in cpu[:logs]],
        "log_writes": (sum(one.writes for one in of_logs) - meter.seconds * resting.writes) / played.games,
        "queue_ms": [1e3 * one / played.games for one in cpu[logs:]],
        "queue_commands": [one.commands / played.games for one in meter.spent[logs:]],
        "queue_busiest_ms": 1e3 * busiest(cpu[logs:]) / played.games,
    }


def play_agents(running: RunningSupervisor, games: int) -> Played:
    """Let four agents play games to their ends."""
    return _at_once(lambda number: _agents_alone(running, number), games)


def _agents_alone(running: RunningSupervisor, number: int) -> Played:
    table = Table(running.port, "", ADMIN_KEY, seed=f"{SEED} {number}", seats=[AGENT] * 4)
    until = time.monotonic() + PATIENCE_S
    while (view := table.view())["status"] != "finished":
        assert time.monotonic() < until, view
        time.sleep(0.5)
    return Played(1, view["version"], 0)


def play_both(running: RunningSupervisor, games: int) -> Played:
    """Play games of a person against three agents."""
    return _at_once(lambda number: _with_agents(running, number), games)


def _with_agents(running: RunningSupervisor, number: int) -> Played:
    table = Table(running.port, "", ADMIN_KEY, seed=f"{SEED} {number}", seats=[PERSON, *[AGENT] * 3])
    commands, until = 0, time.monotonic() + PATIENCE_S
    while (view := table.view())["status"] != "finished" and commands < MIXED:
        assert time.monotonic() < until, view
        seat = table.owing(view)
        command = None if seat is None else table.choice(seat)
        if seat is None or command is None:
            time.sleep(0.05)
            continue
        table.text("POST", f"/{table.id}/commands", command, seat)
        commands += 1
    return Played(1, view["version"], commands)


def play_people(running: RunningSupervisor, games: int) -> Played:
    """Post the commands of a game of four people again, and read what each of them leads to."""
    steps = rehearsed(running)
    return _at_once(lambda _: _people_alone(running, steps), games)


def rehearsed(running: RunningSupervisor) -> list[Step]:
    """Return the commands of a game of four people."""
    table = Table(running.port, HUMANS, ADMIN_KEY, seed=SEED)
    steps: list[Step] = []
    while len(steps) < COMMANDS and (seat := table.owing(table.view())) is not None:
        steps.append(table.act(seat, table.choice(seat)))
    return steps


def _people_alone(running: RunningSupervisor, steps: Sequence[Step]) -> Played:
    table = Table(running.port, HUMANS, ADMIN_KEY, seed=SEED)
    for step in steps:
        table.act(step.seat, step.command)
        table.text("GET", f"/{table.id}", seat=step.seat)
        table.text("GET", f"/{table.id}/legal-actions", seat=step.seat)
    return Played(1, table.view()["version"], len(steps))


def _at_once(play: Callable[[int], Played], games: int) -> Played:
    """Play numbered games, some at the same time; raises what one of them raised."""
    found: list[Played] = []
    failed: list[BaseException] = []
    left = iter(range(games))
    lock = threading.Lock()

    def go_on() -> None:
        while not failed:
            with lock:
                number = next(left, None)
            if number is None:
                return
            try:
                found.append(play(number))
            except BaseException as error:  # it is raised below
                failed.append(error)

    threads = [threading.Thread(target=go_on) for _ in range(min(AT_ONCE, games))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return Played(*(sum(values) for values in zip(*found, strict=True)))
