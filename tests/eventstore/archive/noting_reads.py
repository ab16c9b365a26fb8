"""Notes what is read of an archive, and how many reads are under way at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier
from typing import Final

from eventstore.archive.archive import Archive

PATIENT_S: Final = 60
"""Sets how long a read waits for others that should be under way with it."""


@contextmanager
def reads_of(archive: Archive, before: Callable[[str], object] = str) -> Iterator[list[str]]:
    """Yield a list that gets the name of an object before each read of it, as `before` does, until the block ends."""
    objects, names = archive.objects, list[str]()
    assert objects is not None
    read = objects.get

    def note(name: str, start: int = 0, size: int | None = None) -> bytes:
        names.append(name)
        before(name)
        return read(name, start, size)

    objects.get = note  # type: ignore[method-assign]
    try:
        yield names
    finally:
        objects.get = read  # type: ignore[method-assign]


@contextmanager
def meeting(archive: Archive, prefix: str, count: int) -> Iterator[list[str]]:
    """Let reads of names with a prefix wait for each other, `count` at a time; yield all names that are read."""
    barrier = Barrier(count)
    with reads_of(archive, lambda name: name.startswith(prefix) and barrier.wait(PATIENT_S)) as names:
        yield names
