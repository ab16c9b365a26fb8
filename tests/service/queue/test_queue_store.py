"""Tests that the client of RQ's store waits while that store starts again, and gives up when it stays away."""

from pathlib import Path

import pytest
from redis.exceptions import RedisError

from eventstore.embedded.server import start
from service.queue.store import connect


def test_a_store_that_started_again_in_between_is_found(tmp_path: Path) -> None:
    first = start(tmp_path / "rq", "no")
    with connect(first.url) as client:
        client.set("word", "said")
        first.stop()
        again = start(tmp_path / "rq", "no")
        try:
            assert client.get("word") == b"said"
        finally:
            again.stop()


def test_a_store_that_stays_away_is_told(tmp_path: Path) -> None:
    with connect(f"unix://{tmp_path}/nothing.sock") as client, pytest.raises(RedisError):
        client.ping()
