"""Provides a server on an empty DATA_DIR, plays games there over HTTP, and archives the directory that it leaves."""

import gzip
import io
import os
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from eventstore.embedded.server import start
from eventstore.store import EventStore
from eventstore.streams import open_store
from service.demo.hosting import is_ready
from tests.golden.archive import games_in, restored
from tests.golden.facts import facts_of
from tests.golden.files import DATA_DIR, DATA_DIR_FACTS, write_values
from tests.golden.walking import games_of, head_facts
from tests.golden.write.online import Online, play_online

PATIENCE_S: Final = 180
STEP: Final = 9
"""The facts of every ninth version are kept, and those of the newest."""


def write_data_dir() -> None:
    """Serve, play, stop, and write the archive and its facts."""
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place, "data_dir")
        with served(directory) as url:
            told = play_online(url)
        _archive(directory)
    with tempfile.TemporaryDirectory() as place:
        events = start(restored(Path(place)) / "events", "no")
        store = open_store(events.url)
        write_values(DATA_DIR_FACTS, _facts(store, told))
        store.close()
        events.stop()


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """Yield the address of a server on a data directory, and stop the server after the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "LONGROAD_HOST": "127.0.0.1",
        "LONGROAD_PORT": str(port),
        "LONGROAD_DATA_DIR": str(directory),
    }
    process = subprocess.Popen((sys.executable, "-m", "service.supervisor"), env=environment)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: is_ready(url))
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until a condition holds; raise TimeoutError after PATIENCE_S."""
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.2)


def _archive(directory: Path) -> None:
    """Archive everything in the directory, without the times and owners of this machine."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in [directory, *sorted(directory.rglob("*"))]:
            if path.is_dir() or path.is_file():
                archive.add(path, f"data_dir/{path.relative_to(directory)}".removesuffix("/."), False, filter=_plain)
    DATA_DIR.parent.mkdir(parents=True, exist_ok=True)
    DATA_DIR.write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = 0, 0, 0, "", ""
    return entry


def _facts(store: EventStore, told: Online) -> Iterator[dict[str, Any]]:
    """Yield the ids, tokens and key that clients got, then each game with the facts of some of its versions."""
    there, deleted = games_in(store)
    yield {"games": sorted(there), "deleted": sorted(deleted), "tokens": told.tokens, "key": told.key}
    for game_id in sorted(there):
        games = games_of(store)
        head = games.load(game_id)
        versions = sorted({*range(1, head.version, STEP), head.version})
        facts = [facts_of(games.load(game_id, version)) for version in versions]
        names = {str(seat): name for seat, name in store.names(game_id).items()}
        yield {"game": game_id, "head": head_facts(store, head), "names": names, "facts": facts}
