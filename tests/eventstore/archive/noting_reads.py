"""Notes what is read of an archive."""

from collections.abc import Iterator
from contextlib import contextmanager

from eventstore.archive.archive import Archive


@contextmanager
def reads_of(archive: Archive) -> Iterator[list[str]]:
    """Yield a list that gets the name of an object at each read of it, until the block ends."""
    objects, names = archive.objects, list[str]()
    assert objects is not None
    read = objects.get

    def note(name: str, start: int = 0, size: int | None = None) -> bytes:
        names.append(name)
        return read(name, start, size)

    objects.get = note  # type: ignore[method-assign]
    try:
        yield names
    finally:
        objects.get = read  # type: ignore[method-assign]
