"""Tests that the supervisor starts a store of queues empty if its file cannot be read, but never a store of events."""

import os
import signal
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from eventstore.embedded.server import StoreUnavailable
from service.supervisor.stores import KeptStore
from tests.service.processes import is_alive, wait_for


def spoil(store: KeptStore, directory: Path) -> None:
    """Kill a store and leave a file that it cannot read."""
    os.kill(store.pid, signal.SIGKILL)
    assert wait_for(lambda: not is_alive(store.pid))
    next((directory / "appendonlydir").glob("*.incr.aof")).write_bytes(bytes(100) + b"*1\r\n$4\r\nPING\r\n")


def is_back(store: KeptStore, client: Redis) -> bool:
    """Tend a store once, as the supervisor does again and again, and return whether it answers."""
    store.tend()
    try:
        return bool(client.ping())
    except RedisError:
        return False


def test_a_store_for_queues_begins_empty_where_its_file_cannot_be_read(tmp_path: Path) -> None:
    store = KeptStore("rq", tmp_path, "no", begins_anew=True)
    with Redis.from_url(store.url) as client:
        client.set("somebody", "was here")
        spoil(store, tmp_path)
        assert wait_for(lambda: is_back(store, client))
        assert client.dbsize() == 0
        spoil(store, tmp_path)
    again = KeptStore("rq", tmp_path, "no", begins_anew=True)
    again.stop()


def test_a_store_for_events_never_does(tmp_path: Path) -> None:
    store = KeptStore("events", tmp_path, "always")
    spoil(store, tmp_path)
    store.tend()
    assert not is_alive(store.pid)
    with pytest.raises(StoreUnavailable, match="append only file"):
        KeptStore("events", tmp_path, "always")
