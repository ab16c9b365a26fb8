"""Appends the versions of a recorded game to many logs, as fast as two cores allow, by some processes at once."""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from queue import Empty
from typing import Any, Final

from eventstore.keys import SHARDS, shard_of
from eventstore.log.chain import ROOT, event_bytes, next_chain
from eventstore.records import Beside, NewEvent, Version, in_versions
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.game.deadlines import AI_DEADLINE
from tests.scale.hall import Hall
from tests.scale.meters import Meter
from tests.scale.shapes import FAR_MS, new_ids, play

PROCESSES: Final = 12
AT_ONCE: Final = 10
"""Sets how many games a process plays in turns."""
SECONDS: Final = 20.0


def versions_of(store: EventStore, game: str) -> list[Version]:
    """Return the versions of a game as they were appended."""
    groups = in_versions(store.read(game))
    return [
        Version(tuple(NewEvent(event.type, event.schema, event.body) for event in group), group[0].header)
        for group in groups
    ]


def append_each(store: EventStore, game: str, versions: Sequence[Version]) -> Iterator[int]:
    """Append versions to a new game, one after the other, each with a deadline; yield the number of each."""
    chain = ROOT
    for number, version in enumerate(versions):
        store.append(game, number, [version], chain, Beside(deadlines={AI_DEADLINE: FAR_MS + number}))
        chain = next_chain(chain, number + 1, [event_bytes(event) for event in version.events])
        yield number + 1


def measure(hall: Hall, seconds: float = SECONDS) -> dict[str, Any]:
    """Return how many versions were appended in a second, and what a version takes of each primary."""
    ctx = hall.context()
    recorded = versions_of(ctx.store, play(ctx, "recorded"))
    url, results = hall.cluster.url, multiprocessing.get_context("fork").Queue()
    start = multiprocessing.get_context("fork").Process
    writers = [start(target=_write, args=(url, recorded, seconds, results), daemon=True) for _ in range(PROCESSES)]
    with Meter(hall.primaries) as meter:
        for writer in writers:
            writer.start()
        try:
            counts = [results.get(timeout=seconds * 5 + 60) for _ in writers]
        except Empty:
            raise RuntimeError("a process that appends does not end") from None
        for writer in writers:
            writer.join()
    versions = sum(sum(count) for count in counts)
    ours = [sum(count[shard] for count in counts) for shard in range(len(counts[0]))]
    by_primary = [_sum_of(hall, ours, number) for number in range(len(hall.primaries))]
    return {
        "versions": versions,
        "versions_a_second": versions / seconds,
        "cpu_us": [1e6 * one.cpu_s / count for one, count in zip(meter.spent, by_primary, strict=True)],
        "writes": sum(one.writes for one in meter.spent) / versions,
        "share": [count / versions for count in by_primary],
    }


def _sum_of(hall: Hall, by_shard: Sequence[int], number: int) -> int:
    client = hall.primaries[number]
    return sum(count for shard, count in enumerate(by_shard) if hall.by_shard[shard] is client)


def _write(url: str, recorded: Sequence[Version], seconds: float, results: Any) -> None:
    """Append until the time is over; put how many versions each shard got."""
    store, ends = open_store(url), time.monotonic() + seconds
    counts = [0] * SHARDS
    playing: dict[str, Iterator[int]] = {}
    while time.monotonic() < ends:
        while len(playing) < AT_ONCE:
            [game] = new_ids(1)
            playing[game] = append_each(store, game, recorded)
        for game, steps in list(playing.items()):
            if next(steps, None) is None:
                del playing[game]
            else:
                counts[shard_of(game)] += 1
    results.put(counts)
