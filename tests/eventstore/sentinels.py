"""Provides a primary with its replica and three Sentinels that watch it, for the tests."""

from pathlib import Path
from typing import Final

from redis.exceptions import ConnectionError as Disconnected

from tests.eventstore.clusters import Node, Pair
from tests.service.processes import wait_for

NAME: Final = "queues"
DOWN_MS: Final = 1000
"""Sets how long a primary must not answer until the Sentinels replace it."""


class SentinelPair:
    """Represents a store that Sentinels watch under a name."""

    def __init__(self, directory: Path, sentinels: int = 3) -> None:
        self.pair = Pair(directory, ())
        self.sentinels = [_sentinel(directory / f"sentinel{n}", self.pair.primary) for n in range(sentinels)]
        self.url = "redis+sentinel://" + ",".join(f"127.0.0.1:{one.port}" for one in self.sentinels) + f"/{NAME}"
        assert wait_for(lambda: all(_knows_all(one, sentinels) for one in self.sentinels))

    def await_failover(self) -> None:
        """Wait until the replica is the primary."""
        assert wait_for(self._is_promoted)

    def _is_promoted(self) -> bool:
        try:
            return bool(self.pair.replica.replication()["role"] == "master")
        except Disconnected:  # whoever is promoted parts with its clients
            return False

    def stop(self) -> None:
        """End every process."""
        for sentinel in self.sentinels:
            sentinel.stop()
        self.pair.stop()


def _sentinel(directory: Path, primary: Node) -> Node:
    directory.mkdir(parents=True)
    lines = (
        f"sentinel monitor {NAME} 127.0.0.1 {primary.port} 2",
        f"sentinel down-after-milliseconds {NAME} {DOWN_MS}",
        f"sentinel failover-timeout {NAME} 5000",
    )
    settings = directory / "sentinel.conf"
    settings.write_text("\n".join(lines))
    return Node(directory, settings=settings)


def _knows_all(sentinel: Node, count: int) -> bool:
    found = sentinel.client.sentinel_master(NAME)
    return bool(found["num-other-sentinels"] == count - 1 and found["num-slaves"] == 1)
