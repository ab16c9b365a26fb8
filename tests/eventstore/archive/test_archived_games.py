"""Tests games that are away: every answer is the same, and whatever changes one takes it back."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.objects import ArchiveAway, ObjectsAway
from eventstore.archive.places import Place, pack_place
from eventstore.interfaces import START
from eventstore.keys import SHARDS
from eventstore.log.chain import ChainBroken, verify_chain
from eventstore.log.wire import version_of
from eventstore.records import Beside, Claim, Conflict
from eventstore.redis.store import RedisEventStore
from tests.eventstore.archive.putting_away import NOW_MS, answers, clear_away, collect, put_away
from tests.eventstore.samples import versions
from tests.older_logs import grow_old

GAME = "g"
NAME = "Ana of the archive"


def made(store: RedisEventStore, count: int = 6, game: str = GAME) -> None:
    """Append a game with something beside it."""
    beside = Beside(facts={"token": b"owner"}, names={0: NAME, 2: "Bea"}, data_keys={"0": b"secret data key"})
    store.append(game, 0, versions(count), beside=beside)


def keys_of(store: RedisEventStore, game: str = GAME) -> set[bytes]:
    """Return the keys that the server has of a game."""
    return set(store._redis.scan_iter(f"*:g:{game}:*"))


def bytes_in(place: Path) -> bytes:
    """Return all bytes of an archive."""
    return b"".join(path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file())


@pytest.mark.parametrize("is_sealed", [False, True])
@pytest.mark.parametrize("form", ["plain", "packed", "old"])
def test_an_archived_game_answers_as_before(archiving: RedisEventStore, form: str, is_sealed: bool) -> None:
    made(archiving)
    made(archiving, 3, "other")
    if form == "old":
        grow_old(archiving._redis, GAME, upto=4)
        archiving.mark(archiving.feed(keys.shard_of(GAME), START, 50))
    if form == "packed":
        archiving.pack(GAME)
    before = answers(archiving, GAME)

    assert put_away(archiving, GAME, "other") == [GAME, "other"]
    if is_sealed:
        assert sum(archiving.seal(shard, 1) for shard in range(SHARDS)) == 2
        assert archiving.count_away(keys.shard_of(GAME)) == 0
    assert not keys_of(archiving)
    assert answers(archiving, GAME) == before
    assert verify_chain(archiving.read(GAME)) == archiving.tip(GAME).chain
    [kept] = archiving.describe_logs([GAME])
    assert (kept.version, kept.loose, kept.is_archived) == (6, 0, True)
    assert put_away(archiving, GAME) == []


CHANGES: dict[str, Callable[[RedisEventStore], Any]] = {
    "append": lambda store: store.append(GAME, 6, versions(2)),
    "append given a fact": lambda store: store.append(GAME, 6, versions(1), beside=Beside(given={"token": b"owner"})),
    "name": lambda store: store.set_name(GAME, 2, "Cid"),
    "no name": lambda store: store.set_name(GAME, 0, ""),
    "facts": lambda store: store.set_facts(GAME, {"token": b"", "more": b"1"}),
    "count": lambda store: store.count_fact(GAME, "number", 3),
    "swapped name": lambda store: store.swap_name(GAME, 2, "Bea", "Cid"),
    "swapped fact": lambda store: store.swap_fact(GAME, "token", b"owner", b"other"),
    "swapped facts": lambda store: store.swap_facts(GAME, {"token": (b"owner", b""), "new": (b"", b"1")}),
    "a data key": lambda store: store.keep_data_key(GAME, "1", b"another"),
    "no data key": lambda store: store.drop_data_keys(GAME, ["0"]),
}


@pytest.mark.parametrize("is_sealed", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_what_changes_a_game_takes_it_back(archiving: RedisEventStore, change: str, is_sealed: bool) -> None:
    for game in (GAME, "twin"):
        made(archiving, game=game)
    put_away(archiving, GAME)
    if is_sealed:
        archiving.seal(keys.shard_of(GAME), 1)
    found = CHANGES[change](archiving)
    assert found == CHANGES[change](_Of(archiving, "twin"))
    assert beside(archiving, GAME) == beside(archiving, "twin")
    assert archiving.head(GAME) == archiving.head("twin")
    assert archiving.find_away(GAME) is None
    before = answers(archiving, GAME)

    assert put_away(archiving, GAME) == [GAME]
    assert answers(archiving, GAME) == before
    archiving.seal(keys.shard_of(GAME), 1)
    assert answers(archiving, GAME) == before


def beside(store: RedisEventStore, game: str) -> list[object]:
    """Return what stands beside a log."""
    return [store.facts(game), store.names(game), store.data_keys_of([game])[game]]


class _Of:
    """Stands for a store in which another game is meant."""

    def __init__(self, store: RedisEventStore, game: str) -> None:
        self._store, self._game = store, game

    def __getattr__(self, name: str) -> Any:
        return lambda _, *args, **more: getattr(self._store, name)(self._game, *args, **more)


def test_a_game_that_changes_while_it_is_written_stays(archiving: RedisEventStore) -> None:
    for name, change in CHANGES.items():
        made(archiving, game=GAME)
        write = archiving.archive.write_segment

        def write_and_change(number: int, content: bytes, then: Any = change, write: Any = write) -> None:
            write(number, content)
            then(archiving)

        archiving.archive.write_segment = write_and_change  # type: ignore[method-assign]
        assert put_away(archiving, GAME) == [], name
        archiving.archive.write_segment = write  # type: ignore[method-assign]
        assert len(archiving.list_dead(keys.shard_of(GAME))) == 1
        assert clear_away(archiving) == 1
        assert not archiving.archive.list_segments()
        archiving.delete(GAME)


@pytest.mark.parametrize("is_sealed", [False, True])
def test_a_deleted_game_leaves_nothing(archiving: RedisEventStore, place: Path, is_sealed: bool) -> None:
    made(archiving)
    made(archiving, 3, "other")
    [header, *_] = archiving.read(GAME)
    put_away(archiving, GAME, "other")
    if is_sealed:
        for shard in range(SHARDS):
            archiving.seal(shard, 1)
    size = sum(path.stat().st_size for path in (place / "segments").rglob("*.seg"))
    archiving.delete(GAME)
    assert (archiving.head(GAME), archiving.read(GAME), archiving.describe_logs([GAME])) == (0, [], [])
    assert archiving.feed(keys.shard_of(GAME), START, 50)[-1].version == 0
    assert clear_away(archiving) == 1
    assert clear_away(archiving) == 0

    left = bytes_in(place)
    assert b"longroad-game 1 g " not in left
    assert b'"g"' not in left
    assert sum(path.stat().st_size for path in (place / "segments").rglob("*.seg")) < size
    assert not keys_of(archiving)
    assert not [name for name in archiving._redis.scan_iter("*") if b":g:g" in name]
    assert len(archiving.read("other")) == 3
    archiving.delete("other")
    clear_away(archiving)
    assert not list((place / "segments").rglob("*.seg"))
    assert header


def test_bytes_of_a_person_are_gone_after_the_game_was_taken_back(archiving: RedisEventStore, place: Path) -> None:
    made(archiving)
    put_away(archiving, GAME)
    [segment] = (place / "segments").rglob("*.seg")
    old = segment.read_bytes()
    archiving.drop_data_keys(GAME, ["0"])
    put_away(archiving, GAME)
    clear_away(archiving)
    bundle = re.search(rb"longroad-game 1 g 6 \w+\n[\x00-\xff]{20}", old)
    assert bundle
    assert bundle[0] not in bytes_in(place)
    assert archiving.data_key(GAME, "0") is None


def test_a_deleted_id_is_free_and_an_archived_one_is_not(archiving: RedisEventStore) -> None:
    made(archiving)
    put_away(archiving, GAME)
    for is_sealed in (False, True):
        if is_sealed:
            archiving.seal(keys.shard_of(GAME), 1)
        with pytest.raises(Conflict):
            archiving.append(GAME, 0, versions(1), beside=Beside(claim=Claim("late", "hash", b"answer")))
    archiving.delete(GAME)
    assert archiving.head(GAME) == 0
    assert archiving.append(GAME, 0, versions(1)) == 1


def test_runs_are_merged_and_find_every_game(archiving: RedisEventStore, archive: Archive) -> None:
    of_shard = [f"game{n}" for n in range(3_000) if keys.shard_of(f"game{n}") == 5][:24]
    heads = {}
    for number, game in enumerate(of_shard):
        archiving.append(game, 0, versions(number % 3 + 1))
        heads[game] = number % 3 + 1
        put_away(archiving, game)
        if number % 5 == 4:
            archiving.delete(of_shard[number - 2])
            heads[of_shard[number - 2]] = 0
        archiving.seal(5, 1)
    runs = archiving._redis.hget(keys.shelf(5), "runs").split()
    assert len(runs) < 7
    assert {game: archiving.head(game) for game in of_shard} == heads
    assert archiving.head("game-that-never-was") == 0
    there = len(archive.list_runs(5))
    assert there > len(runs)
    archiving.drop_strays(5, NOW_MS * 2)
    assert len(archive.list_runs(5)) == len(runs)
    assert {game: archiving.head(game) for game in of_shard} == heads


def test_a_store_without_the_archive_says_so_for_that_game_alone(
    archiving: RedisEventStore, redis_store: RedisEventStore, place: Path
) -> None:
    made(archiving)
    archiving.append("other", 0, versions(2))
    put_away(archiving, GAME)
    for is_sealed in (False, True):
        if is_sealed:
            archiving.seal(keys.shard_of(GAME), 1)
        with pytest.raises(ArchiveAway) as away:
            redis_store.read(GAME)
        assert away.value.reason == "unconfigured"
        assert len(redis_store.read("other")) == 2
        place.rename(place.with_name("moved"))
        with pytest.raises(ArchiveAway):
            archiving.read(GAME)
        place.with_name("moved").rename(place)
        assert len(archiving.read(GAME)) == 6


def test_every_changed_byte_of_a_game_is_noticed(archiving: RedisEventStore, place: Path) -> None:
    made(archiving)
    put_away(archiving, GAME)
    found = archiving.find_away(GAME)
    assert found is not None
    [segment] = (place / "segments").rglob("*.seg")
    sound = segment.read_bytes()
    for at in range(found.offset, found.offset + found.size):
        segment.write_bytes(sound[:at] + bytes([sound[at] ^ 1]) + sound[at + 1 :])
        with pytest.raises(ChainBroken):
            archiving.read(GAME)
    segment.write_bytes(sound[: found.offset + 9])
    with pytest.raises(ChainBroken):
        archiving.read(GAME)
    segment.write_bytes(sound)
    assert len(archiving.read(GAME)) == 6


def test_a_place_takes_at_most_a_hundred_bytes_of_the_store(archiving: RedisEventStore) -> None:
    away = keys.away(5)
    for count in (100, 1_000):
        archiving._redis.delete(away)
        for number in range(count):
            archiving._redis.hset(away, f"{number:018x}", pack_place(Place(2**60 + number, number, 9, "0" * 16)))
        assert archiving._redis.memory_usage(away, samples=0) <= 100 * count


def test_a_damaged_log_is_not_archived(archiving: RedisEventStore) -> None:
    made(archiving)
    archiving._redis.xdel(keys.log(GAME), "3-0")
    with pytest.raises(ChainBroken):
        put_away(archiving, GAME)
    assert archiving._redis.xlen(keys.log(GAME)) == 5


def test_a_snapshot_of_a_game_that_is_away_is_not_kept(archiving: RedisEventStore) -> None:
    made(archiving)
    archiving.put_snapshot(GAME, 2, "tag", b"state")
    put_away(archiving, GAME)
    archiving.put_snapshot(GAME, 5, "tag", b"state")
    assert not keys_of(archiving)
    assert archiving.snapshot(GAME, 6, "tag") is None


def test_of_a_collected_log_only_the_newest_version_stays_unpacked(archiving: RedisEventStore) -> None:
    archiving.append("long", 0, versions(50))
    [(bundle, _, note)] = collect(archiving, ["long"]).bundles
    assert [version_of(entry) for entry in bundle.entries] == [50]
    assert note.time_ms == archiving.read("long")[-1].header.time_ms


def test_what_is_to_be_overwritten_is_remembered_while_the_archive_is_away(
    archiving: RedisEventStore, place: Path
) -> None:
    made(archiving)
    put_away(archiving, GAME)
    archiving.delete(GAME)
    aside = place.rename(place.with_name("aside"))
    with pytest.raises(ObjectsAway):
        clear_away(archiving)
    aside.rename(place)
    assert clear_away(archiving) == 1
