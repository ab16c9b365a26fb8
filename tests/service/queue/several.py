"""Provides several real stores for the queues, each of which a test may kill and start again."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from shutil import rmtree

from redis import Redis

from eventstore.embedded.server import EmbeddedStore, start
from service.queue.jobs import Jobs


class SeveralStores:
    """Runs some stores; `url` lists them as the setting does."""

    def __init__(self, directory: Path, number: int) -> None:
        self._places = [directory / f"rq-{place + 1}" for place in range(number)]
        self._running: list[EmbeddedStore] = [start(place, "no") for place in self._places]
        self.urls = [store.url for store in self._running]

    @property
    def url(self) -> str:
        """Return the addresses of all of them."""
        return self.some(range(len(self.urls)))

    def some(self, places: Sequence[int]) -> str:
        """Return the addresses of some of them."""
        return ",".join(self.urls[place] for place in places)

    def client(self, place: int) -> Redis:
        """Return a client of one of them."""
        return Redis.from_url(self.urls[place])

    def empty(self) -> None:
        """Empty all of them."""
        for place in range(len(self.urls)):
            self.client(place).flushall()

    def pid(self, place: int) -> int:
        """Return the process id of one of them, the last one while it is dead."""
        return self._running[place].pid

    @contextmanager
    def killed(self, place: int, *, is_emptied: bool = True) -> Iterator[None]:
        """Kill one of them, and start it again after the block, with what it had only if it is not emptied."""
        os.kill(self._running[place].pid, signal.SIGKILL)
        self._running[place].stop()
        if is_emptied:
            rmtree(self._places[place] / "appendonlydir")
        try:
            yield
        finally:
            self._running[place] = start(self._places[place], "no")
            assert self._running[place].url == self.urls[place]

    def stop(self) -> None:
        """Stop all of them."""
        for store in self._running:
            store.stop()


@contextmanager
def several_stores(directory: Path, number: int) -> Iterator[SeveralStores]:
    """Run so many stores until the block ends."""
    running = SeveralStores(directory, number)
    try:
        yield running
    finally:
        running.stop()


def place_of(jobs: Jobs, owner: str) -> int:
    """Return the place in the list of the store that has the work for a game."""
    return jobs.all.index(jobs.of(owner))


def game_at(jobs: Jobs, place: int) -> str:
    """Return the id of a game whose work is in the store at a place of the list."""
    return next(game for game in (f"game{number}" for number in count()) if place_of(jobs, game) == place)
