"""Tests that what a store writes can be read by its owner alone: it holds seeds and hidden cards of running games."""

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from eventstore.embedded.server import StoreUnavailable, make_private, start


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Set the umask that most systems have, with which others may read new files."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(directory: Path) -> dict[str, int]:
    """Return the permissions of a directory and of everything in it."""
    return {str(path): stat.S_IMODE(path.lstat().st_mode) for path in (directory, *directory.rglob("*"))}


def an_open_directory(directory: Path) -> None:
    (directory / "appendonlydir").mkdir(parents=True)
    (directory / "appendonlydir" / "1.aof").write_text("a log")
    assert all(mode & 0o044 for mode in modes(directory).values())


def test_all_that_a_store_writes_is_its_owners_alone(data_dir: Path) -> None:
    store = start(data_dir)
    with Redis.from_url(store.url) as client:
        client.set("seed", "secret")
        client.bgrewriteaof()
    store.stop()
    written = modes(data_dir)
    assert len(written) > 4
    assert {path: oct(mode) for path, mode in written.items() if mode & 0o077} == {}


def test_the_directory_of_an_older_store_is_closed(data_dir: Path) -> None:
    start(data_dir, "no").stop()
    for path in (data_dir, *data_dir.rglob("*")):
        path.chmod(0o755)
    start(data_dir, "no").stop()
    assert {path: oct(mode) for path, mode in modes(data_dir).items() if mode & 0o077} == {}


def test_what_is_closed_stays_usable_by_its_owner(data_dir: Path) -> None:
    an_open_directory(data_dir)
    assert make_private(data_dir) is None
    assert {oct(mode) for mode in modes(data_dir).values()} == {"0o700", "0o600"}


def test_a_link_leads_nowhere(data_dir: Path, tmp_path: Path) -> None:
    an_open_directory(tmp_path / "elsewhere")
    data_dir.mkdir()
    (data_dir / "link").symlink_to(tmp_path / "elsewhere")
    before = modes(tmp_path / "elsewhere")
    assert make_private(data_dir) is None
    assert modes(tmp_path / "elsewhere") == before


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file system that keeps its modes")
def test_what_cannot_be_closed_is_named() -> None:
    assert make_private(Path("/proc/self/task")) == Path("/proc/self/task").resolve()


def test_a_place_that_cannot_be_used_is_refused_in_one_line(data_dir: Path) -> None:
    data_dir.write_text("a file")
    with pytest.raises(StoreUnavailable, match="cannot use") as refused:
        start(data_dir, "no")
    assert "\n" not in str(refused.value)
