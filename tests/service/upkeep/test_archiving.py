"""Tests `longroad archive`: what it moves and refuses, and that a death at any moment loses and doubles nothing."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis

from eventstore.archive.archiver import STALLED_MS, settle_stalled
from eventstore.archive.opening import open_archive
from eventstore.archive.segments import LAST_SIZE
from eventstore.embedded.server import start
from eventstore.keys import SHARDS, shard_of
from eventstore.streams import RedisEventStore, open_store
from service.game.context import Context
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import NOW_MS, clear_away, put_away
from tests.eventstore.samples import versions
from tests.older_archives import put_in_file
from tests.service.cli.command import ROOT
from tests.service.cli.forked import longroad
from tests.service.upkeep.bids import finished, opened
from tests.service.upkeep.mortal import GAMES, MOMENTS

CLEAN = {"LONGROAD_ARCHIVE": "", "LONGROAD_EVENTS_URL": "", "LONGROAD_REDIS_URL": "", "LONGROAD_RQ_URL": ""}
KEYS = {"AWS_ACCESS_KEY_ID": "operator", "AWS_SECRET_ACCESS_KEY": "secret"}
TEN_DAYS_MS = 864_000_000


def test_a_dry_run_counts_and_the_command_moves(ctx: Context, stores: StorePair, archive: Path) -> None:
    long_ago = ctx.clock() - TEN_DAYS_MS
    then = replace(ctx, clock=lambda: long_ago)
    over = [finished(then) for _ in range(3)]
    opened(then)
    finished(ctx)
    store = open_store(stores.events_url, archive=open_archive(archive))
    before = {game: store.read(game) for game in over}
    asked = {**CLEAN, "LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_ARCHIVE": str(archive)}

    dry = longroad("archive", "--dry-run", **asked)
    assert (dry.returncode, dry.stderr) == (0, "")
    assert dry.stdout == f"{archive}: 3 games would move, 0.0 MB\n"
    assert not list(archive.rglob("*"))
    late = longroad("archive", "--archive-after-days", "30", "--json", **asked)
    nothing = {"games": 0, "bytes": 0, "lost": 0}
    assert json.loads(late.stdout) == {"directory": str(archive), **nothing, "dry_run": False}
    done = longroad("archive", **asked)
    assert done.stdout == f"{archive}: 3 games moved, 0.0 MB\n"
    assert all(store.find_away(game) for game in over)
    assert len(list(archive.rglob("*.seg"))) == 1
    assert {game: store.read(game) for game in over} == before
    assert longroad("archive", "--json", **asked).stdout == late.stdout
    rest = longroad("archive", "--archive-after-days", "0", **asked)
    assert rest.stdout == f"{archive}: 1 game moved, 0.0 MB\n"


def test_games_in_files_of_an_older_release_move_from_the_directory_that_is_named(
    ctx: Context, stores: StorePair, archive: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older"
    older.mkdir()
    store = open_store(stores.events_url, archive=open_archive(archive, older))
    assert isinstance(store, RedisEventStore)
    over = [finished(ctx) for _ in range(2)]
    paths = [put_in_file(store, older, game) for game in over]
    before = {game: store.read(game) for game in over}
    asked = {**CLEAN, "LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_ARCHIVE": str(archive)}
    asked |= {"LONGROAD_ARCHIVE_AFTER_DAYS": "0", "LONGROAD_ARCHIVE_OLDER": str(older)}

    bucket = {"LONGROAD_ARCHIVE": "s3://games", "LONGROAD_ARCHIVE_OLDER": "", **KEYS}
    unnamed = longroad("archive", "--dry-run", **(asked | bucket))
    told = "; 2 are in files of an older release: LONGROAD_ARCHIVE_OLDER must name their directory"
    assert (unnamed.stdout, unnamed.stderr) == (f"s3://games: 0 games would move, 0.0 MB{told}\n", "")
    assert longroad("archive", "--dry-run", **asked).stdout == f"{archive}: 2 games would move, 0.0 MB\n"
    assert longroad("archive", **asked).stdout == f"{archive}: 2 games moved, 0.0 MB\n"
    assert all(store.find_away(game) for game in over)
    assert not any(path.exists() for path in paths)
    assert {game: store.read(game) for game in over} == before
    store.close()


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_death_at_any_moment_loses_and_doubles_nothing(
    stores: StorePair, events_redis: Redis, archive: Path, moment: str
) -> None:
    store = open_store(stores.events_url, archive=open_archive(archive))
    assert isinstance(store, RedisEventStore)
    for game in GAMES:
        store.append(game, 0, versions(5))
    put_in_file(store, archive, GAMES[0])
    before = {game: (store.read(game), store.tip(game)) for game in GAMES}

    died = subprocess.run(
        (sys.executable, "-m", "tests.service.upkeep.mortal", stores.events_url, str(archive), moment), cwd=ROOT
    )

    assert died.returncode == -signal.SIGKILL
    assert {game: (store.read(game), store.tip(game)) for game in GAMES} == before
    for game in GAMES:
        store.append(game, 5, versions(2))
    after = {game: store.read(game) for game in GAMES}
    later = int(time.time() * 1000) + STALLED_MS
    for shard in range(SHARDS):
        settle_stalled(store, shard, later)
    assert put_away(store, *GAMES) == list(GAMES)
    assert {game: store.read(game) for game in GAMES} == after
    clear_away(store)
    found = [one.game for number in store.archive.list_segments() for one in store.archive.index_of(number)]
    assert sorted(found) == sorted(GAMES), "the archive holds each game once"
    for game in GAMES:
        store.delete(game)
    clear_away(store)
    assert not store.archive.list_segments()


def test_a_writer_that_was_taken_for_dead_lets_nothing_go(
    stores: StorePair, events_redis: Redis, archive: Path
) -> None:
    store = open_store(stores.events_url, archive=open_archive(archive))
    store.append("mortal", 0, versions(5))
    write = store.archive.write_segment

    def write_slowly(number: int, content: bytes) -> None:
        write(number, content)
        assert settle_stalled(store, shard_of("mortal"), NOW_MS + STALLED_MS) == 1
        assert clear_away(store) == 1

    store.archive.write_segment = write_slowly  # type: ignore[method-assign]
    assert put_away(store, "mortal") == []
    assert len(store.read("mortal")) == 5
    assert store.find_away("mortal") is None


def test_it_works_on_a_data_directory_at_rest(tmp_path: Path, archive: Path) -> None:
    embedded = start(tmp_path / "var" / "events")
    store = open_store(embedded.url)
    store.append("other", 0, versions(3))
    store.close()
    embedded.stop()
    told = longroad("archive", "--data-dir", str(tmp_path / "var"), "--archive", str(archive), **CLEAN)
    assert (told.returncode, told.stdout) == (0, f"{archive}: 0 games moved, 0.0 MB\n")


def test_what_it_cannot_do_is_refused_in_a_line(tmp_path: Path, archive: Path) -> None:
    told = longroad("archive", "--data-dir", str(tmp_path), "--archive", str(archive), **CLEAN)
    assert (told.returncode, told.stderr) == (2, f"longroad: {tmp_path}/events holds no events\n")
    told = longroad("archive", "--archive-after-days", "-1", **CLEAN)
    assert told.returncode == 2
    assert told.stderr == "longroad: LONGROAD_ARCHIVE_AFTER_DAYS must be a whole number from 0 to 36500, not '-1'\n"


@pytest.mark.parametrize("command", ["archive", "forget"])
def test_a_damaged_segment_is_told_in_a_line_after_all_else_was_done(
    ctx: Context, stores: StorePair, archive: Path, command: str
) -> None:
    over = [finished(ctx) for _ in range(2)]
    where = {"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url}
    asked = {**CLEAN, **where, "LONGROAD_ARCHIVE": str(archive), "LONGROAD_ARCHIVE_AFTER_DAYS": "0"}
    longroad("archive", **asked)
    store = open_store(stores.events_url, archive=open_archive(archive))
    store.delete(over[0])
    [segment] = archive.rglob("*.seg")
    segment.write_bytes(segment.read_bytes()[:-LAST_SIZE] + b"x" * LAST_SIZE)
    other = finished(ctx)

    told = longroad(*(["archive"] if command == "archive" else ["forget", "--game", over[1], "--seat", "0"]), **asked)
    assert told.returncode == 2
    assert told.stderr.splitlines()[-1].endswith(f"in damaged segments: {segment.stem}")
    assert (store.find_away(other) is not None) == (command == "archive")
    assert (store.find_away(over[1]) is None) == (command == "forget")
