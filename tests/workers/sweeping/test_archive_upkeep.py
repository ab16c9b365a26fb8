"""Tests how the sweep moves games into the archive, and that nothing waits for it."""

import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eventstore.archive.objects import ObjectsAway
from eventstore.archive.older import OlderFiles
from eventstore.keys import shard_of
from eventstore.streams import RedisEventStore
from service.game.context import Context
from service.handlers.retention import UsualTerms, terms_of
from service.settings import read_settings
from service.views.games_pages import games_page
from tests.eventstore.archive.object_stores import PATIENT_S
from tests.eventstore.archive.putting_away import put_away
from tests.older_archives import put_in_file
from tests.service.following import follow_feeds
from tests.service.processes import wait_for
from tests.workers.serving.given_shares import GivenShares
from tests.workers.sweeping.aged import DAY_MS, clock, ended
from workers.serving.shares import ALL
from workers.sweep import Shift
from workers.sweeping import indexing, retention, shelving
from workers.sweeping.background import Background
from workers.sweeping.long_work import LongWork
from workers.sweeping.retention import Retention
from workers.sweeping.shelving import RETRY_MS, Shelving
from workers.sweeping.tidying import Tidying

LONG_S = 600


def test_a_directory_that_cannot_be_written_moves_and_loses_nothing(archiving: Context) -> None:
    game = ended(archiving)
    follow_feeds(archiving)
    clock(archiving).ms += 8 * DAY_MS
    put = archiving.store.archive.objects

    def refuse(name: str, content: bytes) -> None:
        raise ObjectsAway("full", f"no room for {name}")

    assert put is not None
    usual, put.put = put.put, refuse  # type: ignore[method-assign]
    walk_all(archiving)
    assert archiving.store.find_away(game) is None
    assert [row["id"] for row in games_page(archiving)["games"]] == [game], "its row is there again"
    put.put = usual  # type: ignore[method-assign]
    walk_all(archiving)
    assert archiving.store.find_away(game) is not None
    assert games_page(archiving)["games"] == []
    assert archiving.games.load(game).table.finished


def test_the_sweep_tries_again_some_minutes_after_the_archive_could_not_be_written(archiving: Context) -> None:
    game = ended(archiving)
    follow_feeds(archiving)
    clock(archiving).ms += 8 * DAY_MS
    walk, objects = Shelving(archiving), archiving.store.archive.objects
    assert objects is not None
    listed: list[list[dict[str, object]]] = []
    usual = objects.put

    def refuse(name: str, content: bytes) -> None:
        listed.append(games_page(archiving)["games"])
        raise ObjectsAway("unreachable", f"no way to {name}")

    objects.put = refuse  # type: ignore[method-assign]
    walk_all(archiving, walk)
    assert [[row["id"] for row in games] for games in listed] == [[game]], "lists have it while it is written"
    objects.put = usual  # type: ignore[method-assign]
    walk_all(archiving, walk)
    assert archiving.store.find_away(game) is None, "it rests"
    clock(archiving).ms += RETRY_MS
    walk_all(archiving, walk)
    assert archiving.store.find_away(game) is not None


def test_games_of_a_sweep_that_died_move_without_waiting_for_the_next_pass(archiving: Context) -> None:
    own = other = ended(archiving)
    while shard_of(own) == shard_of(other):
        other = ended(archiving)
    clock(archiving).ms += 8 * DAY_MS
    shares = GivenShares(frozenset((shard_of(own),)))
    walk = Shelving(archiving, shares)
    walk_all(archiving, walk)
    assert [archiving.store.find_away(game) is None for game in (own, other)] == [False, True]
    shares.own = ALL.shards
    walk_all(archiving, walk)
    assert archiving.store.find_away(other) is not None
    late = ended(archiving)
    clock(archiving).ms += 8 * DAY_MS
    shares.own = frozenset()
    walk_all(archiving, walk)
    walk.step()
    assert walk.is_resting
    assert archiving.store.find_away(late) is None


def test_a_step_looks_at_games_until_its_time_is_over(archiving: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelving, "GAMES", 1)
    monkeypatch.setattr(retention, "GAMES", 1)
    games = [ended(archiving) for _ in range(12)]
    clock(archiving).ms += 8 * DAY_MS
    Shelving(archiving).step(seconds=LONG_S)
    assert [archiving.store.find_away(game) is None for game in games] == [False] * 12
    games = [ended(archiving) for _ in range(12)]
    clock(archiving).ms += 8 * DAY_MS
    monkeypatch.setattr(retention, "BUDGET_S", LONG_S)
    Retention(replace(archiving, settings=replace(archiving.settings, keep_finished_days=1))).step()
    assert archiving.store.find_here(games) == set()


def walk_all(archiving: Context, walk: Shelving | None = None) -> None:
    """Let a sweep look at all games."""
    walk = walk or Shelving(archiving)
    while not walk.is_resting:
        walk.step()


def test_the_sweep_moves_the_games_in_files_of_an_older_release(archiving: Context, place: Path) -> None:
    game = ended(archiving)
    store = archiving.store
    assert isinstance(store, RedisEventStore)
    path = put_in_file(store, place, game)
    clock(archiving).ms += 8 * DAY_MS
    walk_all(archiving)
    assert store.find_away(game) is not None
    assert not path.exists()
    assert archiving.games.load(game).table.finished


def test_the_sweep_says_which_setting_it_lacks_for_files_of_an_older_release(
    archiving: Context, place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    game = ended(archiving)
    store = archiving.store
    assert isinstance(store, RedisEventStore)
    put_in_file(store, place, game)
    store.archive.older = OlderFiles(None)
    clock(archiving).ms += 8 * DAY_MS
    walk_all(archiving)
    told = [record.getMessage() for record in caplog.records if record.name == shelving.__name__]
    assert told == ["1 game is in files of an older release: LONGROAD_ARCHIVE_OLDER must name their directory"]
    assert store.find_away(game) is None


def test_an_object_that_does_not_read_as_it_was_written_moves_nothing(archiving: Context) -> None:
    game = ended(archiving)
    clock(archiving).ms += 8 * DAY_MS
    objects = archiving.store.archive.objects
    assert objects is not None
    usual = objects.get
    objects.get = lambda *asked: usual(*asked)[:-1]  # type: ignore[method-assign]
    walk_all(archiving)
    objects.get = usual  # type: ignore[method-assign]
    assert archiving.store.find_away(game) is None
    assert archiving.store.head(game) == 2


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


def test_nothing_waits_for_work_in_the_background(archiving: Context) -> None:
    slow = Slow(archiving)
    beside = Background(slow)
    for _ in range(3):
        beside.step()
    slow.may_end = True
    beside.wait()
    assert slow.begun == 1
    beside.step()
    beside.wait()
    assert slow.begun == 2


@pytest.mark.parametrize("what", ["segment", "put"])
def test_other_work_on_the_archive_goes_on_while_scrub_or_index_wait(
    archiving: Context, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    put_away(archiving.store, ended(archiving))
    monkeypatch.setattr(indexing, "PLACES", 1)
    asked, answer, steps = threading.Event(), threading.Event(), list[int]()
    usual = getattr(archiving.store.archive, what)

    def wait(*told: Any) -> Any:
        asked.set()
        answer.wait(PATIENT_S)
        return usual(*told)

    monkeypatch.setattr(archiving.store.archive, what, wait)
    monkeypatch.setattr(Tidying, "step", lambda _: steps.append(1))
    shift = Shift(archiving)
    assert wait_for(lambda: shift.round(0) or asked.is_set())
    steps.clear()
    assert wait_for(lambda: shift.round(0) or len(steps) > 2)
    answer.set()
    for walk in shift._walks:
        if isinstance(walk, Background):
            walk.wait()
    shift.end()


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
    assert UsualTerms(None, {}).least is None
