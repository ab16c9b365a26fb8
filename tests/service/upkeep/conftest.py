"""Provides a process on empty stores that offers the games of the project, and an archive."""

from pathlib import Path

import pytest
from redis import Redis

from eventstore.streams import open_store
from service.catalog import RULESETS
from service.game.context import Context, compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair


@pytest.fixture
def archive(place: Path) -> Path:
    """Return the directory of the archive."""
    return place


@pytest.fixture
def ctx(stores: StorePair, events_redis: Redis, rq_redis: Redis) -> Context:
    """Return the context of a process."""
    settings = read_settings({"LONGROAD_EVENTS_URL": stores.events_url, "LONGROAD_RQ_URL": stores.rq_url})
    return compose(settings, open_store(stores.events_url), RULESETS, Jobs(rq_redis))
