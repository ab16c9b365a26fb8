"""Provides contexts over the real store and over the store in memory."""

import pytest
from redis import Redis

from eventstore.memory.store import MemoryEventStore
from eventstore.streams import open_store
from service.game.context import Context
from tests.conftest import StorePair
from tests.service.tables import new_context


@pytest.fixture(params=["redis", "memory"])
def ctx(request: pytest.FixtureRequest, rq_redis: Redis) -> Context:
    """Return a context whose log is on a real server, and then one whose log is in memory."""
    if request.param == "memory":
        return new_context(MemoryEventStore(), rq_redis)
    stores: StorePair = request.getfixturevalue("stores")
    request.getfixturevalue("events_redis")
    return new_context(open_store(stores.events_url), rq_redis)
