"""Tests that `make run` prints one clear line, exits with an error and leaves nothing running if it cannot start."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore.embedded.server import start
from tests.service.processes import RunningSupervisor, refusal

CHILDLESS = """
import os
from service.settings import read_settings
from service.supervisor.begin import begin
code = begin(read_settings(), os.environ)
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    raise SystemExit(code) from None
raise SystemExit("a child is left")
"""
"""Begins as `longroad run` does, and ends with the same exit code if it has no child then."""

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@pytest.fixture(scope="module", autouse=True)
def unreplicated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSupervisor]:
    """Start a server whose store lacks its replica, for which it waits ten seconds while the other tests run."""
    directory = tmp_path_factory.mktemp("unreplicated")
    store = start(directory / "store", "always")
    running = RunningSupervisor(directory / "var", LONGROAD_EVENTS_URL=store.url, LONGROAD_DURABILITY="replicated")
    yield running
    running.kill()
    store.stop()


def test_a_taken_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        line = refusal(RunningSupervisor(tmp_path / "var", LONGROAD_PORT=str(port)), 1)
    assert line == f"longroad: port {port} on 127.0.0.1 is taken; set LONGROAD_PORT to another"
    assert not (tmp_path / "var" / "events").exists()


@pytest.mark.parametrize("store", ["events", "rq"])
def test_a_data_directory_in_use(tmp_path: Path, store: str) -> None:
    other = start(tmp_path / "var" / store, "no")
    running = RunningSupervisor(tmp_path / "var")
    try:
        assert running.process.wait(90) == 1
        assert other.running()
    finally:
        other.stop()
    line = refusal(running, 1)
    assert line == f"longroad: {tmp_path / 'var' / store} is in use by another store"


def test_a_data_directory_of_another_engine(tmp_path: Path) -> None:
    marker = tmp_path / "var" / "events" / "ENGINE"
    marker.parent.mkdir(parents=True)
    marker.write_text("keydb 6.3\n")
    line = refusal(RunningSupervisor(tmp_path / "var"), 1)
    assert "was written by keydb 6.3; not touching it with" in line
    assert marker.read_text() == "keydb 6.3\n"


def test_a_data_directory_that_cannot_be_made_leaves_no_child(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file")
    line = refusal(RunningSupervisor(tmp_path / "var", (sys.executable, "-c", CHILDLESS)), 1)
    assert line == f"longroad: cannot use {tmp_path / 'var'}: Not a directory"


def test_a_bad_setting(tmp_path: Path) -> None:
    line = refusal(RunningSupervisor(tmp_path / "var", LONGROAD_DURABILITY="sometimes"), 2)
    assert line == "longroad: LONGROAD_DURABILITY must be always or everysec or replicated, not 'sometimes'"


@pytest.mark.parametrize("name", ["LONGROAD_RQ_URL", "LONGROAD_REDIS_URL"])
def test_a_cluster_for_rq(tmp_path: Path, name: str) -> None:
    line = refusal(RunningSupervisor(tmp_path / "var", **{name: "redis+cluster://127.0.0.1:7000"}), 2)
    assert line.startswith(f"longroad: {name} must not be a cluster, for RQ does not run on one: ")


def test_replicated_without_a_replica(unreplicated: RunningSupervisor) -> None:
    line = refusal(unreplicated, 1)
    assert line.startswith("longroad: LONGROAD_DURABILITY=replicated: the primary at ")
    assert line.endswith(" has 0 of 1 connected replicas")
