"""Measures reads and care at each number of stored games, on stores that grow from one to the next."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from redis.exceptions import ResponseError

from eventstore import keys
from service.views.client_games import CLIENT_GAMES
from service.views.lobby_projection import LOBBY
from tests.benchmarks.lobby import has_read, held
from tests.scale.care import take_care
from tests.scale.hall import Hall
from tests.scale.hosted import serving
from tests.scale.reads import Reader
from tests.scale.stored import Stored
from tests.service.processes import wait_for

SIZES: Final = (100, 10_000, 100_000, 1_000_000)


def measure(hall: Hall, sizes: Sequence[int], tell: Callable[[str], None]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the figures of each size."""
    with serving(hall, "sizes") as running:
        ctx = hall.context()
        reader = Reader(hall, running)
        stored = Stored(hall, ctx)
        ends = ctx.store.feed_ends()
        assert wait_for(lambda: has_read(ctx.store, ends))
        with held(running, r"workers\.sweep"):
            empty = _memory(hall)
            for size in sizes:
                stored.grow(size, tell)
                figures = {
                    "running": stored.there.running,
                    "over": stored.there.over,
                    "archived": stored.there.archived,
                    "log_bytes": _memory(hall) - empty,
                    **_by_kind(hall),
                    **reader.read_all(stored.archived),
                    **take_care(ctx, stored.there),
                }
                yield size, figures


def _memory(hall: Hall) -> int:
    return sum(int(client.info("memory")["used_memory"]) for client in hall.primaries)


def _by_kind(hall: Hall) -> dict[str, int]:
    """Return the bytes of what is kept of all games together: rows, and places in the archive."""
    rows = {name: sum(_size(client, keys.of_rows(name)) for client in hall.primaries) for name in (LOBBY, CLIENT_GAMES)}
    away = sum(_size(hall.by_shard[shard], [keys.away(shard), keys.shelf(shard)]) for shard in range(keys.SHARDS))
    return {"lobby_bytes": rows[LOBBY], "client_rows_bytes": rows[CLIENT_GAMES], "places_bytes": away}


def _size(client: Any, names: Sequence[str]) -> int:
    """Return the bytes of some keys, 0 where they are on another primary."""
    found = 0
    for name in names:
        try:
            found += int(client.memory_usage(name, samples=200) or 0)
        except ResponseError:  # another primary has it
            continue
    return found
