"""Provides a context with an archive, and its directory."""

from pathlib import Path

import pytest

from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from service.game.context import Context, compose
from tests.conftest import StorePair
from tests.workers.sweeping.aged import Clock


@pytest.fixture
def archiving(ctx: Context, stores: StorePair, place: Path) -> Context:
    """Return a context with an archive and a clock that stands still."""
    store = open_store(stores.events_url, archive=open_archive(place))
    return compose(ctx.settings, store, ctx.rulesets, ctx.jobs, Clock(ctx.clock()))
