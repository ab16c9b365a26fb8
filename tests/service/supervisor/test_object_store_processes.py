"""Tests a running server whose archive is an object store: its sweep is killed while it writes, and the store hangs."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from eventstore import keys
from eventstore.embedded.server import find_running
from tests.eventstore.archive.object_stores import KEYS, Faults, address, moto, proxy
from tests.service.processes import PATIENCE_S, RunningSupervisor, supervisor, wait_for
from tests.service.supervisor.person import Person, slug

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
SWEEP = r"workers\.sweep"
BIDS = {"ruleset": "goofspiel", "seats": [{"kind": "human"}, {"kind": "human"}]}


@pytest.fixture(scope="module")
def store() -> Iterator[tuple[int, Faults]]:
    """Return the port of an object store behind a proxy, and the faults of that."""
    with moto() as port, proxy(port) as found:
        yield found


def finished(person: Person) -> tuple[str, Any]:
    """Return a game that is over, and what anybody sees of it."""
    token, person.token = person.token, ""
    _, made = person.ask("POST", "/v1/games", BIDS)
    person.token = made["seats"][0]["token"]
    assert person.ask("POST", f"/v1/games/{made['id']}/resign", {})[0] == 201
    person.token = ""
    seen = [person.ask("GET", f"/v1/games/{made['id']}{part}") for part in ("", "/events", "/fairness")]
    person.token = token
    return made["id"], seen


def again(person: Person, game: str) -> Any:
    """Return what anybody sees of a game now."""
    token, person.token = person.token, ""
    seen = [person.ask("GET", f"/v1/games/{game}{part}") for part in ("", "/events", "/fairness")]
    person.token = token
    return seen


def has_moved(place: Path, game: str) -> bool:
    """Return whether the log's store has no log of a game any more."""
    client = find_running(place / "events")
    assert client is not None
    there = client.exists(keys.log(game))
    client.close()
    return not there


@contextmanager
def starting(place: Path, **environment: str) -> Iterator[RunningSupervisor]:
    """Yield a supervisor that may not be ready yet, and end it afterwards."""
    running = RunningSupervisor(place, **environment)
    try:
        yield running
    finally:
        running.process.terminate()
        running.process.wait(PATIENCE_S)


def stranger(port: int) -> Person:
    """Return somebody who only asks."""
    person = Person.__new__(Person)
    person.port, person.token = port, ""
    return person


def test_games_move_while_the_sweep_is_killed_and_play_goes_on_while_the_store_hangs(
    tmp_path: Path, store: tuple[int, Faults]
) -> None:
    port, faults = store
    place = tmp_path / "var"
    with supervisor(place, LONGROAD_API_PROCESSES="1") as running:
        before = dict(finished(Person(running.port)) for _ in range(3))

    faults.delay_s, faults.method, faults.name = 2.0, "PUT", "segments"
    archive = {"LONGROAD_ARCHIVE": address(port), "LONGROAD_ARCHIVE_AFTER_DAYS": "0", **KEYS}
    with starting(place, LONGROAD_API_PROCESSES="1", **archive) as running:
        for kills in (1, 2):
            assert wait_for(lambda kills=kills: faults.hits >= kills), running.said
            sweep = running.pid_of(SWEEP)
            assert sweep is not None
            os.kill(sweep, signal.SIGKILL)
        faults.clear()
        running.await_ready()
        assert wait_for(lambda: all(has_moved(place, game) for game in before))
        person = Person(running.port)
        assert {game: again(person, game) for game in before} == before

    faults.delay_s, faults.method = 20.0, "GET"
    with supervisor(place, LONGROAD_API_PROCESSES="1", **archive) as running:  # remembers nothing
        person = Person(running.port)
        over, told = Event(), []

        def keep_asking(game: str) -> None:
            while not over.is_set():
                told.append(stranger(running.port).ask("GET", f"/v1/games/{game}/events?after=1&limit=1"))

        for game in before:
            Thread(target=keep_asking, args=(game,), daemon=True).start()
        for _ in range(3):
            person.act()
        assert wait_for(lambda: len(told) >= 3)
        over.set()
        refused = [document for status, document in told if status == 503]
        assert {slug(document) for document in refused} == {"archive_unavailable"}
        assert {document["reason"] for document in refused} == {"slow"}
        assert person.ask("GET", "/readyz")[0] == 200
        faults.clear()
        assert wait_for(lambda: {game: again(person, game) for game in before} == before)
