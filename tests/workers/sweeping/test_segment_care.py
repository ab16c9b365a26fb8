"""Tests what the sweep does for segments: it finds damage, and overwrites what was deleted."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.files import PART_S
from eventstore.archive.objects import ObjectsAway
from eventstore.archive.older import GRACE_MS
from eventstore.archive.segments import LAST_SIZE, is_whole
from eventstore.keys import SHARDS, shard_of
from eventstore.streams import RedisEventStore
from service.game.context import Context
from service.views.archiving import ALONE_S
from tests.eventstore.archive.putting_away import clear_away, put_away
from tests.workers.sweeping.aged import DAY_MS, clock, ended
from workers.sweeping import indexing
from workers.sweeping.clearing import PASS_MS, Clearing
from workers.sweeping.indexing import Indexing
from workers.sweeping.segment_scrub import PASS_MS as SCRUB_MS
from workers.sweeping.segment_scrub import RETRY_MS, SegmentScrub
from workers.sweeping.strays import TURNS


def clear(walk: Clearing) -> int:
    """Walk along all shards, and return how many games were overwritten."""
    return sum(walk.step() for _ in range(SHARDS))


def in_segment(archiving: Context, place: Path) -> tuple[str, Path]:
    """Return a game that is archived, and the file of its segment, the only one."""
    game = ended(archiving)
    put_away(archiving.store, game)
    [segment] = place.rglob("*.seg")
    return game, segment


def test_a_changed_byte_is_found_and_told_before_anybody_reads_it(archiving: Context, place: Path) -> None:
    sound, damaged = ended(archiving), ended(archiving)
    put_away(archiving.store, sound, damaged)
    [segment] = place.rglob("*.seg")
    content, found = segment.read_bytes(), archiving.store.find_away(damaged)
    assert found is not None
    at = found.offset + found.size // 2
    segment.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    archiving.games.forget(damaged)
    scrub = SegmentScrub(archiving)

    assert scrub.step() == 1
    assert archiving.games.quarantine.is_damaged(damaged)
    assert not archiving.games.quarantine.is_damaged(sound)
    assert archiving.games.quarantine.counts()["log_damaged"] == 1
    assert scrub.step() == 0, "it rests"
    segment.write_bytes(content)
    clock(archiving).ms += SCRUB_MS
    assert SegmentScrub(archiving).step() == 0


def test_damage_is_found_after_another_game_of_the_segment_was_overwritten(archiving: Context, place: Path) -> None:
    damaged, deleted, other = (ended(archiving) for _ in range(3))
    put_away(archiving.store, damaged, deleted, other)
    [segment] = place.rglob("*.seg")
    content, found = segment.read_bytes(), archiving.store.find_away(damaged)
    assert found is not None
    at = found.offset + found.size // 2
    segment.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    for game, count in ((deleted, 1), (damaged, 0)):
        archiving.store.delete(game)
        assert clear_away(archiving.store) == 1
        assert SegmentScrub(archiving).step() == count
    assert is_whole(segment.read_bytes()), "what was damaged is gone"


def test_damage_in_a_segment_and_in_the_index_holds_up_no_round(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game, segment = in_segment(archiving, place)
    found = archiving.store.find_away(game)
    assert found is not None
    archiving.store.seal(shard_of(game), 1)
    for path, at in ((segment, found.offset + found.size // 2), (next(place.glob("index/*/*")), -1)):
        content = bytearray(path.read_bytes())
        content[at] ^= 1
        path.write_bytes(content)
    scrub = SegmentScrub(archiving)

    scrub.step()
    assert all(scrub.rounds.of(shard).rounds == 1 for shard in range(SHARDS))
    assert any("cannot be looked up" in record.getMessage() for record in caplog.records)


def test_what_a_killed_writer_left_goes_and_what_is_being_written_stays(archiving: Context, place: Path) -> None:
    game, segment = in_segment(archiving, place)
    left, writing = (segment.with_name(f"{segment.name}.{word}.part") for word in ("left", "writing"))
    for path in (left, writing):
        path.write_bytes(segment.read_bytes())
    os.utime(left, (time.time() - PART_S - 60,) * 2)
    segment.with_name("renamed.part").symlink_to("nowhere")  # listed, but no longer there when it is looked at
    SegmentScrub(archiving).step()
    assert (left.exists(), writing.exists()) == (False, True)
    assert archiving.store.head(game) == 2


def test_a_damaged_index_is_told_and_its_games_are_read(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game, segment = in_segment(archiving, place)
    content = segment.read_bytes()
    for changed in (content[:-5] + b"nope\n", content[:-LAST_SIZE] + b"x" * LAST_SIZE, content.replace(b"toy", b"tyo")):
        caplog.clear()
        clock(archiving).ms += SCRUB_MS
        segment.write_bytes(changed)
        assert SegmentScrub(archiving).step() == 0
        assert [record.levelname for record in caplog.records] == ["ERROR"]
        assert archiving.store.head(game) == 2


def test_what_does_not_count_in_a_segment_goes_after_a_week_and_not_before(archiving: Context, place: Path) -> None:
    game, other = ended(archiving), ended(archiving)
    put_away(archiving.store, game, other)
    assert isinstance(archiving.store, RedisEventStore)
    redis, away = archiving.store._redis, keys.away(keys.shard_of(game))
    value = redis.hget(away, game)
    redis.hdel(away, game)  # as an older copy of the store knows it
    for day in (0, 1, 6):
        SegmentScrub(archiving).step()
        assert not archiving.store.list_dead(keys.shard_of(game)), day
        clock(archiving).ms += DAY_MS
    redis.hset(away, game, value)
    SegmentScrub(archiving).step()
    clock(archiving).ms += GRACE_MS
    SegmentScrub(archiving).step()
    assert archiving.store.head(game) == 2
    redis.hdel(away, game)
    for _ in range(TURNS):
        clock(archiving).ms += SCRUB_MS
        SegmentScrub(archiving).step()
    clock(archiving).ms += GRACE_MS
    SegmentScrub(archiving).step()
    assert len(archiving.store.list_dead(keys.shard_of(game))) == 1
    assert archiving.store.head(other) == 2


def test_what_was_deleted_is_overwritten_in_the_second_pass(archiving: Context, place: Path) -> None:
    game, other = ended(archiving), ended(archiving)
    put_away(archiving.store, game, other)
    archiving.store.delete(game)
    walk = Clearing(archiving)
    assert clear(walk) == 0
    assert clear(walk) == 0, "it rests"
    clock(archiving).ms += PASS_MS
    assert clear(walk) == 1
    assert game.encode() not in b"".join(path.read_bytes() for path in place.rglob("*.seg"))
    assert archiving.store.head(other) == 2


def test_two_processes_never_overwrite_at_the_same_time(archiving: Context) -> None:
    game = ended(archiving)
    put_away(archiving.store, game, ended(archiving))
    archiving.store.delete(game)
    walks = [Clearing(archiving), Clearing(archiving)]
    for walk in walks:
        clear(walk)
    clock(archiving).ms += PASS_MS
    archiving.store.set_facts("archive", {"alone": b"%d another" % (archiving.clock() + 1_000)})
    assert [clear(walk) for walk in walks] == [0, 0]
    clock(archiving).ms += PASS_MS
    assert [clear(walk) for walk in walks] == [1, 0]


def test_one_that_was_suspended_while_it_wrote_brings_nothing_back(
    archiving: Context, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, kept = (ended(archiving) for _ in range(3))
    put_away(archiving.store, first, second, kept)
    archiving.store.delete(first)
    walk, write = Clearing(archiving), archiving.store.archive.put
    clear(walk)
    clock(archiving).ms += PASS_MS

    def wake_up_too_late(name: str, content: bytes) -> None:
        """Write only after another process has overwritten another game of the segment."""
        monkeypatch.setattr(archiving.store.archive, "put", write)
        clock(archiving).ms += 1_000 * ALONE_S
        archiving.store.delete(second)
        assert clear_away(archiving.store) == 2
        write(name, content)

    monkeypatch.setattr(archiving.store.archive, "put", wake_up_too_late)
    clear(walk)
    [segment] = place.rglob("*.seg")
    assert second.encode() in segment.read_bytes(), "what was overwritten is back"
    for _ in range(3):
        clock(archiving).ms += PASS_MS
        clear(walk)
    assert second.encode() not in segment.read_bytes()
    assert archiving.store.head(kept) == 2


def test_a_segment_that_cannot_be_read_holds_up_no_other(archiving: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        put_away(archiving.store, ended(archiving))
    first, *others = archiving.store.archive.list_segments()
    read, proven = archiving.store.archive.segment, list[int]()

    def fail(number: int) -> bytes:
        if number == first:
            raise ObjectsAway("forbidden", "no entry")
        proven.append(number)
        return read(number)

    monkeypatch.setattr(archiving.store.archive, "segment", fail)
    scrub = SegmentScrub(archiving)
    for _ in range(5):
        scrub.step()
    assert sorted(proven) == sorted(others)
    monkeypatch.setattr(archiving.store.archive, "segment", lambda number: proven.append(number) or read(number))
    scrub.step()
    assert first not in proven, "it rests"
    clock(archiving).ms += RETRY_MS
    scrub.step()
    assert proven[-1] == first


def test_places_move_into_the_archive_once_there_are_many(archiving: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [ended(archiving) for _ in range(6)]
    put_away(archiving.store, *games)
    for most, left in ((7, 6), (1, 0)):
        monkeypatch.setattr(indexing, "PLACES", most)
        clock(archiving).ms += indexing.PASS_MS
        walk = Indexing(archiving)
        assert sum(walk.step() for _ in range(SHARDS)) == 6 - left
        assert sum(archiving.store.count_away(shard) for shard in range(SHARDS)) == left
        assert walk.step() == 0
        assert walk.rests()
    assert [archiving.store.head(game) for game in games] == [2] * 6


def test_an_index_that_cannot_be_written_holds_up_no_other_shard(
    archiving: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [ended(archiving) for _ in range(6)]
    put_away(archiving.store, *games)
    monkeypatch.setattr(indexing, "PLACES", 1)
    first, seal = min(map(shard_of, games)), archiving.store.seal

    def fail(shard: int, least: int) -> int:
        if shard == first:
            raise ObjectsAway("full", "no room")
        return seal(shard, least)

    monkeypatch.setattr(archiving.store, "seal", fail)
    walk = Indexing(archiving)
    for _ in range(SHARDS):
        walk.step()
    left = [shard for shard in range(SHARDS) if archiving.store.count_away(shard)]
    assert left == [first]


def test_a_damaged_segment_holds_up_no_other(archiving: Context, place: Path) -> None:
    for game in (ended(archiving), ended(archiving)):
        put_away(archiving.store, game)
        archiving.store.delete(game)
    first, second = sorted(place.rglob("*.seg"))
    first.write_bytes(first.read_bytes()[:-LAST_SIZE] + b"x" * LAST_SIZE)
    walk = Clearing(archiving)
    clear(walk)
    clock(archiving).ms += PASS_MS
    clear(walk)
    assert first.exists()
    assert not second.exists(), "no game is left in it"


def test_no_segment_is_begun_after_another_process_may_overwrite_too(
    archiving: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in (ended(archiving), ended(archiving)):
        put_away(archiving.store, game)
        archiving.store.delete(game)
    blank = archiving.store.archive.blank

    def last(number: int, ranges: Iterable[tuple[int, int]]) -> None:
        clock(archiving).ms += 500 * ALONE_S
        blank(number, ranges)

    monkeypatch.setattr(archiving.store.archive, "blank", last)
    walk = Clearing(archiving)
    clear(walk)
    for _ in range(2):
        clock(archiving).ms += PASS_MS
        assert clear(walk) == 1
