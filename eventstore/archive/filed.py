"""Reads and writes the lists of shards in the archive, and caches their directories and pages."""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Final, TypeVar

from eventstore.archive import lists
from eventstore.archive.archive import Archive
from eventstore.archive.objects import ArchiveAway
from eventstore.archive.places import LISTS, list_name, number_in
from eventstore.archive.threads import do_at_once
from eventstore.log.chain import ChainBroken
from eventstore.lru_cache import Recent

K = TypeVar("K", str, tuple[str, int])
V = TypeVar("V")
_DIRECTORIES: Final = 128
"""Sets how many directories a process caches: some kB each, 100 kB for a list of a million entries."""
_PAGES: Final = 256
"""Sets how many pages a process caches: some 9 kB each, 25 kB unpacked."""

log = logging.getLogger(__name__)


class FiledLists:
    """Reads and writes lists in an archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._directories: Recent[str, lists.Directory] = Recent(_DIRECTORIES)
        self._pages: Recent[tuple[str, int], list[bytes]] = Recent(_PAGES)

    def walk_all(
        self, shard: int, numbers: Sequence[int], bounds: lists.Bounds, *, is_up: bool
    ) -> list[Iterator[bytes]]:
        """Return the walks along some lists, whose beginnings are read several at once; raises what `walk` does."""
        walks = dict[int, Iterator[bytes]]()

        def begin(number: int) -> None:
            walk = self.walk(shard, number, bounds, is_up=is_up)
            walks[number] = chain([*islice(walk, 1)], walk)

        do_at_once(partial(begin, number) for number in numbers)
        return [walks[number] for number in numbers]

    def walk(self, shard: int, number: int, bounds: lists.Bounds, *, is_up: bool) -> Iterator[bytes]:
        """Yield packed entries of a list between bounds; raises ArchiveAway, for damage too."""
        name = list_name(shard, number)

        def read(start: int, size: int) -> bytes:
            return self._archive.get(name, start, size)

        directory = _remember(self._directories, name, lambda: lists.read_directory(read))

        def page_of(page: int) -> Sequence[bytes]:
            return _remember(self._pages, (name, page), lambda: lists.read_page(read, directory, page))

        return lists.walk(directory, page_of, bounds, is_up=is_up)

    def write(self, shard: int, number: int, packed: Sequence[bytes]) -> None:
        """Write a list and read it back; raises ObjectsAway."""
        self._archive.put(list_name(shard, number), lists.write_list(packed))

    def read_all(self, shard: int, number: int) -> list[bytes]:
        """Return all packed entries of a list; raises ObjectsAway, and ChainBroken if it is damaged."""
        return lists.read_all(self._archive.get_whole(list_name(shard, number)))

    def find_all(self, shard: int, number: int) -> list[bytes] | None:
        """Return all packed entries of a list as `read_all` does; None, and a line in the log, if the list is gone."""
        found = self._archive.read_unless_gone(lambda: self.read_all(shard, number))
        if found is None:
            log.error("a list of the archive is gone: %s", list_name(shard, number))
        return found

    def numbers(self, shard: int) -> list[int]:
        """Return the numbers of a shard's lists, those in use and those left over; raises ObjectsAway."""
        return [number_in(name) for name in self._archive.names(f"{LISTS}{shard:02d}/")]

    def drop(self, shard: int, number: int) -> None:
        """Delete a list that its shard no longer uses; raises ObjectsAway."""
        self._archive.drop(list_name(shard, number))


def _remember(known: Recent[K, V], key: K, read: Callable[[], V]) -> V:
    """Return the value that is cached under a key (the name of a list, and the number of a page), or read and cache it.

    Raises ArchiveAway, for damage too: in both cases the reader of a list can only try again later.
    """
    found = known.get(key)
    if found is None:
        try:
            found = _read_twice(read)
        except ArchiveAway:
            raise
        except ChainBroken as broken:
            raise ArchiveAway("unreachable", f"{key if isinstance(key, str) else key[0]}: {broken}") from broken
        known.put(key, found)
    return found


def _read_twice(read: Callable[[], V]) -> V:
    """Return the result of `read`; if damage is found, read once more, since it may have come about on the way."""
    try:
        return read()
    except ArchiveAway:
        raise
    except ChainBroken:
        return read()
