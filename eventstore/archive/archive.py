"""Reads and writes the archive: segments with the games, and runs with the index of those that were archived long ago.

It knows places alone. Which game is where, and which of them still counts, says the log's store (`eventstore/redis`).
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final, TypeVar

from redis.exceptions import RedisError

from eventstore.archive import places, runs
from eventstore.archive.bundles import Bundle, heading_of, unpack_bundle
from eventstore.archive.merging import Source
from eventstore.archive.objects import OTHER, ArchiveAway, Objects, ObjectsAway, Reason
from eventstore.archive.older import OlderFiles
from eventstore.archive.own_objects import Keeper, OwnObjects
from eventstore.archive.places import Place
from eventstore.archive.prefetched import Prefetched
from eventstore.archive.segments import (
    DIGITS,
    LAST_SIZE,
    Filed,
    blank,
    is_whole,
    open_segment,
    read_index,
    where_index_is,
    with_digest_of,
)
from eventstore.archive.time_limits import check_time
from eventstore.log.chain import ChainBroken
from eventstore.lru_cache import Recent

SEGMENTS: Final = "segments/"
T = TypeVar("T")
INDEX: Final = "index/"
_OPEN: Final = 8
"""Sets how many games a process keeps unpacked: their logs are read page by page."""
_HEADED: Final = 512
"""Sets how many games a process keeps without their logs, as lists need them: some kilobytes each."""
_DIRECTORIES: Final = 1_024
"""Sets how many directories a process caches, of some ten runs and parts a shard: 8 bytes for each page of a run."""
_AT_ONCE: Final = 10_000_000
"""Limits the bytes of an object that are read back at a time."""
_PAGES: Final = 512
"""Sets how many pages of runs a process caches: some 8 kB each."""


class NotAsWritten(ObjectsAway):
    """Reports that an object does not read back as it was written."""

    def __init__(self, name: str) -> None:
        super().__init__("unreachable", f"{name} does not read as it was written")


class Archive:
    """Holds the segments and runs in some objects, and the files of older releases; both may be absent."""

    def __init__(self, objects: Objects | None = None, older: OlderFiles | None = None) -> None:
        self.objects = self._given = objects
        self.older = older or OlderFiles(None)
        self.prefetched = Prefetched(self.get)
        self._bundles: Recent[tuple[str, Place], Bundle] = Recent(_OPEN)
        self._headings: Recent[tuple[str, Place], Bundle] = Recent(_HEADED)
        self._directories: Recent[str, runs.Directory] = Recent(_DIRECTORIES)
        self._found: Recent[tuple[str, int], bytes] = Recent(_PAGES)

    @property
    def is_there(self) -> bool:
        """Return whether games can be archived."""
        return self.objects is not None

    def belong_to(self, store: Keeper) -> None:
        """Use the objects from now on only while they are those of this store's archive (`own_objects.py`)."""
        self.objects = None if self._given is None else OwnObjects(self._given, store)

    @property
    def is_other(self) -> bool:
        """Return whether this is not the archive of the store, as of the last half minute; False if that is unknown.

        It is unknown while the archive, or the server that knows its identity, does not answer.
        """
        try:
            if isinstance(self.objects, OwnObjects):
                self.objects.prove_lately()
        except ObjectsAway as away:
            return away.reason == OTHER
        except RedisError:
            return False
        return False

    def accept(self, *, only_look: bool = False) -> bool:
        """Take this archive for that of the store if it is another one, and return whether it was; raises ObjectsAway.

        With `only_look` nothing is changed.
        """
        assert isinstance(self.objects, OwnObjects)
        try:
            self.objects.prove()
        except ObjectsAway as away:
            if away.reason != OTHER:
                raise
            if not only_look:
                self.objects.accept()
            return True
        return False

    def lacks(self, reason: Reason) -> bool:
        """Return whether an object that could not be read for a reason is gone, though the archive can be read."""
        return reason == "missing" and self.is_there and self._objects.fault(is_written=False) is None

    def read_unless_gone(self, read: Callable[[], T]) -> T | None:
        """Return the result of `read`, which reads an object; None if that is gone. Raises other ObjectsAway."""
        try:
            return read()
        except ObjectsAway as away:
            if self.lacks(away.reason):
                return None
            raise

    def is_away(self, why: ChainBroken) -> bool:
        """Return whether a read failed since the archive cannot be read; otherwise what was read is damaged or gone."""
        return isinstance(why, ArchiveAway) and not self.lacks(why.reason)

    def bundle(self, game: str, place: Place) -> Bundle:
        """Return a game; raises ArchiveAway, and ChainBroken if its bytes have changed, also when read again."""
        known = self._bundles.get((game, place))
        if known is None:
            try:
                known = self._read(game, place)
            except ArchiveAway:
                raise
            except ChainBroken:  # on its way here, perhaps
                known = self._read(game, place)
            self._bundles.put((game, place), known)
        return known

    def heading(self, game: str, place: Place) -> Bundle:
        """Return a game with only the newest version of its log; raises what `bundle` does."""
        known = self._headings.get((game, place))
        if known is None:
            known = heading_of(self.bundle(game, place))
            self._headings.put((game, place), known)
        return known

    def _read(self, game: str, place: Place) -> Bundle:
        content = self.prefetched.take(place) or self.get(places.segment_name(place.segment), place.offset, place.size)
        words = content.partition(b"\n")[0].split(b" ")
        if len(words) != 5 or words[4][:DIGITS] != place.digest.encode():
            raise ChainBroken(1, "what the archive has in its place is another one")
        return unpack_bundle(game, content)

    def look_up(self, shard: int, numbers: Sequence[int], game: str) -> bytes | None:
        """Return the place of a game by the newest run that has it; None if none does.

        Raises ArchiveAway, for the reason `missing` also where a run was replaced meanwhile, and ChainBroken.
        """
        found = (self._in_run(places.run_name(shard, number), places.hash_of(game)) for number in numbers)
        return next((place for place in found if place is not None), None)

    def _in_run(self, name: str, game_hash: bytes) -> bytes | None:
        read = partial(self.get, name)
        directory = self._directory(name, read)
        number = runs.page_of(game_hash, directory.bits)
        if not directory.has(number):
            return None
        page = self._found.get((name, number))
        if page is None:
            page = runs.read_page(read, directory, number)
            self._found.put((name, number), page)
        return runs.find_in(page, game_hash)

    def _directory(self, name: str, read: runs.Read) -> runs.Directory:
        directory = self._directories.get(name)
        if directory is None:
            directory = runs.read_directory(read)
            self._directories.put(name, directory)
        return directory

    def write_segment(self, number: int, content: bytes) -> None:
        """Write a segment and read it back; raises ObjectsAway, after which it may be there or not."""
        self.put(places.segment_name(number), content)

    def blank(self, number: int, ranges: Iterable[tuple[int, int]]) -> None:
        """Overwrite the games at some ranges of a segment with zeros; raises ObjectsAway, and ChainBroken if damaged.

        A segment that is gone has none of them. One in which no game is left goes. One that has a damaged game goes on
        to show that.
        """
        name = places.segment_name(number)
        content = self.read_unless_gone(lambda: self._objects.get(name))
        if content is None:
            return
        left = blank(content, ranges)
        if left is None:
            self._objects.drop(name)
        elif left != content:
            _, kept = open_segment(left)
            self.put(name, with_digest_of(content, left) if find_damage(content, kept) else left)

    def write_run(self, shard: int, content: bytes) -> int:
        """Write a run, or a part of one, read it back, and return its new number; raises ObjectsAway."""
        number = places.new_number()
        self.put(places.run_name(shard, number), content)
        return number

    def open_run(self, shard: int, number: int) -> Source:
        """Return a source that reads a run, or a part of one; raises ObjectsAway, and ChainBroken if it is damaged.

        So does the source when it is read.
        """
        name = places.run_name(shard, number)
        read = partial(self._objects.get, name)
        read(0, 1)  # its directory may be cached
        return Source(read, self._directory(name, read))

    def drop_run(self, shard: int, number: int) -> None:
        """Delete a run that its shard no longer uses; raises ObjectsAway."""
        self._objects.drop(places.run_name(shard, number))

    def list_runs(self, shard: int) -> list[int]:
        """Return the numbers of a shard's runs, those in use and those that are left over; raises ObjectsAway."""
        return [places.number_in(name) for name in self._objects.names(f"{INDEX}{shard:02d}/")]

    def list_segments(self, after: int = 0) -> "array[int]":
        """Return the numbers of all segments, or of those after a number, the oldest first; raises ObjectsAway."""
        found = array("Q")
        for page in self._objects.pages(SEGMENTS, places.segment_name(after) if after else ""):
            found.extend(map(places.number_in, page))
        return found

    def drop_parts(self) -> int:
        """Delete the unfinished files of killed writers; return how many. Raises ObjectsAway."""
        return self._objects.drop_parts()

    def index_of(self, number: int) -> list[Filed]:
        """Return the games of a segment by its index; raises ObjectsAway, and ChainBroken if that is damaged."""
        name = places.segment_name(number)
        offset, size, digest, _ = where_index_is(self._objects.get(name, -LAST_SIZE))
        return read_index(self._objects.get(name, offset, size), digest)

    def segment(self, number: int) -> bytes:
        """Return a whole segment; raises ObjectsAway."""
        return self._objects.get(places.segment_name(number))

    def put(self, name: str, content: bytes) -> None:
        """Write an object and read it back; raises ObjectsAway."""
        self._objects.put(name, content)
        for start in range(0, len(content) + 1, _AT_ONCE):
            if self._objects.get(name, start, _AT_ONCE) != content[start : start + _AT_ONCE]:
                raise NotAsWritten(name)

    def get(self, name: str, start: int, size: int) -> bytes:
        """Return a range of an object; raises ArchiveAway, also if the time for the answer is over."""
        if self.objects is None:
            raise ArchiveAway("unconfigured", "it is in an archive, and none is configured here")
        check_time()
        try:
            return self.objects.get(name, start, size)
        except ObjectsAway as away:
            raise ArchiveAway(away.reason, f"{name} cannot be read: {away}") from away

    def get_whole(self, name: str) -> bytes:
        """Return a whole object; raises ObjectsAway."""
        return self._objects.get(name)

    def names(self, prefix: str) -> list[str]:
        """Return the names of all objects that begin with the prefix; raises ObjectsAway."""
        return self._objects.names(prefix)

    def drop(self, name: str) -> None:
        """Delete an object, if there is one; raises ObjectsAway."""
        self._objects.drop(name)

    @property
    def _objects(self) -> Objects:
        if self.objects is None:
            raise ObjectsAway("unconfigured", "no archive is configured here")
        return self.objects


def find_damage(content: bytes, filed: Iterable[Filed]) -> list[Filed]:
    """Return the games of a segment whose bytes have changed, by the digests of its bundles."""
    if is_whole(content):
        return []
    return [one for one in filed if not _is_sound(one, content[one.offset : one.offset + one.size])]


def _is_sound(filed: Filed, content: bytes) -> bool:
    try:
        return unpack_bundle(filed.game, content).to == filed.to
    except ChainBroken:
        return False
