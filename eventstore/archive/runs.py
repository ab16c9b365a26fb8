"""Writes and reads runs: parts of the index of the archive that are in the archive themselves.

A run says where the games of a shard are: entries of 32 bytes, the hash of the game's id and its place, in the order of
the hashes. They are divided into pages by the first bits of the hash. A run begins with a line of 64 bytes that states
how many bits those are; then comes a directory, which has for each page the number of entries before its end and the
CRC-32 of its bytes. So a game is looked up in any run by reading one page of some 8 kB, once the directory is known.

A large run is divided into several objects, its parts, each with some of the pages; in the other pages a part has
nothing, which is known without reading. Its first line also states which page is its first, and how many it has.
"""

import struct
from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from zlib import crc32

from eventstore.archive import places
from eventstore.log.chain import ChainBroken

HEAD: Final = 64
_LINE: Final = b"longroad-run 1 %d %d %08x\n"
_LINE_OF_PART: Final = b"longroad-run 2 %d %d %d %d %08x\n"
_WORDS: Final = {b"1": 5, b"2": 7}
"""Says how many words the first line has, by the second one."""
_ROW: Final = struct.Struct(">II")
ENTRY: Final = 8 + places.SIZE
_PAGE: Final = 256
"""Sets about how many entries a page has."""
Read = Callable[[int, int], bytes]
"""Reads a range of a run: its start and its size."""


class Directory(NamedTuple):
    """Holds a row of eight bytes for each page, and the number of the first page: 0, except in later parts of a run.

    The number of a game's page is the first `bits` bits of its hash.
    """

    bits: int
    rows: bytes
    first: int = 0

    @property
    def end(self) -> int:
        """Return the number of the page after the last one."""
        return self.first + len(self.rows) // _ROW.size

    @property
    def places(self) -> int:
        """Return the number of entries."""
        return self.page(self.end - 1)[1]

    def has(self, number: int) -> bool:
        """Return whether there are entries in a page."""
        begin, end, _ = self.page(number)
        return begin < end

    def page(self, number: int) -> tuple[int, int, int]:
        """Return how many entries come before a page and before its end, and its CRC-32."""
        at = _ROW.size * (number - self.first)
        if not 0 <= at < len(self.rows):
            return 0, 0, 0
        begin = _ROW.unpack_from(self.rows, at - _ROW.size)[0] if at else 0
        end, checksum = _ROW.unpack_from(self.rows, at)
        return begin, end, checksum


def write_run(found: Mapping[bytes, bytes]) -> bytes:
    """Return a run of some places by the hashes of their games."""
    return pack_run(b"".join(map(b"".join, sorted(found.items()))))


def bits_for(count: int) -> int:
    """Return by how many bits of the hash so many entries are divided into pages."""
    return max(0, (count // _PAGE).bit_length())


def pack_run(entries: bytes | bytearray) -> bytes:
    """Return a run of sorted entries."""
    bits = bits_for(len(entries) // ENTRY)
    directory = _directory_of(entries, bits, range(1 << bits))
    line = _LINE % (len(entries) // ENTRY, bits, crc32(directory))
    return b"".join((line.ljust(HEAD, b" "), directory, entries))


def pack_part(entries: bytes | bytearray, bits: int, pages: range) -> bytes:
    """Return the part of a run that has some of its pages, of sorted entries; `bits` are those of the whole run."""
    directory = _directory_of(entries, bits, pages)
    line = _LINE_OF_PART % (len(entries) // ENTRY, bits, pages.start, len(pages), crc32(directory))
    return b"".join((line.ljust(HEAD, b" "), directory, entries))


def _directory_of(entries: bytes | bytearray, bits: int, pages: range) -> bytes:
    starts, rows, end = range(0, len(entries), ENTRY), list[bytes](), 0
    view = memoryview(entries)
    for page in pages:
        begin, end = end, bisect_left(starts, page + 1, end, key=lambda at: page_of(entries[at : at + 8], bits))
        rows.append(_ROW.pack(end, crc32(view[ENTRY * begin : ENTRY * end])))
    return b"".join(rows)


def reader_of(content: bytes) -> Read:
    """Return a function that reads ranges of a run in memory."""

    def read(start: int, size: int) -> bytes:
        return content[start : start + size]

    return read


def read_directory(read: Read) -> Directory:
    """Return the directory of a run, or of a part of one; raises ChainBroken if it is damaged."""
    words = read(0, HEAD).split()
    if words[:1] != [b"longroad-run"] or len(words) != _WORDS.get(b"".join(words[1:2])):
        raise ChainBroken(0, "the first line of a run is damaged")
    if not all(word.isdigit() and len(word) < 11 for word in words[2:-1]) or int(words[3]) > 32:
        raise ChainBroken(0, "the first line of a run is damaged")
    bits = int(words[3])
    first, pages = (0, 1 << bits) if len(words) == 5 else (int(words[4]), int(words[5]))
    rows = read(HEAD, _ROW.size * pages)
    if b"%08x" % crc32(rows) != words[-1] or len(rows) != _ROW.size * pages or not pages:
        raise ChainBroken(0, "the directory of a run is damaged")
    directory = Directory(bits, rows, first)
    if directory.places != int(words[2]):
        raise ChainBroken(0, "the first line of a run is damaged")
    return directory


def page_of(game_hash: bytes | bytearray, bits: int) -> int:
    """Return the number of the page in which a game is, if the run has it."""
    return int.from_bytes(game_hash, "big") >> (64 - bits)


def read_page(read: Read, directory: Directory, number: int) -> bytes:
    """Return the entries of a page; raises ChainBroken if it is damaged."""
    begin, end, checksum = directory.page(number)
    start = HEAD + len(directory.rows)
    page = read(start + ENTRY * begin, ENTRY * (end - begin)) if end > begin else b""
    if crc32(page) != checksum:
        raise ChainBroken(0, "a page of a run is damaged")
    return page


def first_from(entries: bytes, bound: bytes) -> int:
    """Return where in sorted entries the first one begins whose hash is not below a bound."""
    return ENTRY * bisect_left(range(0, len(entries), ENTRY), bound, key=lambda start: entries[start : start + 8])


def find_in(page: bytes, game_hash: bytes) -> bytes | None:
    """Return the place that a page has for a game; None if it has none."""
    at = first_from(page, game_hash)
    return page[at + 8 : at + ENTRY] if page[at : at + 8] == game_hash else None
