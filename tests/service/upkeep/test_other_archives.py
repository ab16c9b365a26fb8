"""Tests what commands say of an archive that is not that of the store, and that it may be accepted."""

import json
from pathlib import Path

import pytest

from eventstore.archive.opening import open_archive
from eventstore.streams import RedisEventStore, open_store
from service.cli import main
from service.game.context import Context
from tests.conftest import StorePair
from tests.eventstore.archive.putting_away import put_away
from tests.service.upkeep.bids import finished


@pytest.fixture
def other(ctx: Context, stores: StorePair, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty directory that the settings name in place of the archive, in which a game is."""
    store = open_store(stores.events_url, archive=open_archive(archive))
    assert isinstance(store, RedisEventStore)
    assert put_away(store, finished(ctx))
    store.close()
    made = tmp_path / "other"
    made.mkdir()
    settings = {"EVENTS_URL": stores.events_url, "RQ_URL": stores.rq_url, "ARCHIVE": str(made)}
    for name, value in (settings | {"STORE_PROMISES": "may-lose-games", "DATA_DIR": str(tmp_path / "data")}).items():
        monkeypatch.setenv(f"LONGROAD_{name}", value)
    return made


def told(capsys: pytest.CaptureFixture[str], *command: str, code: int = 0) -> str:
    """Return what a command prints."""
    assert main([*command]) == code
    out, err = capsys.readouterr()
    return str(err if code else out)


def test_games_move_into_another_archive_only_when_it_is_accepted(
    ctx: Context, other: Path, archive: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(ctx)
    move = ("archive", "--archive-after-days", "0")
    line = told(capsys, *move, code=2).splitlines()[-1]
    assert line.startswith(f"longroad: {other} is other_archive: it is not the archive of this store: it lacks ")
    assert line.endswith("; 0 games moved before that")
    would = "would be the archive of this store"
    assert told(capsys, "accept-archive", "--dry-run") == f"{other} {would}\n"
    assert not [*other.iterdir()]

    assert told(capsys, "accept-archive") == f"{other} is the archive of this store from now on\n"
    done = "may be used by this store already"
    assert json.loads(told(capsys, "accept-archive", "--json")) == {
        "archive": str(other),
        "done": done,
        "dry_run": False,
    }
    assert f"{other}: 1 game moved" in told(capsys, *move)
    assert told(capsys, "accept-archive", "--archive", str(archive), "--dry-run") == f"{archive} {would}\n"


def test_an_archive_that_cannot_be_reached_is_not_accepted(
    other: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "operator")
    bucket = "s3://games?endpoint=http://127.0.0.1:1&region=eu-1"
    assert "the archive is unreachable" in told(capsys, "accept-archive", "--archive", bucket, code=2)
    none = str(other / "none")
    assert f"{none} is not a directory" in told(capsys, "accept-archive", "--archive", none, code=2)
