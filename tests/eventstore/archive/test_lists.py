"""Tests the lists of owners in the archive: every entry is in one place and found, whatever moves or dies meanwhile."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.lists import (
    Bounds,
    Entry,
    bounds_of,
    pack_entry,
    read_all,
    read_directory,
    unpack_entry,
    walk,
    write_list,
)
from eventstore.archive.lists import read_page as page_of
from eventstore.archive.objects import ArchiveAway
from eventstore.archive.older import GRACE_MS
from eventstore.archiving import FILED
from eventstore.embedded.server import EmbeddedStore
from eventstore.keys import shard_of
from eventstore.log.chain import ChainBroken
from eventstore.redis import filed
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store

OWNERS = ("key-admin", "key-0123456789abcdef01", "player-0123456789abcdef02")
GAMES = "game:"
FOREVER_MS = 10**14


def fill(store: RedisEventStore, owner: str, numbers: range) -> list[Entry]:
    """List some games of an owner; two come at the same time."""
    entries = [
        Entry(1_790_000_000_000 + number // 2, f"{number:018x}", "1" if number % 3 else "seat") for number in numbers
    ]
    store.set_facts(owner, {f"{GAMES}{one.game}": f"{one.time_ms} {one.note}".encode() for one in entries})
    return entries


def move(store: RedisEventStore, owner: str, entries: list[Entry]) -> int:
    return store.file(owner, GAMES, [one.game for one in entries], entries[-1].time_ms)


def seal_parts(store: RedisEventStore, owner: str, count: int, size: int) -> list[Entry]:
    """Let entries of an owner come in parts, and move each part into a list of its own; return all entries."""
    entries = list[Entry]()
    for number in range(count):
        some = fill(store, owner, range(size * number, size * number + size))
        move(store, owner, some)
        store.seal_lists(shard_of(owner), 1)
        entries += some
    return entries


def walk_down(store: RedisEventStore, owner: str, size: int, *, is_up: bool = False) -> Iterator[Entry]:
    """Read all entries in pages."""
    place = None
    while page := store.entries(owner, size, *((place, None) if is_up else (None, place)), is_up=is_up):
        yield from page
        place = page[-1][:2]


def check_all(store: RedisEventStore, expected: dict[str, list[Entry]]) -> None:
    for owner, entries in expected.items():
        for size in (1, 7, 1_000):
            assert list(walk_down(store, owner, size)) == entries[::-1]
            assert list(walk_down(store, owner, size, is_up=True)) == entries


def listed(store: RedisEventStore, owner: str) -> list[str]:
    return [name for name in store.facts(owner) if name.startswith(GAMES)]


def test_entries_move_from_the_facts_to_a_list_and_are_found_everywhere(archiving: RedisEventStore) -> None:
    expected = {owner: fill(archiving, owner, range(40)) for owner in OWNERS}
    for owner in OWNERS:
        assert move(archiving, owner, expected[owner][:30]) == 30
        assert move(archiving, owner, expected[owner][:30]) == 0
        assert len(listed(archiving, owner)) == 10
        assert archiving.fact(owner, FILED) == b"%d" % expected[owner][29].time_ms
    moved = {owner: entries[:30] for owner, entries in expected.items()}
    check_all(archiving, moved)
    for owner in OWNERS:
        shard = shard_of(owner)
        assert archiving.seal_lists(shard, 1_000) == 0
        assert archiving.seal_lists(shard, 1) >= 30
        assert archiving.seal_lists(shard, 1) == 0
        assert archiving.count_filed(shard) == 0
    check_all(archiving, moved)
    for owner in OWNERS:
        move(archiving, owner, expected[owner][30:])
    check_all(archiving, expected)


def test_the_time_up_to_which_they_have_events_never_goes_back(archiving: RedisEventStore) -> None:
    entries = fill(archiving, OWNERS[0], range(8))
    archiving.file(OWNERS[0], GAMES, [entries[7].game], 2_000)
    archiving.file(OWNERS[0], GAMES, [entries[0].game], 1_000)
    assert archiving.fact(OWNERS[0], FILED) == b"2000"
    archiving.file(OWNERS[0], GAMES, ["unknown"], 3_000)
    assert archiving.fact(OWNERS[0], FILED) == b"2000"


def test_lists_are_merged_and_the_old_ones_go_after_a_while(
    archiving: RedisEventStore, archive: Archive, place: Path
) -> None:
    owner = OWNERS[1]
    expected = seal_parts(archiving, owner, 20, 50)
    check_all(archiving, {owner: expected})
    used = archiving._redis.hget(keys.shelf(shard_of(owner)), "lists").split()
    assert len(used) <= 5
    assert len(list(place.rglob("*.list"))) == 20
    archiving.drop_strays(shard_of(owner), FOREVER_MS)
    assert len(list(place.rglob("*.list"))) == len(used)
    check_all(archiving, {owner: expected})


def test_a_list_is_never_merged_beyond_a_bound(archiving: RedisEventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filed, "MOST", 60)
    owner = OWNERS[1]
    expected = seal_parts(archiving, owner, 6, 25)
    numbers = archiving._redis.hget(keys.shelf(shard_of(owner)), "lists").split()
    assert len(numbers) >= 3
    check_all(archiving, {owner: expected})


def test_what_is_removed_is_in_no_object_afterwards(archiving: RedisEventStore, place: Path) -> None:
    expected = {owner: fill(archiving, owner, range(30)) for owner in OWNERS}
    for owner, entries in expected.items():
        move(archiving, owner, entries[:20])
        archiving.seal_lists(shard_of(owner), 1)
        move(archiving, owner, entries[20:])
    gone, other, third = OWNERS
    archiving.delete(gone)
    archiving.unfile(other, [expected[other][5].game, expected[other][25].game])
    for shard in {shard_of(owner) for owner in OWNERS}:
        archiving.drop_strays(shard, 0)
        archiving.drop_strays(shard, FOREVER_MS)
    left = [one for number, one in enumerate(expected[other]) if number not in (5, 25)]
    check_all(archiving, {gone: [], other: left, third: expected[third]})
    content = b"".join(path.read_bytes() for path in place.rglob("*.list"))
    assert pack_entry(gone, expected[gone][0])[:8] not in content
    assert pack_entry(other, expected[other][5]) not in content
    assert not any(archiving._redis.smembers(keys.list_removals(shard)) for shard in range(64))


STEPS: dict[str, Callable[[RedisEventStore], Any]] = {
    "put": lambda store: store.archive,
    "_sealing": lambda store: store._filed,
}


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("is_after", [False, True])
def test_a_death_while_a_list_is_written_loses_and_doubles_nothing(
    archiving: RedisEventStore, server: EmbeddedStore, place: Path, step: str, is_after: bool
) -> None:
    owner = OWNERS[2]
    first = fill(archiving, owner, range(20))
    move(archiving, owner, first)
    archiving.seal_lists(shard_of(owner), 1)
    more = fill(archiving, owner, range(20, 40))
    move(archiving, owner, more)
    holder = STEPS[step](archiving)
    usual = getattr(holder, step)

    def dying(*args: Any, **named: Any) -> None:
        if is_after:
            usual(*args, **named)
        raise KeyboardInterrupt

    setattr(holder, step, dying)
    with pytest.raises(KeyboardInterrupt):
        archiving.seal_lists(shard_of(owner), 1)
    other = open_store(server.url, archive=archiving.archive)
    assert isinstance(other, RedisEventStore)
    setattr(holder, step, usual)
    check_all(other, {owner: [*first, *more]})
    other.seal_lists(shard_of(owner), 1)
    other.drop_strays(shard_of(owner), FOREVER_MS)
    check_all(other, {owner: [*first, *more]})
    assert len(list(place.rglob("*.list"))) == 1


def test_a_changed_byte_is_told_and_nothing_else_is_read(archiving: RedisEventStore, place: Path) -> None:
    owner = OWNERS[1]
    entries = fill(archiving, owner, range(600))
    move(archiving, owner, entries)
    archiving.seal_lists(shard_of(owner), 1)
    [path] = place.rglob("*.list")
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.chmod(0o600)
    path.write_bytes(content)
    with pytest.raises(ArchiveAway):
        archiving.entries(owner, 5)
    assert archiving.entries(owner, 5, is_up=True) == entries[:5]
    more = fill(archiving, owner, range(600, 602))
    move(archiving, owner, more)
    with pytest.raises(ChainBroken):
        archiving.seal_lists(shard_of(owner), 1)
    assert archiving.count_filed(shard_of(owner)) == 2


@pytest.mark.parametrize("seed", range(4))
def test_every_range_of_a_list_is_what_sorting_says(seed: int) -> None:
    rng = Random(seed)
    owners = [f"key-{number:018x}" for number in range(5)]
    entries = [
        (rng.choice(owners), Entry(rng.randrange(60), f"{rng.randrange(10**9):018x}", "1")) for _ in range(2_000)
    ]
    packed = sorted(pack_entry(owner, entry) for owner, entry in entries)
    content = write_list(packed)
    assert read_all(content) == packed

    def read(start: int, size: int) -> bytes:
        return content[start : start + size]

    directory = read_directory(read)
    for _ in range(200):
        owner = rng.choice([*owners, "key-none"])
        own = sorted(entry for of, entry in entries if of == owner)
        places = [None, (rng.randrange(-1, 61) % 61, "5"), *(one[:2] for one in rng.sample(own, min(2, len(own))))]
        after, before = rng.choice(places), rng.choice(places)
        bounds: Bounds = bounds_of(owner, after, before)
        wanted = [one for one in own if (after is None or one[:2] > after) and (before is None or one[:2] < before)]
        for is_up in (True, False):
            found = walk(directory, lambda page: page_of(read, directory, page), bounds, is_up=is_up)
            assert list(map(unpack_entry, found)) == (wanted if is_up else wanted[::-1])


def test_old_copies_are_kept_for_a_restored_store(archiving: RedisEventStore, place: Path) -> None:
    owner = OWNERS[1]
    seal_parts(archiving, owner, 2, 5)
    now = max(int(path.stem, 16) >> 22 for path in place.rglob("*.list"))
    archiving.drop_strays(shard_of(owner), now + GRACE_MS // 2)
    assert len(list(place.rglob("*.list"))) == 2
