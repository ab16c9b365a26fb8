"""Opens the stores of a host's settings for a command, beside a Longroad that runs or without one."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path

from eventstore.embedded.engines import MARKER, StoreUnavailable
from eventstore.embedded.server import find_running, hold, start
from service.game.context import Context, build
from service.process.known_store import file_of_host
from service.settings import Settings
from service.supervisor.data_directory import EVENTS, RQ


@contextmanager
def open_context(settings: Settings) -> Iterator[Context]:
    """Yield a context over the stores of the settings; embedded ones that do not run are started meanwhile.

    Raises StoreUnavailable if there is no store, or if it does not answer.
    """
    with ExitStack() as stack:
        events_url = settings.events_url or stack.enter_context(_start_embedded(settings.data_dir / EVENTS))
        rq_url = settings.rq_url or _beside(settings.data_dir / RQ)
        yield build(replace(settings, events_url=events_url, rq_url=rq_url), known_store=file_of_host(settings))


@contextmanager
def _start_embedded(directory: Path) -> Iterator[str]:
    """Yield the URL of the store that keeps its data in a directory, started for as long as it is needed."""
    if not (directory / MARKER).is_file():
        raise StoreUnavailable(f"{directory} holds no events")
    url = _running(directory)
    if url is not None:
        yield url
        return
    store = start(directory)
    try:
        yield store.url
    finally:
        store.stop()


def _running(directory: Path) -> str | None:
    lock = hold(directory)
    if lock is None:
        client = find_running(directory)
        if client is None:
            raise StoreUnavailable(f"{directory} is in use, but the store there does not answer")
        with closing(client):
            return f"unix://{client.connection_pool.connection_kwargs['path']}"
    os.close(lock)
    return None


def _beside(directory: Path) -> str:
    """Return the URL of the queues' store if it runs; nothing here needs it."""
    client = find_running(directory) if directory.is_dir() else None
    return f"unix://{client.connection_pool.connection_kwargs['path'] if client else directory / 'none.sock'}"
