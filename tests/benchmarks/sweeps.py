"""Measures sweeps: what an idle one asks, how soon others relieve one that is killed, what sharing costs, the scrub.

Sweeps are processes; the stores are embedded ones that do not write through. `SWEEPS_ONLY` names one measurement, and
`SWEEPS` how many share.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from eventstore.keys import SWEEPS
from service.game.context import Context
from service.game.deadlines import AI_DEADLINE
from service.game.scrub_rounds import LOGS, read_progress
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from tests.benchmarks.archived import copy_of, hosting, play_on
from tests.benchmarks.process import cpu_seconds
from tests.benchmarks.report import report
from tests.service.following import follow_feeds
from workers.sweeping.scrub import Scrub

IDLE_S: Final = 20
GAMES: Final = int(os.environ.get("GAMES", "1500"))
LOGS_PROVEN: Final = int(os.environ.get("PROVEN", "2000"))
DEATHS: Final = 3


def run() -> None:
    """Take these measurements."""
    parts: dict[str, Callable[[], None]] = {"idle": idle, "killed": killed, "shared": shared, "scrubbed": scrubbed}
    for name, part in parts.items():
        if os.environ.get("SWEEPS_ONLY", name) == name:
            part()


@contextmanager
def sweeping(ctx: Context, count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Run some sweeps, and yield their processes once all of them are listed."""
    events_url, rq_url = ctx.settings.store_urls
    base = {**os.environ, "LONGROAD_EVENTS_URL": events_url, "LONGROAD_RQ_URL": rq_url}
    homes = [ctx.settings.data_dir / f"sweep-{number}" for number in range(count)]
    for home in homes:
        home.mkdir()
    command = (sys.executable, "-m", "workers.sweep")
    sweeps = [
        subprocess.Popen(command, env={**base, "LONGROAD_DATA_DIR": str(home)}, stderr=subprocess.DEVNULL)
        for home in homes
    ]
    try:
        wait(lambda: len(ctx.store.facts(SWEEPS)) == count)
        time.sleep(4)
        yield sweeps
    finally:
        for one in sweeps:
            one.send_signal(signal.SIGCONT)
            one.terminate()
        for one in sweeps:
            one.wait(60)


def wait(is_true: Callable[[], bool], within_s: float = 600.0) -> float:
    """Wait until something is true, and return how many seconds that took."""
    began = time.monotonic()
    while not is_true():
        assert time.monotonic() - began < within_s
        time.sleep(0.02)
    return time.monotonic() - began


def commands_of(redis: Any) -> int:
    """Return how many commands a store has done, those of scripts included."""
    found: dict[str, Any] = redis.info("commandstats")
    return sum(one["calls"] for name, one in found.items() if name not in ("cmdstat_info", "cmdstat_ping"))


def cpu_of(processes: Sequence[subprocess.Popen[bytes]]) -> float:
    """Return the processor seconds that some processes have used."""
    return cpu_seconds([one.pid for one in processes])


def idle() -> None:
    """Count the commands of both stores in a second in which a sweep has nothing to do."""
    with hosting() as (ctx, events), sweeping(ctx, 1) as sweeps:
        time.sleep(5)
        before, cpu = [commands_of(redis) for redis in (events, ctx.jobs.redis)], cpu_of(sweeps)
        time.sleep(IDLE_S)
        after = [commands_of(redis) for redis in (events, ctx.jobs.redis)]
        for name, began, ended in zip(("events", "rq"), before, after, strict=True):
            report(f"idle_sweep_commands_{name}", (ended - began) / IDLE_S, "1/s")
        report("idle_sweep_cpu", 1000 * (cpu_of(sweeps) - cpu) / IDLE_S, "ms/s")


def due_games(ctx: Context, count: int) -> list[str]:
    """Make games of two people, with their rows in the lobby."""
    games = [create_game(ctx, NewGame("goofspiel", [NewSeat("human")] * 2)).id for _ in range(count)]
    follow_feeds(ctx)
    return games


def fall_due(ctx: Context, games: Sequence[str]) -> None:
    """Let a deadline of each game be due."""
    for game in games:
        ctx.store.set_deadlines(game, {AI_DEADLINE: ctx.clock() - 1})


def killed() -> None:
    """Kill one of two sweeps, or stop it, and measure how long it takes until all that is due in all shards is done."""
    for sent in (signal.SIGKILL, signal.SIGSTOP):
        for _ in range(DEATHS):
            with hosting() as (ctx, _), sweeping(ctx, 2) as sweeps:
                games = due_games(ctx, 128)
                sweeps[0].send_signal(sent)
                fall_due(ctx, games)
                report(
                    f"relieved_after_{sent.name.lower()}", wait(lambda: not ctx.store.count_overdue(ctx.clock())), "s"
                )


def shared() -> None:
    """Measure what one sweep and several together use for the same work: a row and a deadline of each game."""
    for count in map(int, os.environ.get("SWEEPS", "1 2 4").split()):
        with hosting() as (ctx, _), sweeping(ctx, count) as sweeps:
            games = due_games(ctx, GAMES)
            cpu, began = cpu_of(sweeps), time.monotonic()
            fall_due(ctx, games)
            wait(lambda: not ctx.store.count_overdue(ctx.clock()))
            used, took = cpu_of(sweeps) - cpu, time.monotonic() - began
            report(f"sweeps_{count}_cpu", 1000 * used / len(games), "ms/game")
            report(f"sweeps_{count}_rate", len(games) / took, "games/s")


def scrubbed() -> None:
    """Prove many logs, by the steps of one sweep without a pause between them."""
    with hosting() as (ctx, redis):
        over = create_game(ctx, NewGame("catan", [NewSeat("ai", agent="heuristic")] * 4, seed="scrub")).id
        while not ctx.games.load(over).table.finished:
            play_on(ctx, over)
        dumped = {key.decode().rpartition(":")[2]: redis.dump(key) for key in redis.scan_iter(f"*:g:{over}:*")}
        for _ in range(LOGS_PROVEN - 1):
            copy_of(redis, dumped)
        scrub, cpu, steps, began = Scrub(ctx), time.process_time(), 0, time.monotonic()
        while read_progress(ctx.store, ctx.settings.scrub_days, ctx.clock())[LOGS].share < 1.0:
            scrub.step()
            steps += 1
        found = read_progress(ctx.store, ctx.settings.scrub_days, ctx.clock())[LOGS]
        report("scrub_games", found.size, "games")
        report("scrub_cpu", 1000 * (time.process_time() - cpu) / found.size, "ms/game")
        report("scrub_took", time.monotonic() - began, "s")
        report("scrub_steps", steps, "s at one step a second")
        report("scrub_versions", found.versions, "versions")
