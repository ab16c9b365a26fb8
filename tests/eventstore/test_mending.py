"""Tests that a store's file is mended after a full disk, and that one that cannot be read is reported and set aside."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from eventstore.embedded.mending import Mending, set_aside
from eventstore.embedded.server import EmbeddedStore, StoreUnreadable, find_running, start
from tests.chaos.filling import disk, full
from tests.service.processes import wait_for

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a tmpfs")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a directory on a disk of 20 MB."""
    with disk(tmp_path, megabytes=20) as is_own:
        if not is_own:
            pytest.skip("nothing may be mounted here")
        yield tmp_path


def rewrite(client: Redis) -> None:
    """Have the server rewrite its file, as it does by itself now and then."""
    client.bgrewriteaof()
    assert wait_for(lambda: client.info("persistence")["aof_rewrite_in_progress"] == 0)
    client.set("begun", "v" * 2500)
    assert wait_for(lambda: client.info("persistence")["aof_buffer_length"] == 0)


def write_until_refused(client: Redis) -> None:
    """Write until the server refuses, because the disk is full."""

    def is_refused() -> bool:
        try:
            return not client.set("before", "v" * 777)
        except ResponseError as error:
            return str(error).startswith("MISCONF")

    assert wait_for(is_refused)


def write_again(client: Redis) -> None:
    """Write as soon as the server accepts that again."""

    def is_written() -> bool:
        try:
            return bool(client.set("afterwards", "v" * 777))
        except ResponseError:
            return False

    assert wait_for(is_written)


def kill(store: EmbeddedStore) -> None:
    """Kill a store without warning."""
    os.kill(store.pid, signal.SIGKILL)
    assert wait_for(lambda: not store.running())


@pytest.mark.parametrize("fsync", ["no", "everysec"])
def test_a_full_disk_leaves_no_hole_in_the_file(small_disk: Path, fsync: str) -> None:
    store = start(small_disk / "store", fsync)  # type: ignore[arg-type]
    with Redis.from_url(store.url) as client:
        rewrite(client)
        mending = Mending(client, clock=iter(range(0, 10**6, 2)).__next__)
        with full(small_disk):
            write_until_refused(client)
            assert mending.look() is False
        write_again(client)
        assert mending.look() is True
        assert wait_for(lambda: client.info("persistence")["aof_rewrite_in_progress"] == 0)
        assert mending.look() is False
        before = client.dbsize()
    kill(store)

    again = start(small_disk / "store", fsync)  # type: ignore[arg-type]
    with Redis.from_url(again.url) as client:
        assert client.dbsize() == before
        assert client.get("afterwards") is not None
    again.stop()


def test_a_server_that_only_refuses_to_write_is_there(small_disk: Path) -> None:
    """Such a server refuses a PING too; were it taken for dead, its owner would wait and tend no other store."""
    store = start(small_disk / "store", "no")
    with Redis.from_url(store.url) as client, full(small_disk):
        write_until_refused(client)
        with pytest.raises(ResponseError, match="MISCONF"):
            client.ping()
        assert find_running(small_disk / "store") is not None
    store.stop()


def test_what_cannot_be_read_is_told_and_set_aside(tmp_path: Path) -> None:
    store = start(tmp_path / "store", "no")
    with Redis.from_url(store.url) as client:
        client.set("somebody", "was here")
    kill(store)
    log = next((tmp_path / "store" / "appendonlydir").glob("*.incr.aof"))
    for times in (1, 2):
        log.write_bytes(bytes(100) + b"*1\r\n$4\r\nPING\r\n")
        with pytest.raises(StoreUnreadable, match="append only file"):
            start(tmp_path / "store", "no")

        aside = set_aside(tmp_path / "store")
        assert (aside / log.name).read_bytes().startswith(bytes(100)), times
        empty = start(tmp_path / "store", "no")
        with Redis.from_url(empty.url) as client:
            assert client.dbsize() == 0
        empty.stop()
