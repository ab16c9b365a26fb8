"""Tests what the sweep does for the archive: it finds damage, overwrites what was deleted, and nothing waits for it."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from eventstore import keys
from eventstore.archive.files import PART_S
from eventstore.archive.objects import ObjectsAway
from eventstore.archive.older import GRACE_MS
from eventstore.archive.opening import open_archive
from eventstore.archive.segments import LAST_SIZE, is_whole
from eventstore.keys import SHARDS
from eventstore.streams import RedisEventStore, open_store
from service.game.context import Context, compose
from service.handlers.new_seats import NewSeat
from service.handlers.openings import NewGame, create_game
from service.handlers.resignation import resign
from service.settings import read_settings
from service.views.archiving import ALONE_S
from service.views.games_pages import games_page
from service.views.lobby_projection import follow_feeds
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import clear_away, put_away
from tests.service.tables import caller
from workers.sweeping.background import Background
from workers.sweeping.clearing import PASS_MS, Clearing
from workers.sweeping.long_work import LongWork
from workers.sweeping.retention import Terms, terms_of
from workers.sweeping.segment_scrub import PASS_MS as SCRUB_MS
from workers.sweeping.segment_scrub import SegmentScrub
from workers.sweeping.shelving import RETRY_MS, Shelving

DAY_MS = 86_400_000


class Clock:
    """Represents a clock that tests move."""

    def __init__(self, ms: int) -> None:
        self.ms = ms

    def __call__(self) -> int:
        """Return the time (ms)."""
        return self.ms


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return the directory of an archive."""
    made = tmp_path / "archive"
    made.mkdir()
    return made


@pytest.fixture
def here(ctx: Context, stores: StorePair, place: Path) -> Context:
    """Return a context with an archive and a clock that stands still."""
    store = open_store(stores.events_url, archive=open_archive(place))
    return compose(ctx.settings, store, ctx.rulesets, ctx.jobs, Clock(ctx.clock()))


def clock(here: Context) -> Clock:
    """Return the clock of the context."""
    assert isinstance(here.clock, Clock)
    return here.clock


def ended(here: Context) -> str:
    """Return a game that is over."""
    game = create_game(here, NewGame("toy", [NewSeat("human"), NewSeat("human")]))
    resign(here, caller(here, game, 0))
    return game.id


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


def test_a_directory_that_cannot_be_written_moves_and_loses_nothing(here: Context) -> None:
    game = ended(here)
    follow_feeds(here)
    clock(here).ms += 8 * DAY_MS
    put = here.store.archive.objects

    def refuse(name: str, content: bytes) -> None:
        raise ObjectsAway("full", f"no room for {name}")

    assert put is not None
    usual, put.put = put.put, refuse  # type: ignore[method-assign]
    walk_all(here)
    assert here.store.find_away(game) is None
    assert [row["id"] for row in games_page(here)["games"]] == [game], "its row is there again"
    put.put = usual  # type: ignore[method-assign]
    walk_all(here)
    assert here.store.find_away(game) is not None
    assert games_page(here)["games"] == []
    assert here.games.load(game).table.finished


def test_the_sweep_tries_again_some_minutes_after_the_archive_could_not_be_written(here: Context) -> None:
    game = ended(here)
    follow_feeds(here)
    clock(here).ms += 8 * DAY_MS
    walk, objects = Shelving(here), here.store.archive.objects
    assert objects is not None
    listed: list[list[dict[str, object]]] = []
    usual = objects.put

    def refuse(name: str, content: bytes) -> None:
        listed.append(games_page(here)["games"])
        raise ObjectsAway("unreachable", f"no way to {name}")

    objects.put = refuse  # type: ignore[method-assign]
    walk_all(here, walk)
    assert [[row["id"] for row in games] for games in listed] == [[game]], "lists have it while it is written"
    objects.put = usual  # type: ignore[method-assign]
    walk_all(here, walk)
    assert here.store.find_away(game) is None, "it rests"
    clock(here).ms += RETRY_MS
    walk_all(here, walk)
    assert here.store.find_away(game) is not None


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


def walk_all(here: Context, walk: Shelving | None = None) -> None:
    """Let a sweep look at all games."""
    walk = walk or Shelving(here)
    while not walk.is_resting:
        walk.step()


def test_an_object_that_does_not_read_as_it_was_written_moves_nothing(here: Context) -> None:
    game = ended(here)
    clock(here).ms += 8 * DAY_MS
    objects = here.store.archive.objects
    assert objects is not None
    usual = objects.get
    objects.get = lambda *asked: usual(*asked)[:-1]  # type: ignore[method-assign]
    walk_all(here)
    objects.get = usual  # type: ignore[method-assign]
    assert here.store.find_away(game) is None
    assert here.store.head(game) == 2


class Slow(LongWork):
    """Waits until it is told to end."""

    def __init__(self, ctx: Context) -> None:
        super().__init__(ctx)
        self.begun = 0
        self.may_end = False

    def step(self) -> None:
        """Wait."""
        self.begun += 1
        while not self.may_end:
            time.sleep(0.01)


def test_nothing_waits_for_work_in_the_background(here: Context) -> None:
    slow = Slow(here)
    beside = Background(slow)
    for _ in range(3):
        beside.step()
    slow.may_end = True
    beside.wait()
    assert slow.begun == 1
    beside.step()
    beside.wait()
    assert slow.begun == 2


@pytest.mark.parametrize(
    ("ruleset", "maker", "days"),
    [
        ("catan", "address-1", 100),
        ("goofspiel", "address-1", 7),
        ("goofspiel", "key-0123456789abcdef01", None),
        ("goofspiel", "address-1/key-0123456789abcdef02", 3),
    ],
)
def test_days_of_a_key_count_more_than_those_of_a_ruleset(ruleset: str, maker: str, days: int | None) -> None:
    of = "goofspiel=7,key-0123456789abcdef01=ever,key-0123456789abcdef02=3"
    named = {"LONGROAD_KEEP_FINISHED_DAYS": "100", "LONGROAD_KEEP_FINISHED_DAYS_OF": of}
    terms = terms_of(read_settings(named))
    assert terms.days(ruleset, maker) == days
    assert terms.least == 3
    assert Terms(None, {}).least is None
