"""Provides real servers for the tests of the store: one embedded store for the session, and a cluster."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from eventstore.embedded.server import EmbeddedStore, start
from eventstore.memory.store import MemoryEventStore
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore, open_store
from tests.eventstore.clusters import Cluster, Pair


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """Yield an embedded store that the tests of the package share."""
    running = start(tmp_path_factory.mktemp("eventstore"), "no")
    yield running
    running.stop()


@pytest.fixture(scope="package")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Yield a cluster without replicas that the tests of the package share."""
    running = Cluster(tmp_path_factory.mktemp("cluster"), replicas=0, options=())
    yield running
    running.stop()


@pytest.fixture(scope="package")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Yield a primary with its replica that the tests of the package share; each leaves both as they were."""
    running = Pair(tmp_path_factory.mktemp("pair"))
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


@pytest.fixture(params=["memory", "redis", "cluster", "replicated"])
def store(request: pytest.FixtureRequest) -> Iterator[EventStore]:
    """Yield an empty store of each kind in turn; a test that uses it is part of the contract of stores."""
    if request.param == "memory":
        yield MemoryEventStore()
    elif request.param == "redis":
        yield request.getfixturevalue("redis_store")
    elif request.param == "cluster":
        cluster: Cluster = request.getfixturevalue("cluster")
        cluster.flush()
        yield from _opened(cluster.url)
    else:
        pair: Pair = request.getfixturevalue("pair")
        pair.primary.client.flushall()
        yield from _opened(pair.url, replicas=1)


def _opened(url: str, replicas: int = 0) -> Iterator[EventStore]:
    store = open_store(url, replicas=replicas)
    yield store
    store.close()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """Return a directory for a store of the test's own."""
    return tmp_path / "data"
