"""Real servers for the tests of the store: one embedded store a session, and a cluster of one node."""

import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as ServerGone

from eventstore.embedded import EmbeddedStore, start
from eventstore.engines import find_engine
from eventstore.memory import MemoryEventStore
from eventstore.store import EventStore
from eventstore.streams import RedisEventStore, open_store


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedStore]:
    """An embedded store of the session's own."""
    running = start(tmp_path_factory.mktemp("eventstore"), "no")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A cluster of one node: it refuses a call whose keys lie in several slots, as a large one does."""
    port = _free_port()
    process = subprocess.Popen(
        [
            *(str(find_engine().binary), "--port", str(port), "--cluster-port", str(_free_port())),
            *("--cluster-enabled", "yes", "--dir", str(tmp_path_factory.mktemp("cluster")), "--save", ""),
        ],
        stdout=subprocess.DEVNULL,
    )
    _make_cluster(port)
    yield f"redis+cluster://127.0.0.1:{port}"
    process.terminate()
    process.wait(10)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _make_cluster(port: int) -> None:
    ends = time.monotonic() + 20
    with Redis(port=port) as node:
        while time.monotonic() < ends:
            try:
                if b"cluster_slots_assigned:16384" not in node.execute_command("CLUSTER", "INFO"):
                    node.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
                if b"cluster_state:ok" in node.execute_command("CLUSTER", "INFO"):
                    return
            except ServerGone:
                pass
            time.sleep(0.05)
    raise TimeoutError("the cluster did not come up")


@pytest.fixture
def redis_store(server: EmbeddedStore) -> Iterator[RedisEventStore]:
    """An empty store on the embedded server."""
    with Redis.from_url(server.url) as client:
        client.flushall()
    store = open_store(server.url)
    yield store
    store.close()


@pytest.fixture(params=["memory", "redis", "cluster"])
def store(request: pytest.FixtureRequest) -> Iterator[EventStore]:
    """An empty store of every kind; whoever asks for it is part of the contract."""
    if request.param == "memory":
        yield MemoryEventStore()
    elif request.param == "redis":
        yield request.getfixturevalue("redis_store")
    else:
        yield from _clustered(request.getfixturevalue("cluster_url"))


def _clustered(url: str) -> Iterator[EventStore]:
    with Redis.from_url(url.replace("+cluster", "")) as client:
        client.flushall()
    store = open_store(url)
    yield store
    store.close()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A directory for a store of the test's own."""
    return tmp_path / "data"
