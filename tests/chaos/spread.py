"""Runs the service as on a large server: several stores for the queues, an archive in an object store, two sweeps.

The house runs the stores for the queues and the object store itself, as an operator would. The second sweep runs on a
host of its own. Both sweeps archive each game as soon as it is over (`hurried`).
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from eventstore import keys
from eventstore.archive.archiver import list_archived
from eventstore.archive.opening import open_archive
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store
from tests.chaos.house import COMMAND, House
from tests.chaos.object_store import object_store
from tests.chaos.parts import EVENTS, PARTS
from tests.eventstore.archive.object_stores import KEYS
from tests.service.http.live import ROOT
from tests.service.processes import PATIENCE_S, RunningSupervisor, is_alive, wait_for
from tests.service.queue.several import SeveralStores

QUEUES: Final = ("queues store 1", "queues store 2")
"""Names the stores for the queues, as parts that may be killed."""
RQ_STORE: Final = "RQ store"
SWEEP: Final = "sweep"
SECOND: Final = "second host"
HURRIED: Final = f"{Path(__file__).parent / 'hurried'}{os.pathsep}{ROOT}"
SETTLED_S: Final = 300.0
"""Sets how long the sweeps may take at the end of the trial to archive all games."""


class Spread(House):
    """Represents the service on several stores, with a second host that only sweeps."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        self.queues = SeveralStores(data_dir.with_name("queues"), len(QUEUES))
        self._outside = ExitStack()
        self.objects = self._outside.enter_context(object_store())
        self._shared = {
            "LONGROAD_RQ_URL": self.queues.url,
            "LONGROAD_ARCHIVE": self.objects.address,
            "LONGROAD_ARCHIVE_AFTER_DAYS": "0",
            "LONGROAD_STORE_PROMISES": "kept",
            "PYTHONPATH": HURRIED,
            **KEYS,
        }
        super().__init__(data_dir, **self._shared, **settings)
        self.second = self._start_second()

    def _start_second(self) -> RunningSupervisor:
        role = {"LONGROAD_ROLE": "sweep", "LONGROAD_PORT": "none", "LONGROAD_EVENTS_URL": self.url(EVENTS)}
        return RunningSupervisor(self.data_dir.with_name("second"), COMMAND, None, **self._shared, **role)

    def kill_second(self) -> None:
        """Kill the second host with all of its processes, and start it again."""
        self.second.kill()
        self.second = self._start_second()

    def pids(self, part: str) -> list[int]:
        """Return the living processes of a part; of the queues none unless all of their stores live."""
        if part in QUEUES:
            return [pid for pid in [self.queues.pid(QUEUES.index(part))] if is_alive(pid)]
        if part == RQ_STORE:
            found = [pid for name in QUEUES for pid in self.pids(name)]
            return found if len(found) == len(QUEUES) else []
        if part == SECOND:
            return [pid for pid in [self.second.process.pid] if is_alive(pid)]
        return super().pids(part) + (PARTS[SWEEP](self.second) if part == SWEEP else [])

    def is_whole(self) -> bool:
        """Return whether every part lives, on both hosts, and the service says that it is ready."""
        return super().is_whole() and bool(self.pids(SECOND) and PARTS[SWEEP](self.second))

    def url(self, store: str) -> str:
        """Return the address of a store."""
        return self.queues.urls[QUEUES.index(store)] if store in QUEUES else super().url(store)

    @contextmanager
    def log(self) -> Iterator[RedisEventStore]:
        """Yield the event store with its archive, opened here and not through the service."""
        with pytest.MonkeyPatch.context() as patch:
            for name, value in KEYS.items():
                patch.setenv(name, value)
            store = open_store(self.url(EVENTS), archive=open_archive(self.objects.address))
            assert isinstance(store, RedisEventStore)
            try:
                yield store
            finally:
                store.close()

    def games(self) -> list[str]:
        """Return the ids of the games in the store and in the archive; one that is in both is named twice."""
        with self.log() as store:
            return super().games() + [game for game in {*list_archived(store)} if store.find_away(game) is not None]

    def settle(self, games: Sequence[str]) -> list[str]:
        """Wait until all games are archived, and return a complaint for each that is not."""
        with self.client(EVENTS) as client:

            def still_here() -> list[str]:
                return [game for game in games if client.exists(keys.log(game))]

            wait_for(lambda: not still_here(), SETTLED_S)
            return [f"game {game} was not archived" for game in still_here()]

    def end(self) -> None:
        """End both hosts, and then what they share."""
        self._end_hosts()
        self.queues.stop()
        self._outside.close()

    def _end_hosts(self) -> None:
        self.second.process.terminate()
        self.second.process.wait(PATIENCE_S)
        super().end()

    def revive(self) -> None:
        """End what is left of both hosts and start them again on the same stores."""
        self._end_hosts()
        self.start_again()
        self.second = self._start_second()
        self.await_whole()
