"""Reads the bytes of archived games before they are needed, by few requests, and holds them until then.

Games that lie near one another in a segment are read by one request, and several requests are made at once.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock
from typing import Final

from eventstore.archive.objects import ArchiveAway
from eventstore.archive.places import Place, segment_name
from eventstore.archive.threads import do_at_once

GAP: Final = 65_536
"""Limits the bytes between two games that are read with them, since a request costs about as much time."""
RANGE: Final = 1_000_000
"""Limits the bytes that are read by one request for several games."""
PAGE: Final = 8_000_000
"""Limits the bytes that are held for one reader; what has no room is read when it is needed."""
ROOM: Final = 32_000_000
"""Limits the bytes that are held for all readers of a process."""


class Prefetched:
    """Holds the bytes in certain places; `read` returns a range of an object, and raises ArchiveAway."""

    def __init__(self, read: Callable[[str, int, int], bytes]) -> None:
        self._read = read
        self._held: dict[Place, bytes] = {}
        self._free = ROOM
        self._lock = Lock()

    def take(self, place: Place) -> bytes | None:
        """Return the bytes that are held of a place, and hold them no longer; None if there are none."""
        return self._held.pop(place, None)

    @contextmanager
    def hold(self, places: Sequence[Place]) -> Iterator[None]:
        """Read some places, the first ones first, and hold them until the block ends.

        What cannot be read is not held: it is read when it is needed, and what that raises is raised there.
        """
        chosen = self._reserve(places)
        try:
            with suppress(ArchiveAway):
                do_at_once(partial(self._fetch, near) for near in join(chosen))
            yield
        finally:
            self._release(chosen)

    def _reserve(self, places: Sequence[Place]) -> list[Place]:
        """Return the places for which there is room, which is theirs from now on."""
        chosen, size = list[Place](), 0
        with self._lock:
            for place in places:
                if size + place.size <= min(PAGE, self._free):
                    chosen.append(place)
                    size += place.size
            self._free -= size
        return chosen

    def _release(self, chosen: Sequence[Place]) -> None:
        with self._lock:
            for place in chosen:
                self._held.pop(place, None)
                self._free += place.size

    def _fetch(self, near: Sequence[Place]) -> None:
        """Read games of a segment by one request; raises ArchiveAway, but not for a segment that is missing."""
        segment, start = near[0].segment, near[0].offset
        try:
            content = self._read(segment_name(segment), start, _end(near[-1]) - start)
        except ArchiveAway as away:
            if away.reason != "missing":
                raise
            return
        for place in near:
            self._held[place] = content[place.offset - start : _end(place) - start]


def join(places: Sequence[Place]) -> list[list[Place]]:
    """Return places in groups, each of which is worth one request; the first of `places` is in the first group."""
    groups = list[list[Place]]()
    for place in sorted({*places}):
        if groups and _is_near(groups[-1], place):
            groups[-1].append(place)
        else:
            groups.append([place])
    turns = {place: turn for turn, place in reversed([*enumerate(places)])}
    return sorted(groups, key=lambda near: min(turns[place] for place in near))


def _is_near(group: Sequence[Place], place: Place) -> bool:
    first, last = group[0], group[-1]
    is_same = place.segment == first.segment
    return is_same and place.offset - _end(last) <= GAP and _end(place) - first.offset <= RANGE


def _end(place: Place) -> int:
    return place.offset + place.size
