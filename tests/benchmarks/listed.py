"""Measures reads across games with a million stored games beside a hundred, in one run, and what lists keep of a game.

Both stores hold the same hundred games. The large one has as many packed rows of finished games as the lobby lists, and
the places of all others in the archive; the key whose lists are read has thousands of archived games there. Views are
asked without HTTP, which would cost both the same.
"""

import os
import secrets
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any, Final

import orjson

from eventstore import keys
from eventstore.archive.places import Place, hash_of, new_number, pack_place
from eventstore.archive.runs import write_run
from eventstore.keys import SHARDS, shard_of
from eventstore.rows import Row
from service.clients import fact_names
from service.clients.api_keys import ApiKey, NewKey, make_key
from service.clients.ownership import Maker, Party
from service.clients.seat_duties import Watch
from service.game.context import Context, build
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.process.wall_clock import write_time
from service.views.games_pages import games_page
from service.views.lobby import Wish, join, list_of, places_of, split
from service.views.lobby_projection import LOBBY, pack_all_lobby_rows
from service.views.owed_games import OwedGames, watch_party
from tests.benchmarks.archived import hosting, memory_of
from tests.benchmarks.report import report
from tests.clones import Calls
from tests.cost import weighing
from tests.service.following import follow, follow_feeds
from tests.service.upkeep.bids import finished

STORED: Final = int(os.environ.get("STORED", "1000000"))
LISTED: Final = min(STORED, int(os.environ.get("LISTED", "100000")))
FEW: Final = 100
RUNNING: Final = 45
OWN: Final = 30
OWN_FILED: Final = min(STORED, 10_000)
HUMANS: Final = [NewSeat("human")] * 3
AT_ONCE: Final = 1_000
REQUESTS, SERIES = 20, 25
SETTLING_S: Final = 8
DAY_MS: Final = 86_400_000
WISHES: Final = {
    "first_page": Wish(),
    "filtered": Wish(status="running", ruleset="catan"),
    "several_filters": Wish(status="running", ruleset="catan", map="variable", agents="none"),
    "ended": Wish(sort="ended"),
    "nothing_found": Wish(status="running", agents="some", sort="started"),
}


def run() -> None:
    """Take all of these measurements."""
    with hosting() as (small, small_redis), hosting(LONGROAD_LISTED_GAMES=str(LISTED)) as (large, large_redis):
        peers = [(small, small_redis, begin(small)), (large, large_redis, begin(large))]
        seed_rows(large, large_redis)
        seed_archive(large, large_redis)
        seed_list(large, large_redis, peers[1][2])
        compare(peers)


def begin(ctx: Context) -> ApiKey:
    """Make a hundred games, of which some are over and some belong to the key that is returned."""
    key, _ = make_key(ctx, None, NewKey())
    for number in range(FEW):
        if number >= RUNNING:
            finished(ctx)
        else:
            create_game(ctx, NewGame("catan", HUMANS), maker=Maker("share", key.id if number < OWN else None))
    owed = OwedGames(ctx)
    for _ in range(5):
        follow_feeds(ctx)
        follow(ctx, owed)
    return key


def seed_rows(ctx: Context, redis: Any) -> None:
    """List as many finished games as the lobby may, as the sweep does, and report what a row takes."""
    [example] = [join(row) for row in ctx.store.rows.list_rows(LOBBY, list_of("finished", None, "ended"), 1)]
    before, since = memory_of(redis), time.monotonic()
    [there] = ctx.store.rows.counts(LOBBY, [list_of("finished", None)])
    for first in range(0, LISTED - there, AT_ONCE):
        ctx.store.rows.put(LOBBY, [_row(example, ctx.clock(), number) for number in range(first, first + AT_ONCE)])
    report("listed_row_loose", (memory_of(redis) - before) / LISTED, "bytes")
    pack_all_lobby_rows(ctx)
    report("listed_row_packed", (memory_of(redis) - before) / LISTED, "bytes")
    report("rows_seeded", time.monotonic() - since, "s")
    tracemalloc.start()
    games_page(fresh(ctx), WISHES["first_page"])
    report("listed_row_in_a_process", tracemalloc.get_traced_memory()[0] / LISTED, "bytes")
    tracemalloc.stop()


def fresh(ctx: Context) -> Context:
    """Return a context on the same stores that remembers nothing, as that of another process."""
    return build(ctx.settings)


def _row(example: dict[str, Any], now_ms: int, number: int) -> Row:
    """Return the row of a game that ended days ago."""
    created = now_ms - 2 * DAY_MS - 800 * number
    times = {"created": created, "started": created + 9_000, "ended": created + 600_000 + 7919 * number % 500_000}
    row = example | {"id": secrets.token_hex(9)} | {name: write_time(ms) for name, ms in times.items()}
    return Row(row["id"], row["version"], places_of(row), *split(row))


def seed_archive(ctx: Context, redis: Any) -> None:
    """Note in runs of the index where all other games are."""
    for shard in range(SHARDS):
        found = {
            hash_of(secrets.token_hex(9)): pack_place(Place(new_number(), at, 30_000, "00" * 8))
            for at in range((STORED - LISTED) // SHARDS)
        }
        if found:
            number = ctx.store.archive.write_run(shard, write_run(found))
            redis.hset(keys.shelf(shard), "runs", b"%016x" % number)


def seed_list(ctx: Context, redis: Any, key: ApiKey) -> None:
    """Give a key archived games, and report what an entry takes: in the facts of the key, on its way, archived."""
    begun, games = memory_of(redis), [secrets.token_hex(9) for _ in range(OWN_FILED)]
    noted = {fact_names.game(game): b"%d 1" % (ctx.clock() - 30 * DAY_MS + at) for at, game in enumerate(games)}
    for first in range(0, len(games), AT_ONCE):
        ctx.store.set_facts(key.id, dict(list(noted.items())[first : first + AT_ONCE]))
    report("list_entry_in_facts", (memory_of(redis) - begun) / OWN_FILED, "bytes")
    for first in range(0, len(games), AT_ONCE):
        ctx.store.file(key.id, fact_names.GAMES, games[first : first + AT_ONCE], ctx.clock() - 20 * DAY_MS)
    report("list_entry_on_its_way", (memory_of(redis) - begun) / OWN_FILED, "bytes")
    ctx.store.seal_lists(shard_of(key.id), 1)
    time.sleep(SETTLING_S)  # the server lets go of the buffers of its connections
    report("list_entry_in_the_archive", (memory_of(redis) - begun) / OWN_FILED, "bytes")


def compare(peers: list[tuple[Context, Any, ApiKey]]) -> None:
    """Report what each read costs with many games, and with few."""
    reads: dict[str, Callable[[Context, ApiKey], object]] = {
        name: partial(_read_lobby, wish) for name, wish in WISHES.items()
    }
    for name, read in (reads | {"pending": _read_pending}).items():
        small, large = _costs(read, peers)
        for unit, value in large.items():
            report(f"{name}_{unit}_{STORED}", value, unit, small[unit] or None)


def _read_lobby(wish: Wish, ctx: Context, key: ApiKey) -> bytes:
    return orjson.dumps(games_page(ctx, wish))


def _read_pending(ctx: Context, key: ApiKey) -> int:
    party = Party(key=key)
    watch = Watch(ctx, party)
    watch_party(ctx, watch, party.games(ctx))
    return len(list(watch.debts()))


def _costs(
    read: Callable[[Context, ApiKey], object], peers: list[tuple[Context, Any, ApiKey]]
) -> list[dict[str, float]]:
    """Return what a read costs each peer: medians of CPU here, of the store's time, bytes and commands; and calls."""
    found: list[dict[str, list[float]]] = [{"ms": [], "store_ms": [], "bytes": [], "commands": []} for _ in peers]
    for _ in range(SERIES):  # which take turns, since other work disturbs both alike then
        for costs, (ctx, redis, key) in zip(found, peers, strict=True):
            asked, there = Calls(redis), _time_of(redis)
            for _ in range(REQUESTS):
                began = time.thread_time()
                read(ctx, key)
                costs["ms"].append((time.thread_time() - began) * 1e3)
            count = asked.count()
            costs["store_ms"].append((_time_of(redis) - there) * 1e3 / REQUESTS)
            costs["bytes"].append(count.bytes / REQUESTS)
            costs["commands"].append(count.commands / REQUESTS)
    weighed = [{name: median(values) for name, values in costs.items()} for costs in found]
    for costs, (ctx, _, key) in zip(weighed, peers, strict=True):
        with weighing.Calls() as used:
            read(ctx, key)
        costs["calls"] = used.steps
    return weighed


def _time_of(redis: Any) -> float:
    """Return the seconds that a server has worked on commands, in wall time."""
    stats: dict[str, Any] = redis.info("commandstats")
    return sum(float(stat["usec"]) for name, stat in stats.items() if name != "cmdstat_info") / 1e6
