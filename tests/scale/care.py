"""Measures what keeping all games in order takes: the scrub of logs and segments, and the walk that finds what is due.

A pass is measured in part where it would take long: then the rest of it takes the same for each game.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from eventstore.archive.archive import find_damage
from eventstore.archive.archiver import find_strays
from eventstore.archive.segments import Filed, is_whole, open_segment
from eventstore.keys import SHARDS
from eventstore.log.walking import Walk
from eventstore.store import FIRST
from service.game.context import Context
from tests.eventstore.archive.noting_reads import reads_of
from tests.scale.stored import Mix
from workers.sweeping.scrub import KEYS, SLICE
from workers.sweeping.shelving import Shelving

MOST_S: Final = 6.0
"""Limits the processor time for which a pass is measured."""


def take_care(ctx: Context, there: Mix) -> dict[str, Any]:
    """Return what a pass over so many games takes."""
    return {**_logs(ctx, there), **_segments(ctx, there), **_walk(ctx, there)}


def _logs(ctx: Context, there: Mix) -> dict[str, Any]:
    """Prove logs, page by page, as the scrub does."""
    began, games, events, versions, page = time.process_time(), 0, 0, 0, FIRST
    is_over = False
    while not is_over and time.process_time() < began + MOST_S:
        page, found = ctx.store.games(page, KEYS)
        for game in found:
            walk = Walk(ctx.store, game)
            while count := walk.step(events=SLICE):
                events += count
            versions += walk.version
        games, is_over = games + len(found), page == FIRST
    seconds = time.process_time() - began
    return {
        "log_scrub_us_a_game": 1e6 * seconds / games,
        "log_scrub_us_a_version": 1e6 * seconds / versions,
        "log_scrub_events_a_game": events / games,
        "log_scrub_s": seconds / games * (there.running + there.over),
    }


def _segments(ctx: Context, there: Mix) -> dict[str, Any]:
    """Prove segments, one after the other, as the scrub does in each round: no byte has changed."""
    numbers, games, size, filed = ctx.store.archive.list_segments(), 0, 0, dict[int, list[Filed]]()
    began = time.process_time()
    while time.process_time() < began + MOST_S and len(filed) < len(numbers):
        number = numbers[len(filed)]
        content = ctx.store.archive.segment(number)
        _, filed[number] = open_segment(content)
        assert find_damage(content, filed[number]) == []
        games, size = games + len(filed[number]), size + len(content)
    each = (time.process_time() - began) / max(1, games)
    return {
        "segments": len(numbers),
        "runs": sum(len(ctx.store.archive.list_runs(shard)) for shard in range(SHARDS)),
        "segment_bytes_a_game": size / max(1, games),
        "segment_proof_us_a_game": 1e6 * each,
        "segment_proof_s": each * there.archived,
        "segment_us_a_mb": _us_a_mb(ctx, numbers[:3]),
        **_look_ups(ctx, there, filed),
    }


def _look_ups(ctx: Context, there: Mix, filed: Mapping[int, Sequence[Filed]]) -> dict[str, Any]:
    """Look up the games of segments in the index, as the scrub does in some of its rounds: all of them count there."""
    began, games = time.process_time(), 0
    with reads_of(ctx.store.archive) as read:
        for number, some in filed.items():
            if time.process_time() < began + MOST_S:
                assert find_strays(ctx.store, number, some) == []
                games += len(some)
    each = (time.process_time() - began) / max(1, games)
    return {
        "look_up_us_a_game": 1e6 * each,
        "look_up_s": each * there.archived,
        "look_up_reads_a_game": len(read) / max(1, games),
    }


def _us_a_mb(ctx: Context, numbers: Sequence[int]) -> float:
    """Return the microseconds in which a megabyte of a segment is read and its digest computed."""
    began, size = time.process_time(), 0
    for number in numbers:
        content = ctx.store.archive.segment(number)
        assert is_whole(content)
        size += len(content)
    return 1e6 * (time.process_time() - began) / max(1, size) * 1e6


def _walk(ctx: Context, there: Mix) -> dict[str, Any]:
    """Find the games that are due to be packed or archived."""
    began, walk = time.process_time(), Shelving(ctx)
    steps = _until(lambda: walk.step() or not walk.is_resting, began + MOST_S)
    seconds = time.process_time() - began
    return {"walk_us_a_key": 1e6 * seconds / max(1, steps * 200), "walk_is_over": walk.is_resting}


def _until(step: Callable[[], object], ends: float) -> int:
    count = 1
    while time.process_time() < ends and step():
        count += 1
    return count
