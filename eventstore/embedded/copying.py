"""Copies an embedded store's files, while it runs or while it is stopped.

Append-only files only grow, and a manifest lists the current ones. A reader that has opened all files of one manifest
has everything written before, even if a rewrite deletes the files a moment later.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, Final

from eventstore.embedded.engines import FILES, MARKER
from eventstore.embedded.server import StoreUnavailable, find_running, hold, start
from eventstore.keys import LOGS
from eventstore.redis.connection import connect

Tell = Callable[[int, int], None]
"""Receives the number of bytes copied so far, and the number of all bytes."""

LIST: Final = "appendonly.aof.manifest"
BESIDE: Final = ("LOCK", "store.log")
"""The files that a store leaves beside its data."""

_COUNTING: Final = ("b", "i")  # the types of files that hold data; the others are about to be deleted
_CHUNK: Final = 1 << 20
_PATIENCE_S: Final = 60.0
_PAUSE_S: Final = 0.02


def copy_store(directory: Path, target: Path, tell: Tell) -> None:
    """Copy a store's data into a new directory: everything that was confirmed before the call.

    The store may be running. Raises StoreUnavailable if there is no data, or if the files keep changing for too long.
    """
    if not (directory / MARKER).is_file():
        raise StoreUnavailable(f"{directory} holds no events")
    with ExitStack() as stack:
        stack.enter_context(_hold_store(directory))
        listed, sources = _open_files(directory / FILES, stack)
        target.mkdir(mode=0o700)
        (target / FILES).mkdir(mode=0o700)
        _write(target / MARKER, (directory / MARKER).read_bytes())
        _write(target / FILES / LIST, listed)
        _copy(sources, target / FILES, tell)


def count_games(directory: Path) -> int:
    """Test a copy by loading it into a store of its own; return how many games it has. Leaves the data unchanged."""
    store = start(directory, "no")
    try:
        with closing(connect(store.url)) as client:
            found: Any = client.scan_iter(LOGS, count=1000)
            games = len(set(found))
    finally:
        store.stop(_PATIENCE_S)
    for name in BESIDE:
        (directory / name).unlink(missing_ok=True)
    return games


@contextmanager
def _hold_store(directory: Path) -> Iterator[None]:
    """Keep a stopped store from starting, or wait until a running one has written out what it confirmed before."""
    lock = hold(directory)
    if lock is None:
        _await_empty_buffer(directory)
        yield
        return
    try:
        yield
    finally:
        os.close(lock)


def _await_empty_buffer(directory: Path) -> None:
    """Wait for a server that fsyncs once a second, since confirmed writes may still be in its memory."""
    client: Any = find_running(directory)
    if client is None:
        raise StoreUnavailable(f"{directory} is in use, but the store there does not answer")
    with closing(client):
        ends = time.monotonic() + _PATIENCE_S
        while int(client.info("persistence")["aof_buffer_length"]):
            if time.monotonic() > ends:
                raise StoreUnavailable(f"the store of {directory} did not write what it had within {_PATIENCE_S:.0f} s")
            time.sleep(_PAUSE_S)


def _open_files(files: Path, stack: ExitStack) -> tuple[bytes, list[BufferedReader]]:
    """Open the files of the manifest that hold data, until the stack ends; return a manifest of them alone, and them.

    Retries if one was deleted meanwhile.
    """
    ends = time.monotonic() + _PATIENCE_S
    while True:
        with suppress(FileNotFoundError):
            lines = (line.split() for line in (files / LIST).read_text().splitlines())  # file NAME seq N type TYPE
            kept = [words for words in lines if words[5] in _COUNTING]
            with ExitStack() as attempt:
                sources = [attempt.enter_context((files / words[1]).open("rb")) for words in kept]
                stack.enter_context(attempt.pop_all())
                return "".join(f"{' '.join(words)}\n" for words in kept).encode(), sources
        if time.monotonic() > ends:
            raise StoreUnavailable(f"{files} does not hold what its list names")
        time.sleep(_PAUSE_S)


def _copy(sources: list[BufferedReader], target: Path, tell: Tell) -> None:
    """Copy each file up to its current size."""
    sizes = [os.fstat(source.fileno()).st_size for source in sources]
    done = 0
    for source, size in zip(sources, sizes, strict=True):
        with _create_file(target / Path(source.name).name) as copy:
            while size > 0 and (chunk := source.read(min(size, _CHUNK))):
                copy.write(chunk)
                size -= len(chunk)
                done += len(chunk)
                tell(done, sum(sizes))


def _create_file(path: Path) -> BinaryIO:
    """Create a new file that only its owner may read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _write(path: Path, content: bytes) -> None:
    with _create_file(path) as file:
        file.write(content)
