"""Tests stores that hang, a full disk and a store without memory: what is refused, what goes on, and that it passes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from eventstore.embedded.server import find_running
from tests.chaos.filling import full
from tests.service.processes import RunningSupervisor, supervisor, wait_for
from tests.service.supervisor.person import NEW, Person, slug

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
REFUSED = (503, "storage_full")
SIZE_MB = 30
LEAST_MB = 6
LOOKS = 20
"""Among this many answers are some of every process of the API, as each connection goes to whichever is free."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a data directory, which is a disk of 30 MB of its own where one may be mounted."""
    place = tmp_path_factory.mktemp("disk") / "var"
    place.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(place))
    mounted = subprocess.run(mount, capture_output=True).returncode == 0
    yield place
    if mounted:
        subprocess.run(("umount", "-l", str(place)), check=True)


@pytest.fixture(scope="module")
def running(place: Path) -> Iterator[RunningSupervisor]:
    """Yield a supervisor on the small disk."""
    with supervisor(place, LONGROAD_MIN_FREE_MB=str(LEAST_MB)) as started:
        yield started


@pytest.fixture
def disk(place: Path) -> Path:
    """Return the small disk, or skip the test without one."""
    if not place.is_mount():
        pytest.skip("no disk may be mounted here")
    return place


@pytest.fixture(scope="module")
def person(running: RunningSupervisor) -> Person:
    """Return a person at a game on the supervisor's server."""
    return Person(running.port)


def everywhere(running: RunningSupervisor, status: int) -> bool:
    """Return whether every process of the API comes to answer that it is ready (200), or that it is not (503)."""
    return wait_for(lambda: {running.status("/readyz") for _ in range(LOOKS)} == {status})


@contextmanager
def stopped(running: RunningSupervisor, store: str) -> Iterator[int]:
    """Stop one of the stores until the block ends."""
    pid = running.store_pid(store)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield pid
    finally:
        os.kill(pid, signal.SIGCONT)


def test_without_the_events_everything_is_answered_and_nothing_lost(running: RunningSupervisor) -> None:
    person = Person(running.port)
    command = person.command()
    place, before = person.place, person.log()
    with stopped(running, "events"):
        assert person.ask("GET", "/livez") == (200, {"status": "ok"})
        asked = [
            person.ask("POST", f"{place}/commands", command, "while-the-store-stood-still"),
            *(person.ask("GET", path) for path in (place, f"{place}/legal-actions", f"{place}/events", "/v1/games")),
            person.ask("GET", "/v1/me/pending"),
            person.ask("POST", f"{place}/undo", {}),
            person.ask("POST", f"{place}/replays", {}),
            person.ask("POST", "/v1/games", NEW),
            person.ask("POST", "/v1/keys", {"name": "new"}),
        ]
        first, *others = [(status, slug(found)) for status, found in asked]
        assert first in ((503, "outcome_unknown"), (503, "store_unavailable"))  # the former if it was sent to the store
        assert others == [(503, "store_unavailable")] * len(others)
        assert person.ask("GET", "/readyz") == (503, {"status": "store_unavailable"})
        assert [person.ask("GET", path)[0] for path in ("/livez", "/metrics", "/v1/agents", "/")] == [200] * 4
    assert everywhere(running, 200)
    status, done = person.ask("POST", f"{place}/commands", command, "while-the-store-stood-still")
    assert status == 201
    assert [event for event in person.log() if event["version"] <= done["version"]] == before + done["events"]


def test_without_the_queues_play_goes_on_and_jobs_are_refused(running: RunningSupervisor) -> None:
    person = Person(running.port)
    command = person.command()
    with stopped(running, "rq"):
        assert person.ask("GET", "/livez") == (200, {"status": "ok"})
        assert person.ask("GET", "/readyz")[1]["status"] == "store_unavailable"
        status, done = person.ask("POST", f"{person.place}/commands", command)
        assert status == 201
        assert person.ask("POST", "/v1/games", NEW)[0] == 201
        paths = (person.place, f"{person.place}/events", "/v1/games")
        assert [person.ask("GET", path)[0] for path in paths] == [200] * len(paths)
        refused = [person.ask("POST", f"{person.place}/{what}", {}) for what in ("undo", "replays", "stream-tickets")]
        assert [(status, slug(found)) for status, found in refused] == [(503, "store_unavailable")] * len(refused)
    assert everywhere(running, 200)
    assert person.command()  # the AI seats were woken, or found by the sweep
    assert [event for event in person.log() if event["version"] == done["version"]] == done["events"]
    asked: dict[str, Any] = {}
    assert wait_for(lambda: is_queued(person, asked))
    assert person.ended(asked["id"])["status"] == "finished"


def is_queued(person: Person, asked: dict[str, Any]) -> bool:
    """Ask for a replay; return whether it was accepted. A store that has just come back may still be slow."""
    status, job = person.ask("POST", f"{person.place}/replays", {"format": "json"}, "replay-when-all-is-well")
    assert status == 202 or (status, slug(job)) == (503, "store_unavailable")
    asked.update(job)
    return status == 202


def test_writes_are_refused_before_the_disk_is_full(running: RunningSupervisor, disk: Path, person: Person) -> None:
    person.act()
    command, store = person.command(), running.store_pid("events")
    with full(disk, LEAST_MB * 500_000):
        assert everywhere(running, 503)
        assert person.ask("GET", "/readyz")[1]["status"] == "storage_full"
        before = person.log()
        for path, body in ((f"{person.place}/commands", command), ("/v1/games", NEW), ("/v1/keys", {"name": "new"})):
            status, found = person.ask("POST", path, body)
            assert (status, slug(found)) == REFUSED
        status, job = person.ask("POST", f"{person.place}/undo", {})
        assert status == 202
        assert [person.ask("GET", path)[0] for path in (person.place, "/v1/games", "/livez")] == [200] * 3
        assert person.ask("GET", f"/v1/jobs/{job['job']['id']}")[1]["status"] in ("queued", "running")
        assert person.log() == before
        assert wait_for(lambda: "nothing is written until there are" in running.said)
    assert person.ended(job["job"]["id"])["status"] == "finished"
    assert everywhere(running, 200)
    person.act()
    assert running.store_pid("events") == store
    assert wait_for(lambda: "writing goes on" in running.said)


def test_a_full_disk_passes_though_it_ends_the_store(running: RunningSupervisor, disk: Path, person: Person) -> None:
    before = person.log()
    store = running.store_pid("events")
    client = find_running(running.data_dir / "events")
    assert store is not None
    assert client is not None
    client.set_retry(Retry(NoBackoff(), 0))

    def has_ended() -> bool:
        with suppress(RedisError):  # somebody writes past us, and the store ends by design
            client.append("foreign", bytes(10_000))
        return running.store_pid("events") != store

    with full(disk):
        assert wait_for(has_ended)
        queues = running.store_pid("rq")
        assert queues is not None
        os.kill(queues, signal.SIGKILL)
        assert wait_for(lambda: "rq store died" in running.said)
        assert running.process.poll() is None
    assert everywhere(running, 200)
    assert person.log()[: len(before)] == before
    person.act()
    assert running.process.poll() is None


@pytest.fixture
def little_memory(running: RunningSupervisor) -> Iterator[Redis]:
    """Yield the events store without memory for anything more."""
    client = find_running(running.data_dir / "events")
    assert client is not None
    client.config_set("maxmemory", 1)
    yield client
    client.config_set("maxmemory", 0)


def test_without_memory_writes_are_refused_and_undo_waits(
    running: RunningSupervisor, person: Person, little_memory: Redis
) -> None:
    little_memory.config_set("maxmemory", 0)
    person.act()
    command = person.command()
    little_memory.config_set("maxmemory", 1)
    status, told = person.ask("GET", "/readyz")
    assert (status, told["status"], told["durability"]) == (503, "storage_full", "always")
    status, found = person.ask("POST", f"{person.place}/commands", command)
    assert (status, slug(found)) == REFUSED
    assert [person.ask("GET", path)[0] for path in (person.place, "/v1/games")] == [200] * 2
    status, job = person.ask("POST", f"{person.place}/undo", {})
    assert status == 202
    assert wait_for(lambda: "a job waits for the store" in (running.data_dir / "log" / "jobs.log").read_text())
    little_memory.config_set("maxmemory", 0)
    assert person.ended(job["job"]["id"])["status"] == "finished"
    assert everywhere(running, 200)
