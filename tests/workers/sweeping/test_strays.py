"""Tests when the games of segments are looked up in the index, and that nothing asks it at other times."""

import logging
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from eventstore import keys
from eventstore.archive.archive import Archive
from eventstore.archive.archiver import archive_batch
from eventstore.archive.files import FileObjects
from eventstore.archive.objects import ObjectsAway
from eventstore.archive.older import GRACE_MS
from eventstore.archive.places import new_number, shard_of_segment
from eventstore.keys import ARCHIVE, SHARDS, shard_of
from eventstore.memory.store import MemoryEventStore
from eventstore.streams import RedisEventStore, open_store
from service.game.context import Context, compose
from service.game.scrub_rounds import SEGMENTS, Rounds
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import collect
from tests.workers.sweeping.aged import DAY_MS, Clock, clock, ended
from workers.sweeping.segment_scrub import RETRY_MS, SegmentScrub
from workers.sweeping.strays import LATE_MS, STRAY, TURNS, has_turn, is_new


class CountedFiles(FileObjects):
    """Represents a directory that counts what is read of the index, and of segments."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.of_index = self.of_segments = 0

    def get(self, name: str, start: int = 0, size: int | None = None) -> bytes:
        """Count and read."""
        self.of_index += name.startswith("index/")
        self.of_segments += name.startswith("segments/")
        return super().get(name, start, size)


@pytest.fixture
def files(place: Path) -> CountedFiles:
    """Return the directory of an archive."""
    return CountedFiles(place)


@pytest.fixture
def archiving(ctx: Context, stores: StorePair, files: CountedFiles) -> Context:
    """Return a context with an archive and a clock that stands still."""
    store = open_store(stores.events_url, archive=Archive(files))
    return compose(ctx.settings, store, ctx.rulesets, ctx.jobs, Clock(ctx.clock()))


def archived(here: Context, count: int = 2) -> list[str]:
    """Return games that are in one segment, and whose places are in the index."""
    games = [ended(here) for _ in range(count)]
    assert archive_batch(here.store, collect(here.store, games), here.clock()) == games
    for shard in {shard_of(game) for game in games}:
        here.store.seal(shard, 1)
    return games


def prove_all(here: Context, after_ms: int = DAY_MS) -> None:
    """Prove all segments once, a day after the last round; no page of the index is cached."""
    clock(here).ms += after_ms
    here.store.archive._found.drop_all()
    scrub = SegmentScrub(here)
    for _ in range(2 * len(here.store.archive.list_segments()) + 2):
        scrub.step()
    assert all(scrub.rounds.of(shard).passed == here.clock() for shard in range(SHARDS))


def lose(here: Context, game: str) -> None:
    """Let the store forget where a game is, as an older copy of the store would."""
    assert isinstance(here.store, RedisEventStore)
    here.store._redis.hdel(keys.shelf(shard_of(game)), "runs")


def known(here: Context) -> bool:
    """Return whether a segment is known to have a stray."""
    return any(name.startswith(STRAY) for name in here.store.facts(ARCHIVE))


def test_a_new_segment_is_looked_up_in_the_first_round(archiving: Context, files: CountedFiles) -> None:
    prove_all(archiving)
    lose(archiving, archived(archiving)[0])
    prove_all(archiving)
    assert known(archiving)


def test_of_16_rounds_one_looks_an_old_segment_up_and_all_prove_it(archiving: Context, files: CountedFiles) -> None:
    archived(archiving)
    prove_all(archiving)
    found = []
    for _ in range(2 * TURNS):
        before, proven = files.of_index, files.of_segments
        prove_all(archiving)
        found.append(files.of_index > before)
        assert files.of_segments > proven
    assert found.count(True) == 2
    assert found[:TURNS] == found[TURNS:]


def test_an_old_segment_with_a_stray_is_noticed_within_16_rounds(archiving: Context) -> None:
    games = archived(archiving)
    for _ in range(3):
        prove_all(archiving)
    lose(archiving, games[0])
    noticed = []
    for _ in range(TURNS):
        prove_all(archiving)
        noticed.append(known(archiving))  # until they are to be overwritten, a week later
    assert any(noticed)


def test_known_strays_are_looked_up_in_every_round_and_overwritten_after_a_week(
    archiving: Context, files: CountedFiles
) -> None:
    games = archived(archiving, 3)
    lose(archiving, games[0])
    prove_all(archiving)
    assert known(archiving)
    for day in range(GRACE_MS // DAY_MS):
        assert not archiving.store.list_dead(shard_of(games[0])), day
        before = files.of_index
        prove_all(archiving)
        assert files.of_index > before or len({shard_of(game) for game in games}) == 1
    assert len(archiving.store.list_dead(shard_of(games[0]))) >= 1
    assert not known(archiving), "nothing would remove that after the last game of the segment"


def test_strays_that_count_again_are_known_no_more(archiving: Context) -> None:
    games = archived(archiving)
    assert isinstance(archiving.store, RedisEventStore)
    redis, shelf = archiving.store._redis, keys.shelf(shard_of(games[0]))
    runs = redis.hget(shelf, "runs")
    lose(archiving, games[0])
    prove_all(archiving)
    redis.hset(shelf, "runs", runs)
    prove_all(archiving)
    assert not known(archiving)


@pytest.mark.parametrize("seed", range(20))
def test_no_segment_misses_its_first_round_however_rounds_and_writers_go(seed: int) -> None:
    random, rounds, now = Random(seed), Rounds(MemoryEventStore(), SEGMENTS), 1_700_000_000_000
    there, looked_up = list[int](), set[int]()
    for _ in range(12):
        number = new_number(now - random.randrange(LATE_MS)) // SHARDS * SHARDS
        there += [number] * random.randrange(2)
        now += random.randrange(1, 2 * DAY_MS)
        rounds.begin(0, len(there), now)
        listed = list(there)
        for _ in range(random.randrange(4)):  # written while the round is on
            now += random.randrange(DAY_MS)
            there.append(new_number(now) // SHARDS * SHARDS)
        for one in listed:
            if is_new(one, rounds.of(0)):
                looked_up.add(one)
            rounds.advance(0, f"{one:016x}", 0)
        rounds.end(0, now)
        assert looked_up >= set(listed)


def test_turns_are_shared_evenly_by_segments() -> None:
    rounds, numbers = Rounds(MemoryEventStore(), SEGMENTS), [new_number() for _ in range(4_000)]
    looked_up = list[int]()
    for at in range(TURNS):
        found = [number for number in numbers if has_turn(number, rounds.of(0))]
        assert len(found) < 2 * len(numbers) / TURNS, at
        looked_up += found
        rounds.begin(0, 0, at + 1)
        rounds.end(0, at + 1)
    assert sorted(looked_up) == sorted(numbers)
    assert len({shard_of_segment(number) for number in numbers}) == SHARDS


def test_a_long_look_up_goes_on_where_it_stopped(
    archiving: Context, files: CountedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = archived(archiving, 10)
    lose(archiving, games[0])
    scrub, read = SegmentScrub(archiving), files.of_segments
    monkeypatch.setattr(scrub.pace, "may_go_on", _now_and_then())
    for _ in range(2):
        scrub.step()
        assert not known(archiving)
    scrub.step()
    assert known(archiving)
    assert files.of_segments == read + 1, "its bytes are proven once"


def _now_and_then() -> Callable[[], bool]:
    """Return what lets each step begin, and ends it at the next question."""
    answers = [False]

    def may_go_on() -> bool:
        answers[0] = not answers[0]
        return answers[0]

    return may_go_on


@pytest.mark.parametrize("fault", ["away", "gone", "damaged"])
def test_an_index_that_cannot_be_read_holds_up_no_proof(
    archiving: Context,
    files: CountedFiles,
    place: Path,
    fault: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    archived(archiving)
    runs = {run: run.read_bytes() for run in place.glob("index/*/*")}
    for run, content in runs.items():
        if fault == "gone":
            run.unlink()
        if fault == "damaged":
            run.write_bytes(b"x" + content[1:])
    read = files.get

    def refuse_index(name: str, start: int = 0, size: int | None = None) -> bytes:
        if name.startswith("index/"):
            raise ObjectsAway("slow", "it is slow")
        return read(name, start, size)

    if fault == "away":
        monkeypatch.setattr(files, "get", refuse_index)
    scrub = SegmentScrub(archiving)
    for _ in range(3):
        scrub.step()
    logged = [record.levelno for record in caplog.records if record.levelno >= logging.WARNING]
    assert logged == [logging.WARNING if fault == "away" else logging.ERROR]
    assert all(scrub.rounds.of(shard).rounds == 1 for shard in range(SHARDS)) == (fault != "away")
    monkeypatch.undo()
    for run, content in runs.items():
        run.write_bytes(content)
    clock(archiving).ms += RETRY_MS
    for _ in range(3):
        scrub.step()
    assert all(scrub.rounds.of(shard).rounds == 1 for shard in range(SHARDS))


def test_a_segment_in_writing_is_looked_up_again_in_the_next_round(archiving: Context) -> None:
    game = archived(archiving)[0]
    [number] = archiving.store.archive.list_segments()
    archiving.store.begin_segment(shard_of(game), number, archiving.clock())
    lose(archiving, game)
    prove_all(archiving, LATE_MS // 2)
    assert not known(archiving)
    archiving.store.end_segment(shard_of(game), number)
    prove_all(archiving)
    assert known(archiving)
