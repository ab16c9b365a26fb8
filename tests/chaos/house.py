"""Runs a real `longroad run` with embedded stores and gives tests access to its processes and files."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from eventstore import keys
from eventstore.embedded.engines import FILES
from eventstore.embedded.server import find_running
from eventstore.streams import RedisEventStore
from tests.chaos.parts import EVENTS, PARTS, SUPERVISOR
from tests.service.processes import PATIENCE_S, RunningSupervisor, is_alive, wait_for

SAID: Final = 2_000
"""The number of last characters of the output that explain why the service did not come back."""
COMMAND: Final = (sys.executable, "-m", "service.cli", "run")


class Lost(Exception):
    """Says that the service cannot be started any more."""


class House:
    """Represents the service on a data directory; it can be started again on the same port."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.data_dir = data_dir
        self.settings = {"LONGROAD_CONNECTIONS_PER_ADDRESS": "2000", **settings}
        self.running = RunningSupervisor(data_dir, COMMAND, None, **self.settings)
        self.settings["LONGROAD_PORT"] = str(self.running.port)

    @property
    def port(self) -> int:
        """Return the port on which the API listens."""
        return self.running.port

    def start_again(self, **settings: str) -> None:
        """Start the service again after its supervisor has ended, with additional settings for this start."""
        self.running = RunningSupervisor(self.data_dir, COMMAND, None, **self.settings, **settings)
        self.running.port = int(self.settings["LONGROAD_PORT"])

    def pids(self, part: str) -> list[int]:
        """Return the living processes of a part."""
        return PARTS[part](self.running)

    def is_whole(self) -> bool:
        """Return whether every part lives and the service says that it is ready."""
        return all(self.pids(part) for part in PARTS) and self.running.status("/readyz") == 200

    def await_whole(self) -> bool:
        """Wait until the service is whole again or its supervisor has ended, and return whether it is whole."""
        became_whole: list[bool] = []  # asked once: a busy machine may answer late the next time

        def is_settled() -> bool:
            became_whole.append(self.is_whole())
            return became_whole[-1] or not self.pids(SUPERVISOR)

        return wait_for(is_settled) and became_whole[-1]

    def revive(self) -> None:
        """End what is left of the service and start it again; raise Lost where that does not help."""
        self.end()
        self.start_again()
        if not self.await_whole():
            raise Lost(self.said)

    @property
    def said(self) -> str:
        """Return the end of the supervisor's output."""
        return self.running.said[-SAID:]

    def url(self, store: str) -> str:
        """Wait until an embedded store answers, and return its address."""
        found: list[Redis | None] = [None]

        def answers() -> bool:
            found.append(find_running(self.data_dir / store))
            return found[-1] is not None

        assert wait_for(answers), f"the {store} store does not answer"
        with cast(Redis, found[-1]) as client:
            return f"unix://{client.connection_pool.connection_kwargs['path']}"

    def client(self, store: str) -> Redis:
        """Return a client of an embedded store that does not retry."""
        return Redis.from_url(self.url(store), retry=Retry(NoBackoff(), 0))

    @contextmanager
    def log(self) -> Iterator[RedisEventStore]:
        """Yield the event store, opened here and not through the service."""
        client = self.client(EVENTS)
        try:
            yield RedisEventStore(client, client)
        finally:
            client.close()

    def games(self) -> list[str]:
        """Return the ids of the games that the service has."""
        with self.client(EVENTS) as client:
            return [keys.owner_of(key) for key in client.scan_iter(match=keys.LOGS, count=1000)]

    def settle(self, games: Sequence[str]) -> list[str]:
        """Wait until the service has done all that it does with games that are over; return complaints."""
        return []

    @contextmanager
    def store_down(self, store: str) -> Iterator[Path]:
        """Kill a store, keep it dead until the block ends, and yield the directory of its append-only files."""
        keeper, server = self.running.process.pid, self.running.store_pid(store)
        assert server is not None
        os.kill(keeper, signal.SIGSTOP)
        try:
            os.kill(server, signal.SIGKILL)
            assert wait_for(lambda: not is_alive(server))
            yield self.data_dir / store / FILES
        finally:
            os.kill(keeper, signal.SIGCONT)

    def end(self) -> None:
        """Ask the supervisor to end and wait until it has."""
        self.running.process.terminate()
        self.running.process.wait(PATIENCE_S)


@contextmanager
def house(data_dir: Path, build: type[House] = House, /, **settings: str) -> Iterator[House]:
    """Yield a house of a kind that is ready, and end it afterwards."""
    made = build(data_dir, **settings)
    try:
        made.running.await_ready()
        yield made
    finally:
        made.end()
