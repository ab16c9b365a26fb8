"""Provides the fixtures that every test may use: a real pair of stores, and the length of the law tests.

While the tests are collected the garbage collector is off, and it never looks at what was collected: eight thousand
tests are a heap that it would otherwise scan again and again.
"""

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from redis import Redis

from tests.pace import is_slow

gc.disable()
settings.register_profile("longroad", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("longroad")  # nothing generated fails for being slow
pytest_plugins = ["tests.ledger.marks"]


class StorePair(NamedTuple):
    """Holds the addresses of the two stores of a test session: the durable one for events, and the one for RQ."""

    events_url: str
    rq_url: str


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--long=N`, with which the law tests play N random games instead of a few."""
    parser.addoption("--long", type=int, default=0, metavar="N", help="play N random games in the law tests")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests in a slow file or folder, so that `-m "not slow"` leaves them out."""
    for item in items:
        if is_slow(item.nodeid):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Turn the garbage collector on, without what was made until now."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def long_games(request: pytest.FixtureRequest) -> int:
    """Return how many random games the law tests play; 0 means the short form."""
    return int(request.config.getoption("--long"))


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorePair]:
    """Yield two embedded stores for this session; their keys outlive a test, unless a fixture empties them."""
    from eventstore.embedded import start

    directory: Path = tmp_path_factory.mktemp("stores")
    events = start(directory / "events", "no")
    rq = start(directory / "rq", "no")
    yield StorePair(events.url, rq.url)
    rq.stop()
    events.stop()


@pytest.fixture
def events_redis(stores: StorePair) -> Iterator[Redis]:
    """Yield a client of an empty event store."""
    yield from _emptied(Redis.from_url(stores.events_url))


@pytest.fixture
def rq_redis(stores: StorePair) -> Iterator[Redis]:
    """Yield a client of an empty store for RQ."""
    from service.queue.store import connect

    yield from _emptied(connect(stores.rq_url))


def _emptied(client: Redis) -> Iterator[Redis]:
    with client:
        client.flushall()
        yield client
