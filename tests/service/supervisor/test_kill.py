"""Tests SIGKILL of each part in the middle of a game: every accepted command is in the log, and the game goes on."""

import contextlib
import http.client
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from random import Random
from threading import Timer
from typing import Any

import pytest

from tests.service.processes import API, RunningSupervisor, below, is_alive, supervisor, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
SEATS = [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai"}, {"kind": "ai"}]
LONG = {"victory_points": 20}
ROUNDS = 4  # commands of the person between two kills


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSupervisor]:
    """Yield one supervisor, whose parts are killed in turn."""
    with supervisor(tmp_path_factory.mktemp("kill") / "var") as started:
        yield started


class Person:
    """Represents a person who plays against agents, keeps what was accepted, and repeats requests until answered."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.random = Random(6)
        self.token = ""
        made = self.ask("POST", "/games", {"ruleset": "catan", "seats": SEATS, "options": LONG})
        self.place = f"/games/{made['id']}"
        self.token = made["seats"][0]["token"]
        self.accepted: dict[int, list[Any]] = {}

    def ask(self, method: str, place: str, body: Any = None, key: str = "") -> Any:
        """Return the body of an answer, and send the request again while there is none; a POST needs a key for that."""
        answers: list[Any] = []

        def is_answered() -> bool:
            try:
                answers.append(self._once(method, place, body, key))
            except (OSError, http.client.HTTPException):
                return False
            return answers[-1] is not None

        assert wait_for(is_answered), (method, place)
        return answers[-1]

    def act(self) -> None:
        """Send a command as soon as one is owed."""
        legal: Any = {}

        def owes() -> bool:
            legal.update(self.ask("GET", f"{self.place}/legal-actions"))
            return bool(legal["must_act"])

        assert wait_for(owes), "the AI seats do not go on"
        listed = [action["command"] for action in legal["actions"]]
        command = self.random.choice(listed or [legal["templates"][0]["example"]])
        done = self.ask("POST", f"{self.place}/commands", command, f"command-after-version-{legal['version']}")
        self.accepted[done["version"]] = done["events"]

    def events(self) -> list[Any]:
        """Return the whole log as the person may see it."""
        found: list[Any] = []
        after: int | None = 0
        while after is not None:
            page = self.ask("GET", f"{self.place}/events?after={after}")
            found += page["events"]
            after = page.get("next")
        return found

    def _once(self, method: str, place: str, body: Any, key: str) -> Any:
        """Return the body of an answer, or None when it is a 503."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        connection.request(method, f"/v1{place}", None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status == 503:
            return None
        assert answer.status in (200, 201, 202), (answer.status, text)
        return json.loads(text)


@pytest.fixture(scope="module")
def person(running: RunningSupervisor) -> Person:
    """Return one person at one game for all the kills."""
    return Person(running.port)


def api(running: RunningSupervisor) -> list[int]:
    """Return the API and its workers."""
    first = running.pid_of(API)
    return [] if first is None else [first, *below(first)]


def ai_workers(running: RunningSupervisor) -> list[int]:
    """Return the pool of AI workers and its workers."""
    first = running.pid_of("workers.run ai")
    return [] if first is None else [first, *below(first)]


def job_workers(running: RunningSupervisor) -> list[int]:
    """Return the pool for undo and replay and its workers."""
    first = running.pid_of("workers.run jobs")
    return [] if first is None else [first, *below(first)]


def events_store(running: RunningSupervisor) -> list[int]:
    """Return the server that holds the log."""
    pid = running.store_pid("events")
    return [] if pid is None else [pid]


def rq_store(running: RunningSupervisor) -> list[int]:
    """Return the server that holds the queues."""
    pid = running.store_pid("rq")
    return [] if pid is None else [pid]


def kill(pids: list[int]) -> None:
    """Kill all of the processes with SIGKILL; some of them end with the first."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("victims", [api, ai_workers, job_workers, events_store, rq_store])
def test_no_accepted_command_is_lost_and_the_game_goes_on(
    running: RunningSupervisor, person: Person, victims: Callable[[RunningSupervisor], list[int]]
) -> None:
    for _ in range(ROUNDS):
        person.act()
    assert wait_for(lambda: victims(running))
    pids = victims(running)
    blow = Timer(person.random.uniform(0.0, 0.05), kill, [pids])
    blow.start()  # while commands are under way
    for _ in range(ROUNDS):
        person.act()
    blow.join()
    assert wait_for(lambda: not any(is_alive(pid) for pid in pids))
    assert wait_for(lambda: victims(running))
    log = person.events()
    for version, events in person.accepted.items():
        assert [event for event in log if event["version"] == version] == events
    assert sorted({event["version"] for event in log}) == list(range(1, log[-1]["version"] + 1))


@pytest.mark.slow
def test_the_log_proves_true_after_all_of_it(person: Person) -> None:
    """A replay by the workers that came back proves every digest and the chain from the log alone."""
    person.act()
    job = person.ask("POST", f"{person.place}/replays", {"format": "json"}, "replay-after-all-of-it")
    assert wait_for(lambda: person.ask("GET", f"/jobs/{job['id']}")["status"] in ("finished", "failed"))
    result = person.ask("GET", f"/jobs/{job['id']}")["result"]
    assert result["verified"]
    assert result["digests"] == result["versions"] >= max(person.accepted)
