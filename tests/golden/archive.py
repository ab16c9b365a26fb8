"""Provides the golden DATA_DIR: it restores the directory on disk, and finds the games in it."""

import tarfile
from pathlib import Path

from eventstore.interfaces import START
from eventstore.keys import SHARDS
from eventstore.store import EventStore
from tests.golden.files import DATA_DIR

MOST_ITEMS = 100_000


def restored(directory: Path) -> Path:
    """Restore the whole directory, as `make run` left it, and return its path."""
    with tarfile.open(DATA_DIR) as archive:
        archive.extractall(directory, filter="data")
    return directory / "data_dir"


def games_in(store: EventStore) -> tuple[set[str], set[str]]:
    """Return the ids of the games that the feeds of a store name: those that exist, and those that were deleted."""
    items = [item for shard in range(SHARDS) for item in store.feed(shard, START, MOST_ITEMS)]
    deleted = {item.game for item in items if item.version == 0}
    return {item.game for item in items} - deleted, deleted
