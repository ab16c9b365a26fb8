"""Measures what a version takes of a sweep and of the log's primaries that follow it, with many games in turns.

Three primaries write through. A sweep runs as it does on a server, while a version is appended to each of some games a
second; what it uses while nothing happens is told apart.
"""

import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from eventstore.embedded.server import start
from service.clients.api_keys import NewKey, make_key
from service.clients.ownership import Maker
from service.game.context import Context, build
from service.handlers.commands import submit
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.settings import read_settings
from tests.benchmarks.report import report
from tests.benchmarks.sweeps import cpu_of, sweeping
from tests.eventstore.clusters import DURABLE, Cluster
from tests.scale.meters import Meter, Used

GAMES: Final = int(os.environ.get("GAMES", "40"))
AT_ONCE: Final = 20
"""Sets how many games get a version in a second."""
SECONDS: Final = 20
SETTLED_S: Final = 5


def run() -> None:
    """Measure a sweep at rest and one that follows games."""
    with hosting_on_cluster() as (ctx, cluster), sweeping(ctx, 1) as sweeps:
        clients = [node.client for node in cluster.nodes]
        rounds = play_alike(ctx, make_games(ctx))
        next(rounds)
        time.sleep(SETTLED_S)
        began = cpu_of(sweeps)
        with Meter(clients) as resting:
            time.sleep(SECONDS)
        at_rest, began, spent = cpu_of(sweeps) - began, cpu_of(sweeps), Used()
        for _ in range(SECONDS):
            next(rounds)
            with Meter(clients) as meter:
                time.sleep(1)
            spent = Used(*map(sum, zip(spent, *meter.spent, strict=True)))
        versions = SECONDS * AT_ONCE
        report("sweep_at_rest", 1e3 * at_rest / SECONDS, "ms/s")
        report("sweep_for_a_version", 1e3 * (cpu_of(sweeps) - began - at_rest) / versions, "ms")
        before = Used(*map(sum, zip(*resting.spent, strict=True)))
        report("log_at_rest_commands", before.commands / SECONDS, "1/s")
        report("log_after_a_version_cpu", 1e3 * (spent.cpu_s - before.cpu_s) / versions, "ms")
        report("log_after_a_version_writes", (spent.writes - before.writes) / versions, "writes")


@contextmanager
def hosting_on_cluster() -> Iterator[tuple[Context, Cluster]]:
    """Yield a context on three primaries and a store of the queues of its own."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        cluster, queues = Cluster(place / "log", 3, 0, DURABLE), start(place / "rq", "no")
        where = {"LONGROAD_EVENTS_URL": cluster.url, "LONGROAD_RQ_URL": queues.url, "LONGROAD_DATA_DIR": made}
        try:
            yield build(read_settings({**where, "LONGROAD_STORE_PROMISES": "may-lose-games"})), cluster
        finally:
            queues.stop()
            cluster.stop()


def make_games(ctx: Context) -> list[str]:
    """Make games of Catan between four people that an API key has, all with one seed."""
    key, _ = make_key(ctx, None, NewKey())
    wish = NewGame("catan", [NewSeat("human")] * 4, seed="followed")
    return [create_game(ctx, wish, maker=Maker("share", key.id)).id for _ in range(GAMES)]


def play_alike(ctx: Context, games: Sequence[str]) -> Iterator[None]:
    """Post the next command in some games at each step, in turns; all games get the same commands."""
    chance, commands = random.Random(4), list[tuple[int, Any]]()
    done = dict.fromkeys(games, 0)
    turn = 0
    while True:
        for game in (games[(turn + number) % len(games)] for number in range(AT_ONCE)):
            if done[game] == len(commands):
                commands.append(_choice(ctx, game, chance))
            seat, command = commands[done[game]]
            submit(ctx, game, seat, [command])
            done[game] += 1
        turn += AT_ONCE
        yield


def _choice(ctx: Context, name: str, chance: random.Random) -> tuple[int, Any]:
    """Return a random command of a seat that must act."""
    game = ctx.games.load(name)
    seat = game.awaiting()[0].seat
    actions = game.ruleset.actions(game.position, seat)
    return seat, chance.choice([*actions.commands] or [template.example for template in actions.templates])
