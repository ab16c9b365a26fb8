"""Provides the fixtures that every test may use: a real pair of stores, and the length of the law tests.

While the tests are collected the garbage collector is off, and it never looks at what was collected: eight thousand
tests are a heap that it would otherwise scan again and again. Afterwards it begins less often than by default, which
costs some memory and saves a twentieth of the time.
"""

import gc
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from redis import Redis

from tests.pace import is_for_full, is_slow, rank, shuffled_rank, unit_of

if TYPE_CHECKING:
    from tests.service.queue.several import SeveralStores

HERE = Path(__file__).parent
gc.disable()
signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background a shell ignores it for all that follows
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read by NumPy at its import; several threads would wait busily
GARBAGE = (50_000, 20, 100)  # new objects that start the first of the three kinds of collection
settings.register_profile("longroad", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("longroad")  # nothing generated fails for being slow
# without this each process parses all our sources for constants, and what is drawn depends on what is imported
providers._get_local_constants = lambda: providers._local_constants
pytest_plugins = ["tests.ledger.marks", "tests.reporting"]


class StorePair(NamedTuple):
    """Holds the addresses of the two stores of a test session: the durable one for events, and the one for RQ."""

    events_url: str
    rq_url: str


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long=N`, with which the law tests play N random games instead of a few, and `--shuffle=SEED`."""
    parser.addoption("--long", type=int, default=0, metavar="N", help="play N random games in the law tests")
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in an order drawn by a seed, file by file")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import every n-th file first where n processes collect, each another one: what one compiles the others read."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    roots = [Path(named.partition("::")[0]).resolve() for named in session.config.args]
    files = sorted(path for path in HERE.rglob("test_*.py") if any(path.is_relative_to(root) for root in roots))
    for path in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        with suppress(Exception):  # the collection reports it
            import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what is slow, which `-m "not slow"` leaves out, and what is left to `make full`; begin with the longest."""
    for item in items:
        if is_slow(item.nodeid):
            item.add_marker(pytest.mark.slow)
        if is_for_full(item.nodeid):
            item.add_marker(pytest.mark.full)
    seed = config.getoption("shuffle")
    items.sort(key=lambda item: rank(item.nodeid) if seed is None else shuffled_rank(seed, item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return what hands the files out to the processes of `--dist loadfile`: some in parts, some together."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class ByUnit(LoadFileScheduling):
        """Hands out the units of `tests.pace`."""

        def _split_scope(self, nodeid: str) -> str:
            return unit_of(nodeid)

    return ByUnit(config, log)


def pytest_collection_finish() -> None:
    """Turn the garbage collector on, without what was made until now."""
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


@pytest.fixture(scope="session")
def long_games(request: pytest.FixtureRequest) -> int:
    """Return how many random games the law tests play; 0 means the short form."""
    return int(request.config.getoption("--long"))


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorePair]:
    """Yield two embedded stores for this session; their keys outlive a test, unless a fixture empties them."""
    with store_pair(tmp_path_factory.mktemp("stores")) as pair:
        yield pair


@contextmanager
def store_pair(directory: Path) -> Iterator[StorePair]:
    """Run two embedded stores until the block ends."""
    from eventstore.embedded.server import start

    events = start(directory / "events", "no")
    rq = start(directory / "rq", "no")
    yield StorePair(events.url, rq.url)
    rq.stop()
    events.stop()


@pytest.fixture(scope="module")
def two_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator["SeveralStores"]:
    """Yield two stores for the queues, each of which a test may kill."""
    from tests.service.queue.several import several_stores

    with several_stores(tmp_path_factory.mktemp("queues"), 2) as running:
        yield running


@pytest.fixture
def events_redis(stores: StorePair) -> Redis:
    """Return a client of an empty event store."""
    return _emptied(_events_client(stores.events_url))


@pytest.fixture
def rq_redis(stores: StorePair) -> Redis:
    """Return a client of an empty store for RQ."""
    return _emptied(_rq_client(stores.rq_url))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return the empty directory of an archive."""
    made = tmp_path / "archive"
    made.mkdir()
    return made


@cache
def _events_client(url: str) -> Redis:
    return Redis.from_url(url)


@cache
def _rq_client(url: str) -> Redis:
    from service.queue.store import connect

    return connect(url)


def _emptied(client: Redis) -> Redis:
    client.flushall()
    return client
