"""Tests `longroad archive`: what it moves and refuses, and that a death at any moment loses and doubles nothing."""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from redis import Redis

from eventstore.embedded.server import start
from eventstore.streams import open_store
from service.game.context import Context
from tests.conftest import StorePair
from tests.eventstore.samples import versions
from tests.service.cli.command import ROOT
from tests.service.cli.forked import longroad
from tests.service.upkeep.bids import finished, opened

CLEAN = {"LONGROAD_ARCHIVE": "", "LONGROAD_EVENTS_URL": "", "LONGROAD_REDIS_URL": "", "LONGROAD_RQ_URL": ""}
TEN_DAYS_MS = 864_000_000


def test_a_dry_run_counts_and_the_command_moves(ctx: Context, stores: StorePair, archive: Path) -> None:
    long_ago = ctx.clock() - TEN_DAYS_MS
    then = replace(ctx, clock=lambda: long_ago)
    over = [finished(then) for _ in range(3)]
    opened(then)
    finished(ctx)
    store = open_store(stores.events_url, archive=archive)
    before = {game: store.read(game) for game in over}
    asked = {**CLEAN, "LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_ARCHIVE": str(archive)}

    dry = longroad("archive", "--dry-run", **asked)
    assert (dry.returncode, dry.stderr) == (0, "")
    assert dry.stdout == f"{archive}: 3 games would move, 0.0 MB\n"
    assert not list(archive.rglob("*"))
    late = longroad("archive", "--archive-after-days", "30", "--json", **asked)
    assert json.loads(late.stdout) == {"directory": str(archive), "games": 0, "bytes": 0, "dry_run": False}
    done = longroad("archive", **asked)
    assert done.stdout == f"{archive}: 3 games moved, 0.0 MB\n"
    assert {path.name.split(".")[0] for path in archive.rglob("*.*")} == set(over)
    assert {game: store.read(game) for game in over} == before
    assert longroad("archive", "--json", **asked).stdout == late.stdout
    rest = longroad("archive", "--archive-after-days", "0", **asked)
    assert rest.stdout == f"{archive}: 1 games moved, 0.0 MB\n"


@pytest.mark.parametrize("when", ["BEFORE", "AFTER"])
def test_a_death_between_writing_and_removing_loses_and_doubles_nothing(
    stores: StorePair, events_redis: Redis, archive: Path, when: str
) -> None:
    store = open_store(stores.events_url, archive=archive)
    store.append("mortal", 0, versions(30))
    before = store.read("mortal"), store.tip("mortal")

    died = subprocess.run(
        (sys.executable, "-m", "tests.service.upkeep.mortal", stores.events_url, str(archive), when), cwd=ROOT
    )

    assert died.returncode == -signal.SIGKILL
    assert (store.read("mortal"), store.tip("mortal")) == before
    assert store.describe_logs(["mortal"])[0].is_archived == (when == "AFTER")
    store.append("mortal", 30, versions(2))
    after = store.read("mortal")
    assert store.pack("mortal", archived=True)
    assert store.read("mortal") == after
    assert len(after) == 32


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
