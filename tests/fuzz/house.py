"""Runs the stores, the API and its workers as real processes."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from eventstore.embedded.server import start
from tests.conftest import StorePair
from tests.service.http.live import Server, served, worker

ADMIN_KEY: Final = "whoever-asks-at-random-keeps-this-key"
SETTINGS: Final = {
    "LONGROAD_ADMIN_KEY": ADMIN_KEY,
    "LONGROAD_WEBHOOKS": "loopback",
    "LONGROAD_AI_WORKERS": "1",
    "LONGROAD_JOB_WORKERS": "1",
}
WIDE: Final = {"requests": 6_000_000, "moves": 600_000, "games": 100_000}
TIGHT: Final = {"requests": 15, "moves": 4, "games": 2}


@contextmanager
def house(stores: StorePair, *more: str, **settings: str) -> Iterator[Server]:
    """Yield the API with the workers of its AI seats and its jobs, and with those of more services if named."""
    with ExitStack() as stack:
        for service in ("ai", "jobs", "long", *more):
            stack.enter_context(worker(stores, service, **SETTINGS))
        yield stack.enter_context(served(stores, **SETTINGS, **settings))


@contextmanager
def own_stores(directory: Path) -> Iterator[StorePair]:
    """Yield a new pair of stores."""
    events, rq = (start(directory / name, "no") for name in ("events", "rq"))
    try:
        yield StorePair(events.url, rq.url)
    finally:
        rq.stop()
        events.stop()


def new_key(server: Server, quotas: dict[str, int]) -> str:
    """Return an API key with quotas of its own that may make other keys."""
    wish = {"quotas": quotas, "scopes": ["games", "me", "webhooks", "keys"]}
    status, made = server.ask("POST", "/v1/keys", wish, X_Api_Key=ADMIN_KEY)
    assert status == 201, made
    return str(made["key"])
