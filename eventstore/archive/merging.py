"""Merges runs of the archive's index into a new one, piece by piece: no more than a part of it is ever in memory.

The runs are sorted by the hashes of the games, so each is read once, in ranges of some 400 kB, and all of them go
forward together. Of a game that several runs have, the newest run is right.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final
from zlib import crc32

from eventstore.archive import places, runs
from eventstore.archive.places import GONE
from eventstore.archive.runs import ENTRY, HEAD, Directory, Read
from eventstore.log.chain import ChainBroken

MOST: Final = 1_000_000
"""Sets after how many entries a part of a run ends, 32 MB: about three times as much memory is used meanwhile."""
RANGE: Final = 12_500
"""Limits the entries that are read at a time, where a page is not larger."""
_RATIO: Final = 8
"""Sets how many times as large as the entries that are merged the next older run may be, to be merged as well."""
_STEP: Final = 32
"""Sets how many pages of the new run are merged at a time."""
_LAST: Final = b"\xff" * 9
"""Sorts behind every hash."""
_PAIR: Final = struct.Struct(f"8s{places.SIZE}s")


def is_merged(size: int, merged: int) -> bool:
    """Return whether the next older run, of so many places, is merged with those that are merged already."""
    return size <= _RATIO * merged


class Source:
    """Reads a run, or a part of one, from its beginning to its end."""

    def __init__(self, read: Read, directory: Directory) -> None:
        self.directory = directory
        self._read = read
        self._next = directory.first
        self._ahead = b""

    def take(self, end: int, bits: int) -> bytes:
        """Return the next entries, up to page `end` of a run whose pages are numbered by `bits`; raises ChainBroken."""
        last = end << (64 - bits)
        while self._next < self.directory.end and self._next << (64 - self.directory.bits) < last:
            self._ahead += self._read_on()
        bound = last.to_bytes(8, "big") if end < 1 << bits else _LAST
        cut = runs.first_from(self._ahead, bound)
        found, self._ahead = self._ahead[:cut], self._ahead[cut:]
        return found

    def _read_on(self) -> bytes:
        """Return the entries of the next pages, each proven by its CRC-32."""
        start = self.directory.page(self._next)[0]
        rows = [self.directory.page(self._next)]
        while self._next + len(rows) < self.directory.end:
            row = self.directory.page(self._next + len(rows))
            if row[1] - start > RANGE:
                break
            rows.append(row)
        size = ENTRY * (rows[-1][1] - start)
        found = self._read(HEAD + len(self.directory.rows) + ENTRY * start, size) if size else b""
        view = memoryview(found)
        for begin, end, checksum in rows:
            if crc32(view[ENTRY * (begin - start) : ENTRY * (end - start)]) != checksum:
                raise ChainBroken(0, "a page of a run is damaged")
        self._next += len(rows)
        return found


def source_in(content: bytes) -> Source:
    """Return a source for a run that is in memory."""
    read = runs.reader_of(content)
    return Source(read, runs.read_directory(read))


def choose(count: int, older: Iterable[Source]) -> list[Source]:
    """Return which of the older runs, the newest first, are merged with so many places; parts stay together."""
    chosen = list[Source]()
    for run in _in_runs(older):
        size = sum(part.directory.places for part in run)
        if not is_merged(size, count):
            break
        chosen += run
        count += size
    return chosen


def _in_runs(sources: Iterable[Source]) -> Iterator[list[Source]]:
    """Yield the parts of each run: the first one has page 0."""
    run = list[Source]()
    for one in sources:
        if run and not one.directory.first:
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def merge(sources: Sequence[Source], *, is_whole: bool, most: int = 0) -> Iterator[bytes]:
    """Yield the objects of a run of all entries of some runs, the newest first; raises ChainBroken for damage.

    That is one object, or several parts if it has more than about `most` entries, by default `MOST`. If these runs are
    all there are (`is_whole`), games that are no longer archived are left out.
    """
    bits = runs.bits_for(sum(one.directory.places for one in sources))
    entries, first, pages = bytearray(), 0, 1 << bits
    for page in range(0, pages, _STEP):
        end = min(page + _STEP, pages)
        entries += _merge([one.take(end, bits) for one in sources], is_whole=is_whole)
        if len(entries) >= ENTRY * (most or MOST) and end < pages:
            part, entries = runs.pack_part(entries, bits, range(first, end)), bytearray()
            yield part
            first = end
    yield runs.pack_part(entries, bits, range(first, pages)) if first else runs.pack_run(entries)


def _merge(found: Sequence[bytes], *, is_whole: bool) -> bytes:
    some = [entries for entries in found if entries]
    if len(some) < 2 and not is_whole:
        return b"".join(some)
    merged = dict[bytes, bytes]()
    for entries in reversed(some):
        merged.update(_PAIR.iter_unpack(entries))
    pairs = sorted(merged.items())
    return b"".join(map(b"".join, [pair for pair in pairs if pair[1] != GONE] if is_whole else pairs))
