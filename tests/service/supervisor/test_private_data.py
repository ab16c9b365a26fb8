"""Tests that only its owner reads the data directory, which holds the seeds and hidden cards of running games."""

import os
import stat
import sys
from pathlib import Path

import pytest

from service.process.known_store import FILE
from service.supervisor.data_directory import open_data_directory
from tests.service.processes import RunningSupervisor, supervisor

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def open_to_others(directory: Path) -> dict[str, str]:
    """Return the permissions of a directory and of everything in it to which others have access."""
    found = {path: stat.S_IMODE(path.lstat().st_mode) for path in (directory, *directory.rglob("*"))}
    return {str(path): oct(mode) for path, mode in found.items() if mode & 0o077}


def run_once(data_dir: Path) -> RunningSupervisor:
    """Run a supervisor under the usual umask until it is ready, end it and return it."""
    before = os.umask(0o022)
    try:
        with supervisor(data_dir) as running:
            assert running.get("/v1/rulesets") == 200
    finally:
        os.umask(before)
    return running


def test_all_of_it_is_the_owners_alone(tmp_path: Path) -> None:
    run_once(tmp_path / "var")
    names = {path.name for path in (tmp_path / "var").rglob("*")}
    assert {"events", "rq", "log", "api.log", "store.log", "ENGINE", "appendonlydir"} <= names
    assert open_to_others(tmp_path / "var") == {}


def test_an_older_directory_is_closed_at_the_start(tmp_path: Path) -> None:
    data_dir = tmp_path / "var"
    old = [data_dir / "events" / "store.log", data_dir / "log" / "api.log.1", data_dir / "rq" / "odd" / "file"]
    for path in old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("for all to read")
        path.chmod(0o644)
    assert len(open_to_others(data_dir)) > len(old)
    running = run_once(data_dir)
    assert open_to_others(data_dir) == {}
    assert "cannot be closed" not in running.said


def test_a_directory_that_holds_other_things_keeps_its_mode(tmp_path: Path) -> None:
    other = tmp_path / "var" / "somebody" / "else"
    other.mkdir(parents=True)
    (tmp_path / "var").chmod(0o755)
    (tmp_path / "var" / "events").mkdir(mode=0o755)
    run_once(tmp_path / "var")
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o755
    assert stat.S_IMODE(other.stat().st_mode) == 0o755
    assert [open_to_others(tmp_path / "var" / name) for name in ("events", "rq", "log")] == [{}, {}, {}]


def test_a_directory_that_remembers_a_store_holds_nothing_else(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{}")
    tmp_path.chmod(0o755)
    open_data_directory(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_what_cannot_be_closed_is_said_in_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    elsewhere = Path("/proc/self/task").resolve()
    (tmp_path / "events").symlink_to(elsewhere)
    assert open_data_directory(tmp_path) == tmp_path / "log"
    (line,) = caplog.messages
    assert line == f"{elsewhere} cannot be closed to others: whoever reads it knows all hidden cards"
