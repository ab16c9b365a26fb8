"""A store that stands still: every request is answered while it does, and all is well when it goes on."""

import http.client
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.service.processes import PATIENCE_S, RunningSupervisor, supervisor, wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
SEATS = [{"kind": "human"}, {"kind": "ai"}, {"kind": "ai"}]
NEW = {"ruleset": "catan", "seats": SEATS, "undo": "free", "seat_order": "given"}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSupervisor]:
    """One supervisor whose stores are stopped in turn."""
    with supervisor(tmp_path_factory.mktemp("hung") / "var") as started:
        yield started


class Caller:
    """A person at a game of their own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.token = ""
        _, made = self.ask("POST", "/v1/games", NEW)
        self.place, self.token = f"/v1/games/{made['id']}", made["seats"][0]["token"]

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """The status and the document of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": key} if key else {})
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 503 or path == "/readyz" or answer.getheader("Retry-After")
        is_json = "json" in (answer.getheader("Content-Type") or "")
        return answer.status, json.loads(text) if is_json else text

    def command(self) -> Any:
        """Something that the seat may do now, once it is its turn."""
        legal: Any = {}

        def owes() -> bool:
            status, found = self.ask("GET", f"{self.place}/legal-actions")
            legal.update(found if status == 200 else {})
            return bool(legal.get("must_act"))

        assert wait_for(owes)
        listed = [action["command"] for action in legal["actions"]]
        return (listed or [legal["templates"][0]["example"]])[0]

    def log(self) -> list[Any]:
        """All events."""
        found: list[Any] = []
        after: int | None = 0
        while after is not None:
            _, page = self.ask("GET", f"{self.place}/events?after={after}")
            found += page["events"]
            after = page.get("next")
        return found


@contextmanager
def stopped(running: RunningSupervisor, store: str) -> Iterator[int]:
    """One of the stores stands still."""
    pid = running.store_pid(store)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    try:
        yield pid
    finally:
        os.kill(pid, signal.SIGCONT)


def slug(document: Any) -> str:
    """The type of a problem."""
    return str(document["type"]).rpartition("/")[2]


def test_without_the_events_everything_is_answered_and_nothing_lost(running: RunningSupervisor) -> None:
    caller = Caller(running.port)
    command = caller.command()
    place, before = caller.place, caller.log()
    with stopped(running, "events"):
        assert caller.ask("GET", "/livez") == (200, {"status": "ok"})
        asked = [
            caller.ask("POST", f"{place}/commands", command, "while-the-store-stood-still"),
            *(caller.ask("GET", path) for path in (place, f"{place}/legal-actions", f"{place}/events", "/v1/games")),
            caller.ask("GET", "/v1/me/pending"),
            caller.ask("POST", f"{place}/undo", {}),
            caller.ask("POST", f"{place}/replays", {}),
            caller.ask("POST", "/v1/games", NEW),
            caller.ask("POST", "/v1/keys", {"name": "new"}),
        ]
        assert [(status, slug(found)) for status, found in asked] == [(503, "store_unavailable")] * len(asked)
        assert caller.ask("GET", "/readyz") == (503, {"status": "store_unavailable"})
        assert [caller.ask("GET", path)[0] for path in ("/livez", "/metrics", "/v1/agents", "/")] == [200] * 4
    assert wait_for(lambda: running.status("/readyz") == 200)
    status, done = caller.ask("POST", f"{place}/commands", command, "while-the-store-stood-still")
    assert status == 201
    assert [event for event in caller.log() if event["version"] <= done["version"]] == before + done["events"]


def test_without_the_queues_play_goes_on_and_jobs_are_refused(running: RunningSupervisor) -> None:
    caller = Caller(running.port)
    command = caller.command()
    with stopped(running, "rq"):
        assert caller.ask("GET", "/livez") == (200, {"status": "ok"})
        assert caller.ask("GET", "/readyz")[1]["status"] == "store_unavailable"
        status, done = caller.ask("POST", f"{caller.place}/commands", command)
        assert status == 201
        assert caller.ask("POST", "/v1/games", NEW)[0] == 201
        paths = (caller.place, f"{caller.place}/events", "/v1/games")
        assert [caller.ask("GET", path)[0] for path in paths] == [200] * len(paths)
        refused = [caller.ask("POST", f"{caller.place}/{what}", {}) for what in ("undo", "replays", "stream-tickets")]
        assert [(status, slug(found)) for status, found in refused] == [(503, "store_unavailable")] * len(refused)
    assert wait_for(lambda: running.status("/readyz") == 200)
    assert caller.command()  # the AI seats were woken, or found by the sweep
    assert [event for event in caller.log() if event["version"] == done["version"]] == done["events"]
    status, job = caller.ask("POST", f"{caller.place}/replays", {"format": "json"}, "replay-when-all-is-well")
    assert status == 202
    assert wait_for(lambda: caller.ask("GET", f"/v1/jobs/{job['id']}")[1]["status"] in ("finished", "failed"))
