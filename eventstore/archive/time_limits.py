"""Limits the time in which the archive is read for one answer, however many objects that takes.

A single read has limits of its own, but many in a row could take minutes.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from eventstore.archive.objects import ArchiveAway

PAGE_S: Final = 10.0
"""Sets for how long the archive may be read for a page of a list."""
_ends: Final[ContextVar[float]] = ContextVar("archive_ends", default=math.inf)


@contextmanager
def limit_reading(seconds: float) -> Iterator[None]:
    """Let no read of the archive begin after so many seconds, until the block ends.

    Such a read raises ArchiveAway (`slow`). Of nested limits the earliest counts.
    """
    token = _ends.set(min(_ends.get(), time.monotonic() + seconds))
    try:
        yield
    finally:
        _ends.reset(token)


def check_time() -> None:
    """Raise ArchiveAway if the time for reading the archive is over."""
    if time.monotonic() > _ends.get():
        raise ArchiveAway("slow", "it takes too long to read all that one answer needs")
