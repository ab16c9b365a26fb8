"""Provides real servers for the tests of the store: one embedded store for the session, and a cluster."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from eventstore.embedded import EmbeddedStore, start
from eventstore.memory import MemoryEventStore
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore, open_store
from tests.eventstore.cluster import SmallCluster


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """Yield an embedded store that the tests of a session share."""
    running = start(tmp_path_factory.mktemp("eventstore"), "no")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallCluster]:
    """Yield a cluster that the tests of a session share."""
    running = SmallCluster(tmp_path_factory.mktemp("cluster"))
    yield running
    running.stop()


@pytest.fixture
def redis_store(server: EmbeddedStore) -> Iterator[RedisEventStore]:
    """Yield an empty store on the embedded server."""
    with Redis.from_url(server.url) as client:
        client.flushall()
    store = open_store(server.url)
    yield store
    store.close()


@pytest.fixture(params=["memory", "redis", "cluster"])
def store(request: pytest.FixtureRequest) -> Iterator[EventStore]:
    """Yield an empty store of each kind in turn; a test that uses it is part of the contract of stores."""
    if request.param == "memory":
        yield MemoryEventStore()
    elif request.param == "redis":
        yield request.getfixturevalue("redis_store")
    else:
        yield from _clustered(request.getfixturevalue("cluster"))


def _clustered(cluster: SmallCluster) -> Iterator[EventStore]:
    cluster.flush()
    store = open_store(cluster.url)
    yield store
    store.close()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """Return a directory for a store of the test's own."""
    return tmp_path / "data"
