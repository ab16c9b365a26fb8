"""Measures what a game takes: while it is played, in the archive, and of the log's store once it is archived.

Four agents play games of Catan; in the first half nothing of them is packed, as before 2.1. Copies of one game of
Goofspiel are archived, thousands of them, since what stays in the store does not depend on the length of a game.
"""

import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from eventstore import keys
from eventstore.embedded.server import start
from eventstore.keys import SHARDS
from eventstore.streams import RedisEventStore
from service.game.context import Context, build
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.settings import read_settings
from service.views.archiving import Filing
from service.views.lobby_projection import Lobby
from tests.benchmarks.report import report
from tests.service.following import follow_feeds
from tests.service.upkeep.bids import finished
from workers.playing import Playing
from workers.sweeping.long_logs import LongLogs

PLAYED: Final = int(os.environ.get("PLAYED", "30"))
COPIES: Final = int(os.environ.get("COPIES", "5000"))
OPENED: Final = 200
SEATS: Final = [NewSeat("ai", agent="heuristic")] * 4


def run() -> None:
    """Take all of these measurements."""
    loose, packed = (played(packs=packs) for packs in (False, True))
    for name, value in packed.items():
        report(f"game_in_its_first_hour_{name}", value, "ms" if name == "cpu" else "bytes", loose[name] or None)
    archived()


@contextmanager
def hosting(**more: str) -> Iterator[tuple[Context, Any]]:
    """Yield a context on stores and an archive of its own, and the client of the events' store."""
    with tempfile.TemporaryDirectory() as made, hosting_in(Path(made), **more) as found:
        yield found


@contextmanager
def hosting_in(place: Path, **more: str) -> Iterator[tuple[Context, Any]]:
    """Yield the same as `hosting`, with all files in a directory."""
    (place / "archive").mkdir(parents=True)
    events, queues = start(place / "events", "no"), start(place / "rq", "no")
    where = {"LONGROAD_EVENTS_URL": events.url, "LONGROAD_RQ_URL": queues.url, "LONGROAD_DATA_DIR": str(place)}
    try:
        ctx = build(read_settings({**where, "LONGROAD_ARCHIVE": str(place / "archive"), **more}))
        assert isinstance(ctx.store, RedisEventStore)
        yield ctx, ctx.store._redis
    finally:
        events.stop()
        queues.stop()


def memory_of(redis: Any) -> int:
    """Return the memory that a store uses."""
    return int(redis.info("memory")["used_memory"])


def played(*, packs: bool) -> dict[str, float]:
    """Return the memory that a game takes: with feed and rows, and at most of its own keys; and the CPU of packing."""
    with hosting() as (ctx, redis):
        walk = LongLogs(ctx)
        lobby = Lobby(ctx, walk.hear, walk.hear_end)
        follow_feeds(ctx, lobby)
        before, peaks, cpu = memory_of(redis), 0, 0.0
        for number in range(PLAYED):
            game = create_game(ctx, NewGame("catan", SEATS, seed=f"game {number}")).id
            most = 0
            while not ctx.games.load(game).table.finished:
                play_on(ctx, game)
                follow_feeds(ctx, lobby)
                began = time.process_time()
                if packs:
                    walk.step()
                cpu += time.process_time() - began
                own = redis.scan_iter(f"*:g:{game}:*")
                most = max(most, sum(redis.memory_usage(key, samples=0) or 0 for key in own))
            peaks += most
        return {
            "all": (memory_of(redis) - before) / PLAYED,
            "own": peaks / PLAYED,
            "cpu": 1000 * cpu / PLAYED if packs else 0.0,
        }


def play_on(ctx: Context, game: str) -> None:
    """Let agents play for a while."""
    lock = ctx.jobs.ai.hold(game)
    assert lock is not None
    Playing(ctx, game, lock).run()
    lock.release()


def archived() -> None:
    """Archive copies of a game, and measure what stays in the store before and after places move into the archive."""
    with hosting() as (ctx, redis):
        game = create_game(ctx, NewGame("catan", SEATS, seed="in the archive")).id
        while not ctx.games.load(game).table.finished:
            play_on(ctx, game)
        filing = Filing(ctx)
        report("archived_game_of_catan", filing.add(game), "bytes")
        filing.forget()
        over = finished(ctx)
        dumped = {key.decode().rpartition(":")[2]: redis.dump(key) for key in redis.scan_iter(f"*:g:{over}:*")}
        before, cpu, games = memory_of(redis), 0.0, []
        for _ in range(COPIES):
            games.append(copy_of(redis, dumped))
            began = time.process_time()
            filing.add(games[-1])
            if filing.is_full:
                filing.close()
            cpu += time.process_time() - began
        filing.close()
        report("archived_game_cpu", 1000 * cpu / COPIES, "ms")
        report("archived_game_in_the_store", (memory_of(redis) - before) / COPIES, "bytes")
        report("archived_game_files", len(ctx.store.archive.list_segments()) / COPIES, "files")
        assert sum(ctx.store.seal(shard, 1) for shard in range(SHARDS)) == COPIES
        report("archived_game_in_the_store_when_sealed", (memory_of(redis) - before) / COPIES, "bytes")
        ctx.games.forget(games[0])
        began = time.process_time()
        for one in games[:OPENED]:
            ctx.games.load(one)
        report("archived_game_opened", 1000 * (time.process_time() - began) / OPENED, "ms")


def copy_of(redis: Any, dumped: dict[str, bytes]) -> str:
    """Return a copy of a game, made in the store itself."""
    game = secrets.token_hex(9)
    for kind, value in dumped.items():
        redis.restore(f"{{s{keys.shard_of(game):02d}}}:g:{game}:{kind}", 0, value)
    return game
