"""Tests what `longroad backup` and `longroad restore` keep of a data directory at rest, and what they refuse."""

import hashlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eventstore.embedded.server import start
from eventstore.streams import open_store
from service.process.build import commit
from tests.eventstore.samples import versions
from tests.service.cli.command import SCRIPT
from tests.service.cli.forked import longroad
from tests.service.processes import left_over, wait_for

GAMES = {"first": 3, "second": 5}
OUTSIDE = ("LONGROAD_EVENTS_URL", "LONGROAD_REDIS_URL", "LONGROAD_DATA_DIR", "LONGROAD_ARCHIVE")


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory at rest with two logs."""
    made = tmp_path_factory.mktemp("kept") / "var"
    store = start(made / "events")
    logs = open_store(store.url)
    for game, length in GAMES.items():
        logs.append(game, 0, versions(length))
    logs.close()
    store.stop()
    return made


@pytest.fixture(scope="module")
def made(data_dir: Path) -> Path:
    """Return a backup of that directory; a test that changes it takes a copy."""
    target = data_dir.parent / "backup"
    said(0, "backup", target, data_dir)
    return target


@pytest.fixture
def backup(made: Path, tmp_path: Path) -> Path:
    """Return a backup that this test alone uses."""
    return Path(shutil.copytree(made, tmp_path / "backup"))


def said(code: int, command: str, directory: Path, data_dir: Path, **environment: str) -> str:
    """Return the one line that a command prints; check that it exits with that code."""
    clean = dict.fromkeys(OUTSIDE, "") | environment
    told = longroad(command, str(directory), "--data-dir", str(data_dir), **clean)
    assert told.returncode == code, told.stderr
    assert (told.stdout if code else told.stderr) == ""
    line = told.stderr if code else told.stdout
    assert line.count("\n") == 1
    return line.rstrip("\n").removeprefix("longroad: ")


def all_of(directory: Path) -> dict[str, bytes | None]:
    """Return every path below a directory, with its content."""
    paths = sorted(directory.rglob("*"))
    return {str(path.relative_to(directory)): path.read_bytes() if path.is_file() else None for path in paths}


def modes(directory: Path) -> set[tuple[bool, int]]:
    """Return which paths are directories, and the permissions of each."""
    paths = (directory, *directory.rglob("*"))
    return {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in paths}


def heads_in(data_dir: Path) -> dict[str, int]:
    store = start(data_dir / "events")
    logs = open_store(store.url)
    try:
        return {game: logs.head(game) for game in GAMES}
    finally:
        logs.close()
        store.stop()


def restate(backup: Path, change: Callable[[dict[str, Any]], Any]) -> None:
    """Change a manifest, and write a digest that fits it."""
    told = json.loads((backup / "manifest.json").read_text())
    change(told)
    text = json.dumps(told).encode()
    (backup / "manifest.json").write_bytes(text)
    (backup / "manifest.sha256").write_text(f"{hashlib.sha256(text).hexdigest()}  manifest.json\n")


def test_what_was_kept_comes_back(data_dir: Path, made: Path, tmp_path: Path) -> None:
    before = all_of(made)
    line = said(0, "restore", made, tmp_path / "var")
    told = json.loads((made / "manifest.json").read_text())
    assert line == f"{tmp_path / 'var'}: restored 2 games as they stood at {told['time']}"
    assert modes(tmp_path / "var") == {(True, 0o700), (False, 0o600)}
    assert heads_in(tmp_path / "var") == GAMES == heads_in(data_dir)
    assert all_of(made) == before


def test_a_backup_tells_what_is_in_it(data_dir: Path, made: Path) -> None:
    told = json.loads((made / "manifest.json").read_text())
    assert (told["format"], told["games"], told["commit"]) == (2, len(GAMES), commit())
    assert told["engine"] == (data_dir / "events" / "ENGINE").read_text().strip()
    for name, row in told["files"].items():
        content = (made / name).read_bytes()
        assert row == {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    files = {name for name, content in all_of(made).items() if content is not None}
    assert files == {*told["files"], "manifest.json", "manifest.sha256"}
    digest = hashlib.sha256((made / "manifest.json").read_bytes()).hexdigest()
    assert (made / "manifest.sha256").read_text() == f"{digest}  manifest.json\n"
    assert modes(made) == {(True, 0o700), (False, 0o600)}


def test_a_backup_names_the_archive_that_is_no_part_of_it(data_dir: Path, tmp_path: Path) -> None:
    line = said(0, "backup", tmp_path / "backup", data_dir, LONGROAD_ARCHIVE="/srv/archive")
    assert line.endswith("; copy /srv/archive too, where the archived ones are")


def test_a_backup_goes_into_an_empty_directory_too(data_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    said(0, "backup", tmp_path / "empty", data_dir)
    assert (tmp_path / "empty" / "manifest.json").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_what_cannot_be_backed_up_is_told(data_dir: Path, made: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    before = all_of(made)
    assert said(2, "backup", made, data_dir) == f"{made} is not empty"
    assert said(2, "backup", tmp_path / "file", data_dir) == f"{tmp_path / 'file'} is not a directory"
    assert said(2, "backup", tmp_path / "no" / "such", data_dir) == f"there is no directory {tmp_path / 'no'}"
    assert said(2, "backup", tmp_path / "a.part", data_dir) == "the name of a backup must not end in .part"
    assert said(2, "backup", tmp_path / "new", tmp_path / "none") == f"{tmp_path}/none/events holds no events"
    assert all_of(made) == before
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["LONGROAD_EVENTS_URL", "LONGROAD_REDIS_URL"])
@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_server_elsewhere_is_its_keepers(data_dir: Path, made: Path, tmp_path: Path, name: str, command: str) -> None:
    of, to = (tmp_path / "new", data_dir) if command == "backup" else (made, tmp_path / "new")
    line = said(2, command, of, to, **{name: "redis://127.0.0.1:1"})
    assert line == f"the games are on the server that {name} names: use that server's own backups"
    assert list(tmp_path.iterdir()) == []


def test_a_changed_byte_in_any_file_is_found(backup: Path, tmp_path: Path) -> None:
    names = [name for name, content in all_of(backup).items() if content is not None]
    assert len(names) >= 6
    for name in names:
        content = (backup / name).read_bytes()
        place = len(content) // 2
        changed = content[:place] + bytes([content[place] ^ 1 if content else 1]) + content[place + 1 :]
        (backup / name).write_bytes(changed)
        at = "manifest.json" if name == "manifest.sha256" else name
        assert said(2, "restore", backup, tmp_path / "var") == (
            f"{backup / at} is not what was written: its digest differs"
        )
        (backup / name).write_bytes(content)
    assert not (tmp_path / "var").exists()
    said(0, "restore", backup, tmp_path / "var")


def test_a_file_missing_or_too_many_is_found(backup: Path, tmp_path: Path) -> None:
    for name in [name for name, content in all_of(backup).items() if content is not None]:
        (backup / name).rename(tmp_path / "away")
        assert said(2, "restore", backup, tmp_path / "var") == {
            "manifest.json": f"{backup} is not a whole backup",
            "manifest.sha256": f"{backup / 'manifest.json'} is not what was written: its digest differs",
        }.get(name, f"{backup / name} is missing")
        (tmp_path / "away").rename(backup / name)
    extra = backup / "events" / "appendonlydir" / "appendonly.aof.9.incr.aof"
    extra.touch()
    assert said(2, "restore", backup, tmp_path / "var") == f"{extra} does not belong to the backup"
    extra.unlink()
    extra.symlink_to(backup / "manifest.json")
    assert said(2, "restore", backup, tmp_path / "var") == f"{extra} is not a plain file"
    assert not (tmp_path / "var").exists()


def test_a_newer_format_is_refused(backup: Path, tmp_path: Path) -> None:
    restate(backup, lambda told: told.update(format=3, something="else"))
    line = said(2, "restore", backup, tmp_path / "var")
    assert line == f"{backup} has format 3, and this Longroad reads no newer one than 2"
    assert not (tmp_path / "var").exists()


@pytest.mark.parametrize("engine", ["dragon 1.0\n", "redis 999.0\n", "valkey 999.0\n"])
def test_a_foreign_or_newer_engine_is_refused(backup: Path, tmp_path: Path, engine: str) -> None:
    (backup / "events" / "ENGINE").write_text(engine)
    row = {"bytes": len(engine), "sha256": hashlib.sha256(engine.encode()).hexdigest()}
    restate(backup, lambda told: told["files"].update({"events/ENGINE": row}))
    line = said(2, "restore", backup, tmp_path / "var")
    assert line.startswith(f"{backup / 'events'} was written by {engine.strip()}; not touching it with ")
    assert not (tmp_path / "var").exists()


def test_a_used_data_directory_is_refused(made: Path, tmp_path: Path) -> None:
    said(0, "restore", made, tmp_path / "used")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "something").touch()
    (tmp_path / "file").touch()
    before = all_of(tmp_path)
    for name in ("used", "other", "file"):
        assert said(2, "restore", made, tmp_path / name) == f"{tmp_path / name} is not an empty directory"
    assert said(2, "restore", tmp_path / "none", tmp_path / "used") == f"{tmp_path / 'none'} is not a whole backup"
    assert all_of(tmp_path) == before


def test_an_empty_data_directory_is_taken(made: Path, tmp_path: Path) -> None:
    (tmp_path / "var").mkdir()
    said(0, "restore", made, tmp_path / "var")
    assert heads_in(tmp_path / "var") == GAMES


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("reached", ["", "events/appendonlydir", "events/LOCK", "manifest.json"])
def test_a_backup_that_was_killed_is_none(data_dir: Path, tmp_path: Path, reached: str) -> None:
    target = tmp_path / "killed"
    arguments = (sys.executable, "-c", SCRIPT, "backup", str(target), "--data-dir", str(data_dir))
    making = subprocess.Popen(arguments, env={**os.environ, **dict.fromkeys(OUTSIDE, "")})
    assert wait_for(lambda: any(tmp_path.glob(f".killed.*.part/{reached}")) or making.poll() is not None)
    making.send_signal(signal.SIGKILL)
    making.wait()
    assert wait_for(lambda: left_over(tmp_path) == [])
    for part in tmp_path.glob(".killed.*.part"):
        assert said(2, "restore", part, tmp_path / "var") == f"{part} is not a whole backup"
    if target.exists():  # the backup was complete before the process was killed
        said(0, "restore", target, tmp_path / "var")
