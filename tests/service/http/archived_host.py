"""Provides the hosts of a store with an archive, and a sweep that archives its games some days later."""

from pathlib import Path

from flask.testing import FlaskClient
from redis import Redis

from eventstore.archive.opening import open_archive
from eventstore.streams import open_store
from service.game.context import Context, compose
from service.queue.jobs import Jobs
from service.settings import read_settings
from tests.conftest import StorePair
from tests.service.http.client import OFFERED, checked_app
from tests.service.http.whole_answers import DAY_MS
from workers.sweeping.shelving import Shelving


class Host:
    """Represents the hosts of one store: each client is that of a process that remembers nothing."""

    def __init__(self, stores: StorePair, archive: Path | None, **settings: str) -> None:
        self.stores = stores
        self.archive = archive
        self.more = {"LONGROAD_ARCHIVE": str(archive), **settings} if archive else settings

    @property
    def events(self) -> Redis:
        """Return a client of the events' store."""
        return Redis.from_url(self.stores.events_url)

    def context(self, **more: str) -> Context:
        """Return the context of a new process, with more settings."""
        where = {"LONGROAD_EVENTS_URL": self.stores.events_url, "LONGROAD_RQ_URL": self.stores.rq_url}
        settings = read_settings({**where, **self.more, **more})
        store = open_store(self.stores.events_url, archive=open_archive(settings.archive))
        return compose(settings, store, OFFERED, Jobs.at(self.stores.rq_url))

    def client(self) -> FlaskClient:
        """Return a client of a new process."""
        return checked_app(self.context()).test_client()

    def put_away(self, days: float, **more: str) -> None:
        """Let a sweep look at all games so many days later, and archive those that are due."""
        shelving = Shelving(later(self.context(**more), int(days * DAY_MS)))
        while not shelving.is_resting:
            shelving.step()


def later(ctx: Context, ms: int) -> Context:
    """Return the same context so many milliseconds later, where the clock stands still."""
    now = ctx.clock() + ms
    return compose(ctx.settings, ctx.store, ctx.rulesets, ctx.jobs, lambda: now)
