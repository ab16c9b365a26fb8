"""Runs the stores of a large server on this machine: primaries of the log, stores of the queues, an object store."""

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from redis import Redis

from eventstore.cluster.slots import SLOTS_OF_SHARDS, Address, SlotMap, slot_of
from eventstore.embedded.server import EmbeddedStore, start
from eventstore.keys import SHARDS, of_rows
from service.game.context import Context, build
from service.settings import read_settings
from service.views.lobby_projection import LOBBY
from tests.eventstore.archive.object_stores import KEYS, address, moto
from tests.eventstore.clusters import DURABLE, Cluster

PRIMARIES: Final = 3
ADMIN_KEY: Final = "the-key-of-the-simulation"
ON_DISK: Final = {"MOTO_S3_DEFAULT_KEY_BUFFER_SIZE": "1024"}
"""Lets moto keep objects in files, not in memory."""


@dataclass(frozen=True)
class Hall:
    """Holds running stores; `directory` has their files, and room for a server."""

    directory: Path
    cluster: Cluster
    queues: Sequence[EmbeddedStore]
    objects_port: int

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings of a server on these stores."""
        return {
            "LONGROAD_EVENTS_URL": self.cluster.url,
            "LONGROAD_RQ_URL": ",".join(store.url for store in self.queues),
            "LONGROAD_ARCHIVE": address(self.objects_port),
            "LONGROAD_ADMIN_KEY": ADMIN_KEY,
            "LONGROAD_MIN_FREE_MB": "0",
            "LONGROAD_STORE_PROMISES": "may-lose-games",
            "LONGROAD_AI_GAMES": "1000000",
        }

    @cached_property
    def primaries(self) -> list[Redis]:
        """Return clients of the primaries of the log; the first one has the rows of the lobby."""
        clients = [node.client for node in self.cluster.nodes]
        first = self._at(slot_of(of_rows(LOBBY)[0]))
        return [first, *(client for client in clients if client is not first)]

    @cached_property
    def by_shard(self) -> list[Redis]:
        """Return for each shard the client of its primary."""
        return [self._at(SLOTS_OF_SHARDS[shard]) for shard in range(SHARDS)]

    @cached_property
    def queue_clients(self) -> list[Redis]:
        """Return clients of the stores of the queues."""
        return [Redis.from_url(store.url) for store in self.queues]

    def context(self) -> Context:
        """Return a context of this process on the stores."""
        place = self.directory / "context"
        place.mkdir(exist_ok=True)
        return build(read_settings({**self.settings, "LONGROAD_DATA_DIR": str(place)}))

    def sync(self, when: str) -> None:
        """Let the primaries write each change through to disk (`always`), or not (`no`)."""
        for client in self.primaries:
            client.config_set("appendfsync", when)

    def _at(self, slot: int) -> Redis:
        port = SlotMap(Address(self.cluster.url)).primary(slot).port
        return next(node.client for node in self.cluster.nodes if node.port == port)


@contextmanager
def open_hall(directory: Path, queues: int, primaries: int = PRIMARIES) -> Iterator[Hall]:
    """Run the stores until the block ends."""
    os.environ.update(KEYS | ON_DISK)
    with ExitStack() as stack:
        port = stack.enter_context(moto())
        cluster = Cluster(directory / "log", primaries, 0, DURABLE)
        stack.callback(cluster.stop)
        stores = []
        for number in range(queues):
            stores.append(start(directory / f"queues-{number}", "no"))
            stack.callback(stores[-1].stop)
        yield Hall(directory, cluster, stores, port)
