"""A copy of an embedded store's files, taken while it serves or while it rests.

The append-only files only ever grow, and a list beside them names those that count. Whoever has opened all files of one
list holds whatever was written when it was read, even when a rewrite throws the files away a moment later.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO, Final

from eventstore.connection import connect
from eventstore.embedded import StoreUnavailable, find_running, hold, start
from eventstore.engines import FILES, MARKER
from eventstore.keys import LOGS

Tell = Callable[[int, int], None]
"""Is told how many bytes are done, of how many."""

LIST: Final = "appendonly.aof.manifest"
BESIDE: Final = ("LOCK", "store.log")
"""What a store leaves beside its data."""

_COUNTING: Final = ("b", "i")  # the types of files that hold data; the others are about to be thrown away
_CHUNK: Final = 1 << 20
_PATIENCE_S: Final = 60.0
_PAUSE_S: Final = 0.02


def copy_store(directory: Path, target: Path, tell: Tell) -> None:
    """Copy the data of a store into a new directory: all that was confirmed before the call.

    The store may be at work. Raises StoreUnavailable where there is no data, or where it does not stand still enough.
    """
    if not (directory / MARKER).is_file():
        raise StoreUnavailable(f"{directory} holds no events")
    with ExitStack() as stack:
        stack.enter_context(_settled(directory))
        listed, sources = _opened(directory / FILES, stack)
        target.mkdir(mode=0o700)
        (target / FILES).mkdir(mode=0o700)
        _write(target / MARKER, (directory / MARKER).read_bytes())
        _write(target / FILES / LIST, listed)
        _copy(sources, target / FILES, tell)


def count_games(directory: Path) -> int:
    """Try out a copy: a store of its own must load it; how many games that finds there. Leaves the data alone."""
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
def _settled(directory: Path) -> Iterator[None]:
    """Keep a resting store at rest, or wait until a running one has handed over what it confirmed before."""
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
    """Wait for a server that writes through once a second: what it confirmed may still be in its memory."""
    client = find_running(directory)
    if client is None:
        raise StoreUnavailable(f"{directory} is in use, but the store there does not answer")
    with closing(client):
        ends = time.monotonic() + _PATIENCE_S
        while _buffered(client):
            if time.monotonic() > ends:
                raise StoreUnavailable(f"the store of {directory} did not write what it had within {_PATIENCE_S:.0f} s")
            time.sleep(_PAUSE_S)


def _buffered(client: Any) -> int:
    return int(client.info("persistence")["aof_buffer_length"])


def _opened(files: Path, stack: ExitStack) -> tuple[bytes, list[BufferedReader]]:
    """The list, and every file that it names, open until the stack ends. Tries again where one went meanwhile."""
    ends = time.monotonic() + _PATIENCE_S
    while True:
        with suppress(FileNotFoundError):
            listed = (files / LIST).read_bytes()
            with ExitStack() as attempt:
                sources = [attempt.enter_context((files / name).open("rb")) for name in _names(listed)]
                stack.enter_context(attempt.pop_all())
                return _without_history(listed), sources
        if time.monotonic() > ends:
            raise StoreUnavailable(f"{files} does not hold what its list names")
        time.sleep(_PAUSE_S)


def _lines(listed: bytes) -> list[list[str]]:
    """The words of each line: `file NAME seq NUMBER type TYPE`."""
    return [line.split() for line in listed.decode().splitlines()]


def _names(listed: bytes) -> list[str]:
    return [words[1] for words in _lines(listed) if words[5] in _COUNTING]


def _without_history(listed: bytes) -> bytes:
    kept = [" ".join(words) for words in _lines(listed) if words[5] in _COUNTING]
    return "".join(f"{line}\n" for line in kept).encode()


def _copy(sources: list[BufferedReader], target: Path, tell: Tell) -> None:
    """Copy each file as far as it reaches now."""
    sizes = [os.fstat(source.fileno()).st_size for source in sources]
    done = 0
    for source, size in zip(sources, sizes, strict=True):
        with _made(target / Path(source.name).name) as copy:
            for chunk in _chunks(source, size):
                copy.write(chunk)
                done += len(chunk)
                tell(done, sum(sizes))


def _chunks(source: BufferedReader, size: int) -> Iterator[bytes]:
    while size > 0 and (chunk := source.read(min(size, _CHUNK))):
        size -= len(chunk)
        yield chunk


def _made(path: Path) -> BinaryIO:
    """A new file that is its owner's alone."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _write(path: Path, content: bytes) -> None:
    with _made(path) as file:
        file.write(content)
