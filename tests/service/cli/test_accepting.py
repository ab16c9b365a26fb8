"""Tests `longroad accept-store`: what it forgets, knows and refuses, and that a host then takes the store."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from redis import Redis

from eventstore.embedded.server import EmbeddedStore, StoreUnavailable, start
from eventstore.streams import open_store
from service.cli import main
from service.process.known_store import FILE, KnownStore, remember
from service.settings import read_settings
from service.supervisor.stores import StoreWatch

NAME: Final = r"store [0-9a-f]{8}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """Yield a store of an operator."""
    found = start(tmp_path_factory.mktemp("outside") / "store", "always")
    yield found
    found.stop()


@pytest.fixture
def file(server: EmbeddedStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a host that has known the store which was emptied since, and set its settings."""
    for name, value in (("DATA_DIR", str(tmp_path)), ("EVENTS_URL", server.url), ("STORE_PROMISES", "kept")):
        monkeypatch.setenv(f"LONGROAD_{name}", value)
    store = open_store(server.url)
    remember(store, tmp_path / FILE)
    store.close()
    with Redis.from_url(server.url) as client:
        client.flushall()
    return tmp_path / FILE


def told(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Return the line that the command prints."""
    assert main(["accept-store", *arguments]) == code
    out, err = capsys.readouterr()
    return str(err if code else out)


def begin() -> None:
    """Look at the store as a start does; raises StoreUnavailable."""
    StoreWatch(read_settings()).begin()


def test_a_store_is_taken_that_an_operator_accepts(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(StoreUnavailable, match="run `longroad accept-store`"):
        begin()
    line = told(capsys)
    assert re.fullmatch(rf".*: ({NAME}), of which 64 of 64 shards differ, is forgotten; (?!\1){NAME} is known\n", line)
    begin()
    known = re.findall(NAME, line)[1]
    assert told(capsys) == f"{file}: {known} is known already\n"
    assert json.loads(told(capsys, "--json")) == {
        "file": str(file),
        "done": f"{known} is known already",
        "dry_run": False,
    }


def test_a_running_process_takes_it_at_its_next_look(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    known = KnownStore(file, lambda: now[0])
    before = known(7)
    told(capsys)
    now[0] += 1.0
    assert known(7) not in (before, b"")


def test_a_dry_run_changes_nothing(file: Path, server: EmbeddedStore, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    assert re.search(
        rf": {NAME}, .* would be forgotten; a store without an identity would be known\n", told(capsys, "--dry-run")
    )
    assert file.read_bytes() == before
    with Redis.from_url(server.url) as client:
        assert client.dbsize() == 0


def test_a_host_that_knows_no_store_knows_it_then(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.unlink()
    assert re.search(rf": nothing is forgotten; {NAME} is known\n", told(capsys))
    assert file.stat().st_mode & 0o077 == 0


BAD: Final = {"cut off": b'{"identity-5": "0f', "empty": b"", "no object": b"[]", "no identities": b'{"identity-5": 5}'}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_damaged_file_ends_the_start_until_the_store_is_accepted(
    file: Path, capsys: pytest.CaptureFixture[str], bad: bytes
) -> None:
    file.write_bytes(bad)
    with pytest.raises(StoreUnavailable, match=rf"^{re.escape(str(file))} is damaged; [^\n]*accept-store`$"):
        begin()
    assert re.search(rf": what could not be read is forgotten; {NAME} is known\n", told(capsys))
    begin()


def test_a_file_that_cannot_be_read_ends_the_start(file: Path) -> None:
    file.unlink()
    file.mkdir()
    with pytest.raises(StoreUnavailable, match=rf"^{re.escape(str(file))} cannot be read: Is a directory$"):
        begin()


@pytest.mark.parametrize("name", ["LONGROAD_EVENTS_URL=", "LONGROAD_STORE_PROMISES=may-lose-games"])
def test_where_nothing_is_compared_it_is_refused(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(*name.split("="))
    assert "there is no store that has to be known again" in told(capsys, code=2)


def test_a_store_that_does_not_answer_is_not_accepted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = file.read_bytes()
    line = told(capsys, "--events-url", f"unix://{file.parent}/nothing.sock", code=2)
    assert line.startswith("longroad: ")
    assert line.count("\n") == 1
    assert file.read_bytes() == before
