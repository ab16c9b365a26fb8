"""Provides a server with clients of its stores, its metrics, and the alerts that fire on them."""

import contextlib
import functools
import http.client
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from redis import Redis

from eventstore.embedded.server import find_running
from eventstore.streams import open_store
from service.queue.store import connect
from tests.service.measuring.alerts import Scrape, fires, rules, scraped
from tests.service.processes import RunningSupervisor, below, wait_for

RULES = rules()
PROVOKED: set[str] = set()
"""Collects the alerts for which there is a test that makes them fire."""
PEOPLE = [{"kind": "human"}] * 3
AGENTS_ALONE = [{"kind": "ai", "agent": "planner"}] * 3


def address_of(directory: Path) -> str:
    """Return the address of the store that works in a directory."""
    found = find_running(directory)
    assert found is not None
    return f"unix://{found.connection_pool.connection_kwargs['path']}"


class Monitored:
    """Represents a server with its first scrape, another since which it is watched, and the alerts that fired."""

    def __init__(self, running: RunningSupervisor) -> None:
        self.running = running
        events_url, rq_url = (address_of(running.data_dir / name) for name in ("events", "rq"))
        self.store = open_store(events_url)
        self.events = Redis.from_url(events_url)
        self.rq = connect(rq_url)
        self.first = self.since = self.scrape()
        self.provoked: set[str] = set()

    def store_pid(self, name: str) -> int:
        """Return the process of a store."""
        pid = self.running.store_pid(name)
        assert pid is not None
        return pid

    def scrape(self, port: int | None = None) -> Scrape:
        """Return what /metrics answers now; no answer is a scrape too."""
        connection = http.client.HTTPConnection("127.0.0.1", port or self.running.port, timeout=60)
        try:
            connection.request("GET", "/metrics")
            return scraped(connection.getresponse().read().decode(), time.time())
        except OSError:
            return scraped(None, time.time())
        finally:
            connection.close()

    def ask(self, method: str, path: str, body: Any = None, token: str = "", key: str = "") -> Any:
        """Send a request that must succeed, and return the JSON of its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.running.port, timeout=60)
        headers = {"Content-Type": "application/json"} | ({"X-Api-Key": key} if key else {})
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status < 300, (path, text)
        return json.loads(text)

    def awaits(self, alert: str, later: float = 0.0) -> None:
        """Wait until an alert fires, on a scrape that is made now or counts as made some seconds later."""
        assert self.sees(alert, later), alert
        self.provoked.add(alert)

    def sees(self, alert: str, later: float = 0.0) -> bool:
        """Return whether an alert comes to fire."""

        def is_so() -> bool:
            newest = self.scrape()
            return fires(RULES[alert], [self.since, newest._replace(time=newest.time + later)])

        return wait_for(is_so, 60)

    def new_game(self, seats: Any, **wish: Any) -> Any:
        """Make a game of the base rules, and return the answer."""
        return self.ask("POST", "/v1/games", {"ruleset": "catan", "seats": seats, **wish})

    @contextlib.contextmanager
    def stopped(self, *what: str) -> Iterator[None]:
        """Stop some children and all processes below them until the block ends."""
        pids: list[int] = []
        for one in what:
            child = self.running.pid_of(one)
            assert child is not None
            pids += [child, *below(child)]
        with standing_still(pids):
            yield


def provokes(*alerts: str) -> Callable[[Callable[[Monitored], None]], Callable[[Monitored], None]]:
    """Count alerts as those that a test makes fire, and let it fail unless it does."""
    PROVOKED.update(alerts)

    def decorated(test: Callable[[Monitored], None]) -> Callable[[Monitored], None]:
        @functools.wraps(test)
        def checked(house: Monitored) -> None:
            test(house)
            assert house.provoked >= {*alerts}

        return checked

    return decorated


@contextlib.contextmanager
def standing_still(pids: list[int]) -> Iterator[None]:
    """Stop some processes until the block ends."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
