"""Tests how runs of the archive's index are merged: the bytes are those of the simple form, and little is in memory."""

import signal
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from eventstore import keys
from eventstore.archive import merging, places, runs
from eventstore.archive.archive import Archive
from eventstore.archive.merging import Source, choose, merge, source_in
from eventstore.archive.objects import ObjectsAway
from eventstore.archive.opening import open_archive
from eventstore.archive.places import GONE
from eventstore.archive.runs import ENTRY
from eventstore.embedded.server import EmbeddedStore
from eventstore.log.chain import ChainBroken
from eventstore.redis import archiving as archiving_module
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store
from tests.eventstore.archive.mortal_merging import divide_small_runs
from tests.eventstore.archive.putting_away import NOW_MS, put_away
from tests.eventstore.archive.reading_runs import read_run
from tests.eventstore.samples import versions
from tests.pages import ROOT

Found = dict[bytes, bytes]
SIZES = [[0], [1], [0, 0], [3, 300], [256, 256, 256], [4_096, 9_000], [40, 20_000], [20_000, 40, 0, 9]]
"""Lists how many places runs have that are merged, the newest first."""
SHARD = 5
GAMES = [f"game{n}" for n in range(3_000) if keys.shard_of(f"game{n}") == SHARD][:12]


def simple_run(found: Mapping[bytes, bytes]) -> bytes:
    """Return a run, written in a simple way that has all entries in memory."""
    bits = max(0, (len(found) // 256).bit_length())
    ordered = sorted(found.items())
    bounds = [bisect_right(ordered, page, key=lambda entry: runs.page_of(entry[0], bits)) for page in range(1 << bits)]
    pages = [b"".join(map(b"".join, ordered[begin:end])) for begin, end in pairwise([0, *bounds])]
    rows = zip(bounds, pages, strict=True)
    directory = b"".join(end.to_bytes(4, "big") + crc32(page).to_bytes(4, "big") for end, page in rows)
    line = b"longroad-run 1 %d %d %08x\n" % (len(found), bits, crc32(directory))
    return line.ljust(64, b" ") + directory + b"".join(pages)


def some(random: Random, count: int, of: int) -> Found:
    """Return places of `count` games out of `of`; about every tenth game is gone."""
    names = random.sample(range(of), count)
    found = {places.hash_of(f"game {name}"): random.randbytes(places.SIZE) for name in names}
    return {key: GONE if random.random() < 0.1 else place for key, place in found.items()}


def merged(found: list[Found], *, is_whole: bool) -> Found:
    """Return what a merge of these runs, the newest first, must give."""
    right: Found = {}
    for one in reversed(found):
        right |= one
    return {key: place for key, place in right.items() if place != GONE or not is_whole}


@pytest.mark.parametrize("is_whole", [False, True])
@pytest.mark.parametrize(("seed", "sizes"), list(enumerate(SIZES)))
def test_a_merged_run_has_the_bytes_of_the_simple_form(seed: int, sizes: list[int], is_whole: bool) -> None:
    random = Random(seed)
    found = [some(random, size, max(sizes) * 2 + 1) for size in sizes]
    sources = [source_in(simple_run(one)) for one in found]
    assert list(merge(sources, is_whole=is_whole)) == [simple_run(merged(found, is_whole=is_whole))]
    assert all(runs.write_run(one) == simple_run(one) for one in found)


@pytest.mark.parametrize("is_whole", [False, True])
def test_a_large_run_has_parts_and_each_game_is_found_by_one_read(is_whole: bool) -> None:
    random = Random(7)
    found = [some(random, size, 30_000) for size in (2_000, 20_000)]
    parts = list(merge([source_in(simple_run(one)) for one in found], is_whole=is_whole, most=2_500))
    assert len(parts) > 2
    assert max(map(len, parts)) < 3 * ENTRY * 2_500
    right = merged(found, is_whole=is_whole)
    assert sum(len(read_run(part)) for part in parts) == len(right)
    assert {key: place for part in parts for key, place in read_run(part).items()} == right
    for number in range(0, 30_000, 97):
        key = places.hash_of(f"game {number}")
        read = [page for part in parts if (page := page_in(part, key))]
        assert len(read) <= 1
        assert next((place for page in read if (place := runs.find_in(page, key))), None) == right.get(key)


def page_in(content: bytes, key: bytes) -> bytes:
    """Return the page that a reader reads in a run for a game; empty if it reads none."""
    read = runs.reader_of(content)
    directory = runs.read_directory(read)
    number = runs.page_of(key, directory.bits)
    return runs.read_page(read, directory, number) if directory.has(number) else b""


def test_parts_are_merged_again_into_what_they_were_cut_from() -> None:
    random = Random(8)
    old, new = some(random, 20_000, 30_000), some(random, 3_000, 30_000)
    parts = list(merge([source_in(simple_run(old))], is_whole=False, most=2_500))
    again = merge([source_in(simple_run(new)), *map(source_in, parts)], is_whole=True)
    assert list(again) == [simple_run(merged([new, old], is_whole=True))]


def test_runs_are_read_once_in_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "RANGE", 1_000)
    content, asked = simple_run(some(Random(9), 20_000, 30_000)), list[tuple[int, int]]()

    def read(start: int, size: int) -> bytes:
        asked.append((start, size))
        return content[start : start + size]

    source = Source(read, runs.read_directory(read))
    asked.clear()
    [made] = merge([source, source_in(simple_run(some(Random(10), 500, 30_000)))], is_whole=False)
    assert made.startswith(b"longroad-run 1 ")
    assert max(size for _, size in asked) <= 1_000 * ENTRY
    assert [start + size for start, size in asked] == [*(start for start, _ in asked[1:]), len(content)]


def test_a_changed_byte_ends_a_merge() -> None:
    content = simple_run(some(Random(11), 3_000, 4_000))
    for at in range(64, len(content), 501):
        changed = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        with pytest.raises(ChainBroken):
            list(merge([source_in(changed)], is_whole=False))
        with pytest.raises(ChainBroken):
            list(merge([source_in(changed[:-1])], is_whole=False))


def test_parts_are_merged_all_or_none() -> None:
    parts = list(merge([source_in(simple_run(some(Random(12), 20_000, 30_000)))], is_whole=False, most=2_500))
    small, oldest = source_in(simple_run(some(Random(13), 100, 200))), source_in(simple_run({}))
    older = [small, *map(source_in, parts), oldest]
    assert len(choose(20, older)) == 1
    assert len(choose(20_000 // 8, older)) == len(older)
    assert choose(0, older) == []


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run with more than three games be divided."""
    divide_small_runs(monkeypatch.setattr)


def runs_of(store: RedisEventStore) -> list[bytes]:
    """Return the numbers of the runs that count."""
    return (store._redis.hget(keys.shelf(SHARD), "runs") or b"").split()


def fill(store: RedisEventStore, games: list[str]) -> dict[str, int]:
    """Archive games one by one, and move each place into the index; return their newest versions."""
    for number, game in enumerate(games):
        store.append(game, 0, versions(number % 3 + 1))
        put_away(store, game)
        store.seal(SHARD, 1)
    return {game: number % 3 + 1 for number, game in enumerate(games)}


@pytest.mark.usefixtures("in_parts")
def test_games_are_found_in_parts_and_leave_them(archiving: RedisEventStore, archive: Archive) -> None:
    heads = fill(archiving, GAMES)
    assert len(runs_of(archiving)) > 2
    assert {game: archiving.head(game) for game in GAMES} == heads
    for game in GAMES[:9]:
        archiving.delete(game)
    assert archiving.seal(SHARD, 1) == 9
    left = [archive.open_run(SHARD, int(run, 16)).directory.places for run in runs_of(archiving)]
    assert sum(left) == 3, "what is gone went from the oldest run"
    assert {game: archiving.head(game) for game in GAMES} == heads | dict.fromkeys(GAMES[:9], 0)


@pytest.fixture
def waiting(archiving: RedisEventStore, in_parts: None) -> dict[str, int]:
    """Archive games, of which four are to be merged with others into several parts; return their newest versions."""
    heads = fill(archiving, GAMES[:-4]) | dict.fromkeys(GAMES[-4:], 1)
    for game in GAMES[-4:]:
        archiving.append(game, 0, versions(1))
    put_away(archiving, *GAMES[-4:])
    return heads


@pytest.mark.parametrize("written", [0, 1, 2])
def test_a_part_that_cannot_be_written_leaves_none(
    archiving: RedisEventStore, archive: Archive, waiting: dict[str, int], written: int
) -> None:
    before, there, put, left = runs_of(archiving), archive.list_runs(SHARD), archive.put, [None] * written

    def fail(name: str, content: bytes) -> None:
        if not left:
            raise ObjectsAway("full", "no room")
        left.pop()
        put(name, content)

    archive.put = fail  # type: ignore[method-assign]
    with pytest.raises(ObjectsAway):
        archiving.seal(SHARD, 1)
    archive.put = put  # type: ignore[method-assign]
    assert (runs_of(archiving), archive.list_runs(SHARD)) == (before, there)
    assert {game: archiving.head(game) for game in GAMES} == waiting
    assert archiving.seal(SHARD, 1) == 4
    assert {game: archiving.head(game) for game in GAMES} == waiting


@pytest.mark.parametrize("moment", ["put before-2", "put after-2", "_sealing before-1", "_sealing after-1"])
def test_a_death_while_parts_are_written_loses_nothing(
    archiving: RedisEventStore,
    server: EmbeddedStore,
    archive: Archive,
    place: Path,
    waiting: dict[str, int],
    moment: str,
) -> None:
    before, there = runs_of(archiving), len(archive.list_runs(SHARD))
    command = (sys.executable, "-m", "tests.eventstore.archive.mortal_merging", server.url, str(place), str(SHARD))
    assert subprocess.run((*command, *moment.split()), cwd=ROOT).returncode == -signal.SIGKILL
    assert (runs_of(archiving) == before) == (moment != "_sealing after-1")
    assert len(archive.list_runs(SHARD)) > there
    assert {game: archiving.head(game) for game in GAMES} == waiting
    archiving.drop_strays(SHARD, NOW_MS * 2)
    assert len(archive.list_runs(SHARD)) == len(runs_of(archiving))
    assert archiving.seal(SHARD, 1) == (0 if moment == "_sealing after-1" else 4)
    assert {game: archiving.head(game) for game in GAMES} == waiting


@pytest.mark.usefixtures("in_parts")
def test_two_who_merge_at_once_lose_and_double_nothing(
    archiving: RedisEventStore, server: EmbeddedStore, place: Path
) -> None:
    heads = fill(archiving, GAMES[:-2])
    for game in GAMES[-2:]:
        archiving.append(game, 0, versions(1))
    put_away(archiving, GAMES[-2])
    other, archive = open_store(server.url, archive=open_archive(place)), archiving.archive
    write = archive.write_run

    def be_late(shard: int, content: bytes) -> int:
        archive.write_run = write  # type: ignore[method-assign]
        put_away(other, GAMES[-1])
        assert other.seal(shard, 1) == 2
        archiving.delete(GAMES[0])
        return write(shard, content)

    archive.write_run = be_late  # type: ignore[method-assign]
    assert archiving.seal(SHARD, 1) == 0, "the other one was quicker"
    right = heads | dict.fromkeys(GAMES[-2:], 1) | {GAMES[0]: 0}
    assert {game: archiving.head(game) for game in GAMES} == right
    assert archiving.seal(SHARD, 1) == 1
    assert {game: archiving.head(game) for game in GAMES} == right
    archiving.drop_strays(SHARD, NOW_MS * 2)
    assert sorted(archive.list_runs(SHARD)) == sorted(int(run, 16) for run in runs_of(archiving))
    assert {game: archiving.head(game) for game in GAMES} == right


def test_very_many_places_move_some_at_a_time(archiving: RedisEventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = fill(archiving, GAMES[:3])
    for game in GAMES[3:]:
        archiving.append(game, 0, versions(1))
    put_away(archiving, *GAMES[3:])
    for game in (GAMES[0], GAMES[5]):
        archiving.delete(game)
    heads = dict.fromkeys(GAMES, 1) | heads | {GAMES[0]: 0, GAMES[5]: 0}
    waiting = archiving.count_away(SHARD)
    monkeypatch.setattr(archiving_module, "AT_ONCE", 4)
    while waiting:
        assert archiving.seal(SHARD, 1) == min(4, waiting)
        waiting -= min(4, waiting)
        assert archiving.count_away(SHARD) == waiting
        assert {game: archiving.head(game) for game in GAMES} == heads
    assert archiving.seal(SHARD, 1) == 0
