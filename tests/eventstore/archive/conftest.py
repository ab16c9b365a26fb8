"""Provides a store with an archive in a directory."""

from pathlib import Path

import pytest

from eventstore.archive.archive import Archive
from eventstore.archive.opening import open_archive
from eventstore.embedded.server import EmbeddedStore
from eventstore.redis.store import RedisEventStore
from eventstore.streams import open_store


@pytest.fixture
def archive(place: Path) -> Archive:
    """Return the archive in the directory."""
    return open_archive(place)


@pytest.fixture
def archiving(server: EmbeddedStore, redis_store: RedisEventStore, archive: Archive) -> RedisEventStore:
    """Return an empty store that has the archive."""
    found = open_store(server.url, archive=archive)
    assert isinstance(found, RedisEventStore)
    return found
