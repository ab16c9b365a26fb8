"""Measures what a community costs that has grown: 50,000 games, nine tenths of them archived, beside 100 games.

It compares the memory of the API and of the store, the time to start, and the CPU for a command, a view and the lobby.
Before that it measures what an idle game takes in the store, packed and not. The games are copies of a few that were
played, made in the event store itself.
"""

import os
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from redis import Redis

from eventstore import keys
from eventstore.archive.opening import open_archive
from eventstore.embedded.server import start
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.views.lobby import list_of
from service.views.lobby_projection import AT_ONCE, LOBBY
from service.webhooks.notices import Notices
from tests.benchmarks.lobby import held, read_in
from tests.benchmarks.over_http import cpu_of
from tests.benchmarks.process import api_pids, resident_bytes
from tests.benchmarks.report import report
from tests.benchmarks.table import Step, Table
from tests.eventstore.archive.putting_away import put_away
from tests.service.processes import RunningSupervisor, supervisor, wait_for

FEW: Final = 100
MANY: Final = int(os.environ.get("GAMES", "50000"))
IDLE: Final = 1_000
ARCHIVED: Final = 0.9
COMMANDS, IDLE_COMMANDS, READS, SERIES = 200, 300, 200, 5
HUMANS, SEED = "human human human human", "growth"
BATCH: Final = 500
FAR_MS: Final = 10**15
FINISHED, LAST = list_of("finished", None), "9"


def run() -> None:
    """Take all of these measurements."""
    if not sys.platform.startswith("linux"):
        return
    with tempfile.TemporaryDirectory() as directory:
        idle_games(Path(directory) / "idle")
        grown(Path(directory) / "grown")


def idle_games(directory: Path) -> None:
    """Measure the memory of the store for an idle game of four people, before and after it is packed."""
    with ExitStack() as stack:
        events, rq = (start(directory / name, "no") for name in ("events", "rq"))
        stack.callback(events.stop)
        stack.callback(rq.stop)
        redis, store = Redis.from_url(events.url), open_store(events.url)
        with supervisor(directory / "var", LONGROAD_EVENTS_URL=events.url, LONGROAD_RQ_URL=rq.url) as running:
            played = steps_of(running, IDLE_COMMANDS)[0]
            empty = memory_of(redis)
            games = copies(redis, played, IDLE)
            read_in(events.url)
            before = (memory_of(redis) - empty) / IDLE
            with held(running, r"workers\.sweep"):
                each(store.pack, games)
                trim(store)
                report("idle_game_memory", (memory_of(redis) - empty) / IDLE, "bytes", before)


class Cost(NamedTuple):
    """Holds what is compared: bytes, seconds until all is ready and until the store is, and CPU ms of a request."""

    api_memory: float
    store_memory: float
    start: float
    start_store: float
    command: float
    view: float
    lobby: float


UNITS: Final = {"api_memory": "bytes", "store_memory": "bytes", "start": "s", "start_store": "s"}


def grown(directory: Path) -> None:
    """Measure a server with few games and one with many, of which most are archived, in turns."""
    with ExitStack() as stack:
        servers = []
        for count in (FEW, MANY):
            fill(directory / f"{count}", count)
            servers.append(stack.enter_context(Measured(directory / f"{count}")))
        for _ in range(SERIES):
            for server in servers:
                server.measure()
        few, many = (server.cost() for server in servers)
        assert len({server.page for server in servers}) == 1, "the pages of the lobby differ"
    for name, value, peer in zip(Cost._fields, many, few, strict=True):
        report(f"growth_{name}_{MANY}", value, UNITS.get(name, "ms"), peer)
    size = sum(path.stat().st_size for path in (directory / f"{MANY}" / "archive").rglob("*.*"))
    report(f"growth_archive_{MANY}", size / (MANY * ARCHIVED), "bytes a game")


def fill(directory: Path, count: int) -> None:
    """Make so many games and archive most of them, and say what these add to the memory of the store."""
    archive = directory / "archive"
    archive.mkdir(parents=True)
    stores = Stores(directory)
    with supervisor(directory / "var", **stores.settings, LONGROAD_ARCHIVE=str(archive)) as running:
        going_on = steps_of(running, 40)[0]  # older than the other, so that the lobby begins with the same kind
        over = finished(running)
        redis, store = Redis.from_url(stores.events.url), open_store(stores.events.url, archive=open_archive(archive))
        live = add(running, stores, partial(copies, redis, going_on, round(count * (1 - ARCHIVED))))
        before = memory_of(redis)
        archived = add(running, stores, partial(copies, redis, over, round(count * ARCHIVED)), store)
        report(f"growth_live_game_{count}", before / len(live), "bytes")
        report(f"growth_archived_game_{count}", (memory_of(redis) - before) / len(archived), "bytes")
        report(f"growth_of_store_by_archived_games_{count}", memory_of(redis), "bytes", before)
        store.compact()
        assert wait_for(lambda: not redis.info("persistence")["aof_rewrite_in_progress"], 600)
    stores.stop()


def add(
    running: RunningSupervisor, stores: "Stores", make: Callable[[], list[str]], archive: EventStore | None = None
) -> list[str]:
    """Add games, wait until the lobby knows them, archive them if asked to, and trim the feeds."""
    made = make()
    read_in(stores.events.url)
    store = archive or open_store(stores.events.url)
    with held(running, r"workers\.sweep"):
        if archive:
            for first in range(0, len(made), AT_ONCE):
                some = made[first : first + AT_ONCE]
                store.rows.drop(LOBBY, some)
                assert put_away(store, *some) == some
        trim(store)
    return made


class Stores:
    """Runs both stores on a directory."""

    def __init__(self, directory: Path) -> None:
        self.events, self.rq = (start(directory / name, "no") for name in ("events", "rq"))
        self.settings = {
            "LONGROAD_EVENTS_URL": self.events.url,
            "LONGROAD_RQ_URL": self.rq.url,
            "LONGROAD_API_PROCESSES": "1",
        }

    def stop(self) -> None:
        """End both."""
        self.rq.stop()
        self.events.stop()


class Measured:
    """Runs a server on a directory that has its games, and measures it again and again, without its sweep."""

    def __init__(self, directory: Path) -> None:
        self.page = 0
        self._directory = directory
        self._stack = ExitStack()
        self._commands: list[float] = []
        self._views: list[float] = []
        self._lobbies: list[float] = []

    def __enter__(self) -> "Measured":
        began = time.monotonic()
        self._stores = Stores(self._directory)
        self._stack.callback(self._stores.stop)
        self._start_store = time.monotonic() - began
        archive = str(self._directory / "archive")
        served = supervisor(self._directory / "var", **self._stores.settings, LONGROAD_ARCHIVE=archive)
        self._running = self._stack.enter_context(served)
        self._start = time.monotonic() - began
        self._stack.enter_context(held(self._running, r"workers\.sweep"))
        _, self._steps = steps_of(self._running, COMMANDS)
        self.page = len(Table(self._running.port, HUMANS, seed=SEED).anything("GET", "/v1/games")["games"])
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def measure(self) -> None:
        """Measure each kind of request once."""
        table = Table(self._running.port, HUMANS, seed=SEED)
        self._commands.append(cpu_of(self._running, partial(post_all, table, self._steps)) / len(self._steps))
        self._views.append(reading(self._running, lambda: table.text("GET", f"/{table.id}", seat=0)))
        self._lobbies.append(reading(self._running, lambda: table.anything("GET", "/v1/games")))

    def cost(self) -> Cost:
        """Return what was measured, the best of each kind."""
        cpu = [min(series) * 1e3 for series in (self._commands, self._views, self._lobbies)]
        memory = memory_of(Redis.from_url(self._stores.events.url))
        return Cost(resident_bytes(api_pids(self._running)), memory, self._start, self._start_store, *cpu)


def steps_of(running: RunningSupervisor, count: int) -> tuple[str, list[Step]]:
    """Play a game of four people with random commands; return its id and its commands."""
    table = Table(running.port, HUMANS, seed=SEED)
    steps: list[Step] = []
    while len(steps) < count and (seat := table.owing(table.view())) is not None:
        steps.append(table.act(seat, table.choice(seat)))
    return table.id, steps


def finished(running: RunningSupervisor) -> str:
    """Play a short game to its end; return its id."""
    table = Table(running.port, "human human", ruleset="goofspiel")
    while (seat := table.owing(table.view())) is not None:
        table.act(seat, table.choice(seat))
    return table.id


def post_all(table: Table, steps: Sequence[Step]) -> None:
    for step in steps:
        table.act(step.seat, step.command)


def reading(running: RunningSupervisor, read: Callable[[], object]) -> float:
    """Return the CPU seconds of a read."""

    def read_all() -> None:
        for _ in range(READS):
            read()

    return cpu_of(running, read_all) / READS


def copies(redis: Redis, game: str, count: int) -> list[str]:
    """Copy a game with all that is beside its log, and an item of the feed for each version."""
    kinds = (keys.log, keys.snapshots, keys.names, keys.facts)
    dumped = [(kind, content) for kind in kinds if (content := redis.dump(kind(game)))]
    versions = [entry.partition(b"-")[0].decode() for entry, _ in redis.xrange(keys.log(game))]
    made = [secrets.token_hex(9) for _ in range(count)]
    for some in parts(made):
        with redis.pipeline(transaction=False) as pipe:
            for copy in some:
                for kind, content in dumped:
                    pipe.restore(kind(copy), 0, content)
                for version in versions:
                    pipe.xadd(keys.feed(keys.shard_of(copy)), {"g": f"{copy}:{version}"})
            pipe.execute()
    return made


def parts(games: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(games), BATCH):
        yield games[first : first + BATCH]


def each(act: Callable[[str], Any], games: Sequence[str]) -> None:
    """Do something with each game, a few at a time."""
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(act, games))


def trim(store: EventStore) -> None:
    """Trim the feeds behind their readers."""
    store.trim_feeds(FAR_MS, (LOBBY, Notices.name))


def memory_of(redis: Redis) -> int:
    """Return the memory of a store by its own account."""
    info: dict[str, Any] = redis.info("memory")
    return int(info["used_memory"])
