"""Provides the golden DATA_DIR: put on disk again, and what games it holds."""

import tarfile
from pathlib import Path

from eventstore.store import SHARDS, START, EventStore
from tests.golden.files import DATA_DIR

MOST_ITEMS = 100_000


def restored(directory: Path) -> Path:
    """Return the whole directory, as `make run` left it."""
    with tarfile.open(DATA_DIR) as archive:
        archive.extractall(directory, filter="data")
    return directory / "data_dir"


def games_in(store: EventStore) -> tuple[set[str], set[str]]:
    """Return the games that the feeds of a store name: those that are there, and those that were deleted."""
    items = [item for shard in range(SHARDS) for item in store.feed(shard, START, MOST_ITEMS)]
    deleted = {item.game for item in items if item.version == 0}
    return {item.game for item in items} - deleted, deleted
