"""Opens the archive at the place that a setting names; the library for an object store is imported only for one."""

from pathlib import Path

from eventstore.archive.archive import Archive
from eventstore.archive.files import FileObjects
from eventstore.archive.objects import Objects
from eventstore.archive.older import OlderFiles


def open_objects(place: Path | str) -> Objects:
    """Open a directory, or the bucket of an address `s3://BUCKET/PREFIX?endpoint=URL&region=NAME`.

    Raises ImportError if the library for that is not installed, ValueError for an address that cannot be used.
    """
    if isinstance(place, Path):
        return FileObjects(place)
    from eventstore.archive.s3 import S3Objects

    return S3Objects(place)


def open_archive(place: Path | str | None, older: Path | None = None) -> Archive:
    """Open the archive at a place; `older` is the directory of an older release, by default the same.

    Raises ImportError if the library for an object store is not installed, ValueError for an unusable address.
    """
    if place is None:
        return Archive(None, OlderFiles(older))
    return Archive(open_objects(place), OlderFiles(older or (place if isinstance(place, Path) else None)))
