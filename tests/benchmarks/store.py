"""Starts an events store of its own for a measurement."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from eventstore.embedded.server import start


@contextmanager
def durable_store() -> Iterator[tuple[Path, str]]:
    """Yield a folder, and the URL of a store in its `events` that writes every append to the disk."""
    with tempfile.TemporaryDirectory() as directory:
        store = start(Path(directory) / "events", "always")
        try:
            yield Path(directory), store.url
        finally:
            store.stop()
