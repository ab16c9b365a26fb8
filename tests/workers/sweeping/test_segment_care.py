"""Tests what the sweep does for segments: it finds damage, and overwrites what was deleted."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.files import PART_S
from eventstore.archive.older import GRACE_MS
from eventstore.archive.segments import LAST_SIZE, is_whole
from eventstore.keys import SHARDS
from eventstore.streams import RedisEventStore
from service.game.context import Context
from service.views.archiving import ALONE_S
from tests.eventstore.archive.putting_away import clear_away, put_away
from tests.workers.sweeping.aged import DAY_MS, clock, ended
from workers.sweeping.clearing import PASS_MS, Clearing
from workers.sweeping.segment_scrub import PASS_MS as SCRUB_MS
from workers.sweeping.segment_scrub import SegmentScrub


def clear(walk: Clearing) -> int:
    """Walk along all shards, and return how many games were overwritten."""
    return sum(walk.step() for _ in range(SHARDS))


def test_a_changed_byte_is_found_and_told_before_anybody_reads_it(here: Context, place: Path) -> None:
    sound, damaged = ended(here), ended(here)
    put_away(here.store, sound, damaged)
    [segment] = place.rglob("*.seg")
    content, found = segment.read_bytes(), here.store.find_away(damaged)
    assert found is not None
    at = found.offset + found.size // 2
    segment.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    here.games.forget(damaged)
    scrub = SegmentScrub(here)

    assert scrub.step() == 1
    assert here.games.quarantine.is_damaged(damaged)
    assert not here.games.quarantine.is_damaged(sound)
    assert here.games.quarantine.counts()["log_damaged"] == 1
    assert scrub.step() == 0, "it rests"
    segment.write_bytes(content)
    clock(here).ms += SCRUB_MS
    assert SegmentScrub(here).step() == 0


def test_damage_is_found_after_another_game_of_the_segment_was_overwritten(here: Context, place: Path) -> None:
    damaged, deleted, other = (ended(here) for _ in range(3))
    put_away(here.store, damaged, deleted, other)
    [segment] = place.rglob("*.seg")
    content, found = segment.read_bytes(), here.store.find_away(damaged)
    assert found is not None
    at = found.offset + found.size // 2
    segment.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
    for game, count in ((deleted, 1), (damaged, 0)):
        here.store.delete(game)
        assert clear_away(here.store) == 1
        assert SegmentScrub(here).step() == count
    assert is_whole(segment.read_bytes()), "what was damaged is gone"


def test_what_a_killed_writer_left_goes_and_what_is_being_written_stays(here: Context, place: Path) -> None:
    game = ended(here)
    put_away(here.store, game)
    [segment] = place.rglob("*.seg")
    left, writing = (segment.with_name(f"{segment.name}.{word}.part") for word in ("left", "writing"))
    for path in (left, writing):
        path.write_bytes(segment.read_bytes())
    os.utime(left, (time.time() - PART_S - 60,) * 2)
    SegmentScrub(here).step()
    assert (left.exists(), writing.exists()) == (False, True)
    assert here.store.head(game) == 2


def test_a_damaged_index_is_told_and_its_games_are_read(
    here: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = ended(here)
    put_away(here.store, game)
    [segment] = place.rglob("*.seg")
    content = segment.read_bytes()
    for changed in (content[:-5] + b"nope\n", content[:-LAST_SIZE] + b"x" * LAST_SIZE, content.replace(b"toy", b"tyo")):
        caplog.clear()
        segment.write_bytes(changed)
        assert SegmentScrub(here).step() == 0
        assert [record.levelname for record in caplog.records] == ["ERROR"]
        assert here.store.head(game) == 2


def test_what_does_not_count_in_a_segment_goes_after_a_week_and_not_before(here: Context, place: Path) -> None:
    game, other = ended(here), ended(here)
    put_away(here.store, game, other)
    assert isinstance(here.store, RedisEventStore)
    redis, away = here.store._redis, keys.away(keys.shard_of(game))
    value = redis.hget(away, game)
    redis.hdel(away, game)  # as an older copy of the store knows it
    for day in (0, 1, 6):
        SegmentScrub(here).step()
        assert not here.store.list_dead(keys.shard_of(game)), day
        clock(here).ms += DAY_MS
    redis.hset(away, game, value)
    SegmentScrub(here).step()
    clock(here).ms += GRACE_MS
    SegmentScrub(here).step()
    assert here.store.head(game) == 2
    redis.hdel(away, game)
    SegmentScrub(here).step()
    clock(here).ms += GRACE_MS
    SegmentScrub(here).step()
    assert len(here.store.list_dead(keys.shard_of(game))) == 1
    assert here.store.head(other) == 2


def test_what_was_deleted_is_overwritten_in_the_second_pass(here: Context, place: Path) -> None:
    game, other = ended(here), ended(here)
    put_away(here.store, game, other)
    here.store.delete(game)
    walk = Clearing(here)
    assert clear(walk) == 0
    assert clear(walk) == 0, "it rests"
    clock(here).ms += PASS_MS
    assert clear(walk) == 1
    assert game.encode() not in b"".join(path.read_bytes() for path in place.rglob("*.seg"))
    assert here.store.head(other) == 2


def test_two_processes_never_overwrite_at_the_same_time(here: Context) -> None:
    game = ended(here)
    put_away(here.store, game, ended(here))
    here.store.delete(game)
    walks = [Clearing(here), Clearing(here)]
    for walk in walks:
        clear(walk)
    clock(here).ms += PASS_MS
    here.store.set_facts("archive", {"alone": b"%d another" % (here.clock() + 1_000)})
    assert [clear(walk) for walk in walks] == [0, 0]
    clock(here).ms += PASS_MS
    assert [clear(walk) for walk in walks] == [1, 0]


def test_places_move_into_the_archive_once_there_are_many(here: Context) -> None:
    games = [ended(here) for _ in range(6)]
    put_away(here.store, *games)
    clear(Clearing(here, most_places=1))
    assert sum(here.store.count_away(shard) for shard in range(SHARDS)) == 0
    assert [here.store.head(game) for game in games] == [2] * 6


def test_a_damaged_segment_holds_up_no_other(here: Context, place: Path) -> None:
    for game in (ended(here), ended(here)):
        put_away(here.store, game)
        here.store.delete(game)
    first, second = sorted(place.rglob("*.seg"))
    first.write_bytes(first.read_bytes()[:-LAST_SIZE] + b"x" * LAST_SIZE)
    walk = Clearing(here)
    clear(walk)
    clock(here).ms += PASS_MS
    clear(walk)
    assert first.exists()
    assert not second.exists(), "no game is left in it"


def test_no_segment_is_begun_after_another_process_may_overwrite_too(
    here: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in (ended(here), ended(here)):
        put_away(here.store, game)
        here.store.delete(game)
    blank = here.store.archive.blank

    def last(number: int, ranges: Iterable[tuple[int, int]]) -> None:
        clock(here).ms += 500 * ALONE_S
        blank(number, ranges)

    monkeypatch.setattr(here.store.archive, "blank", last)
    walk = Clearing(here)
    clear(walk)
    for _ in range(2):
        clock(here).ms += PASS_MS
        assert clear(walk) == 1
