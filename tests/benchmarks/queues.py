"""Measures what RQ's stores take for a game in which a person plays with an agent, with one, two and four of them.

The games, of Goofspiel, are shared out evenly, and real workers move the agents. `PLAYED` sets how many there are.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from redis import Redis

from eventstore.embedded.server import start
from eventstore.streams import open_store
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.queue.jobs import Jobs
from service.queue.keys import ai_job
from service.settings import read_settings
from tests.benchmarks.report import report
from workers.agents.uniform import Uniform

STORES = (1, 2, 4)
GAMES = int(os.environ.get("PLAYED", "24"))
WORKERS = 4
REST_S = 0.02
SETTLED_S = 3.0


def run() -> None:
    """Play the same games with each number of stores, and report the CPU of the stores."""
    for count in STORES:
        with playing(count) as (context, clients):
            games = shared_out(context)
            time.sleep(SETTLED_S)
            before, jobs = [cpu_of(client) for client in clients], -count_jobs(context, games)
            play(context, games)
            used = [1_000 * (cpu_of(client) - was) for client, was in zip(clients, before, strict=True)]
            jobs += count_jobs(context, games)
        report(f"queues_{count}_stores_busiest_for_a_game", max(used) / GAMES, "ms")
        report(f"queues_{count}_stores_all_for_a_game", sum(used) / GAMES, "ms")
        report(f"queues_{count}_stores_all_for_a_job", sum(used) / jobs, "ms")
        report(f"queues_{count}_stores_jobs_of_a_game", jobs / GAMES, "jobs")


@contextmanager
def playing(count: int) -> Iterator[tuple[Context, Sequence[Redis]]]:
    """Run a store for events, so many for the queues, and workers; yield a context and clients of the queues."""
    with tempfile.TemporaryDirectory() as directory, ExitStack() as stack:
        events, *queues = (start(Path(directory) / f"store-{number}", "no") for number in range(count + 1))
        for store in (events, *queues):
            stack.callback(store.stop)
        urls = {"LONGROAD_EVENTS_URL": events.url, "LONGROAD_RQ_URL": ",".join(store.url for store in queues)}
        settings = {**urls, "LONGROAD_DATA_DIR": directory, "LONGROAD_AI_WORKERS": str(WORKERS)}
        command = (sys.executable, "-m", "workers.run", "ai")
        workers = subprocess.Popen(command, env={**os.environ, **settings})
        stack.callback(workers.wait)
        stack.callback(workers.terminate)
        jobs = Jobs.prompt(urls["LONGROAD_RQ_URL"])
        while sum(one.thinking.workers() for one in jobs.all) < WORKERS:
            time.sleep(REST_S)
        context = compose(read_settings(settings), open_store(events.url), RULESETS, jobs)
        yield context, [Redis.from_url(store.url) for store in queues]


def shared_out(context: Context) -> list[str]:
    """Make games of a person and an agent until each store has its share of `GAMES`, and return those games."""
    room = {place: GAMES // len(context.jobs.all) for place in range(len(context.jobs.all))}
    games: list[str] = []
    seats = [NewSeat("human"), NewSeat("ai", agent="matching")]
    while any(room.values()):
        game = create_game(context, NewGame("goofspiel", seats, seed=f"queues {len(games)}")).id
        place = context.jobs.all.index(context.jobs.of(game))
        if room[place]:
            room[place] -= 1
            games.append(game)
    return games


def play(context: Context, games: Sequence[str]) -> None:
    """Let the person act in each game whenever it is their turn, until all are over."""
    left = {*games}
    while left:
        for game in [*left]:
            if not act(context, game) and context.games.load(game).table.finished:
                left.remove(game)
        time.sleep(REST_S)


def act(context: Context, game_id: str) -> bool:
    """Give a command for the person if one is due; return whether it was."""
    game = context.games.load(game_id)
    if game.position is None or not any(entry.seat == 0 and entry.must for entry in game.awaiting()):
        return False
    actions = game.ruleset.actions(game.position, 0)
    command: Any = Uniform().choose(game.ruleset, None, actions, 1, Random(game.version))  # type: ignore[arg-type]
    submit(context, game_id, 0, [command])
    return True


def count_jobs(context: Context, games: Sequence[str]) -> int:
    """Return how many jobs the agents of some games have had."""
    found: list[Any] = [context.jobs.of(game).redis.get(ai_job(game, "attempts")) for game in games]
    return sum(int(attempts or 0) for attempts in found)


def cpu_of(client: Redis) -> float:
    """Return the seconds of CPU that a store has used."""
    found: Any = client.info("cpu")
    return float(found["used_cpu_sys"] + found["used_cpu_user"])
