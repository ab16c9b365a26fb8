"""Writes and reads runs: parts of the index of the archive that are in the archive themselves.

A run says where the games of a shard are: entries of 32 bytes, the hash of the game's id and its place, in the order of
the hashes. They are divided into pages by the first bits of the hash. A run begins with a line of 64 bytes that states
how many bits those are; then comes a directory, which has for each page the number of entries before its end and the
CRC-32 of its bytes. So a game is looked up in any run by reading one page of some 8 kB, once the directory is known.
"""

import struct
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Final, NamedTuple
from zlib import crc32

from eventstore.archive import places
from eventstore.log.chain import ChainBroken

HEAD: Final = 64
_LINE: Final = b"longroad-run 1 %d %d %08x\n"
_ROW: Final = struct.Struct(">II")
_ENTRY: Final = 8 + places.SIZE
_PAGE: Final = 256
"""Sets about how many entries a page has."""
_RATIO: Final = 2
"""Sets how many times as large as what is merged another run may be, so that it is merged, too."""
Read = Callable[[int, int], bytes]
"""Reads a range of a run: its start and its size."""


class Directory(NamedTuple):
    """Holds how many `bits` of a hash number a page, and a row of eight bytes for each page."""

    bits: int
    rows: bytes

    def page(self, number: int) -> tuple[int, int, int]:
        """Return how many entries come before a page and before its end, and its CRC-32."""
        begin = _ROW.unpack_from(self.rows, _ROW.size * (number - 1))[0] if number else 0
        end, checksum = _ROW.unpack_from(self.rows, _ROW.size * number)
        return begin, end, checksum


def write_run(found: Mapping[bytes, bytes]) -> bytes:
    """Return a run of some places by the hashes of their games."""
    bits = max(0, (len(found) // _PAGE).bit_length())
    ordered = sorted(found.items())
    bounds = [bisect_right(ordered, page, key=lambda entry: page_of(entry[0], bits)) for page in range(1 << bits)]
    pages = [b"".join(map(b"".join, ordered[begin:end])) for begin, end in pairwise([0, *bounds])]
    directory = b"".join(_ROW.pack(end, crc32(page)) for end, page in zip(bounds, pages, strict=True))
    line = _LINE % (len(found), bits, crc32(directory))
    return line.ljust(HEAD, b" ") + directory + b"".join(pages)


def is_merged(size: int, merged: int) -> bool:
    """Return whether the next older run, of so many places, is merged with those that are merged already."""
    return size <= _RATIO * merged


def read_directory(read: Read) -> Directory:
    """Return the directory of a run; raises ChainBroken if it is damaged."""
    words = read(0, HEAD).split()
    if len(words) != 5 or words[:2] != [b"longroad-run", b"1"] or not words[3].isdigit() or int(words[3]) > 32:
        raise ChainBroken(0, "the first line of a run is damaged")
    bits = int(words[3])
    rows = read(HEAD, _ROW.size << bits)
    if b"%08x" % crc32(rows) != words[4]:
        raise ChainBroken(0, "the directory of a run is damaged")
    return Directory(bits, rows)


def read_run(content: bytes) -> dict[bytes, bytes]:
    """Return all places of a run; raises ChainBroken if it is damaged."""

    def read(start: int, size: int) -> bytes:
        return content[start : start + size]

    directory = read_directory(read)
    pages = (read_page(read, directory, number) for number in range(1 << directory.bits))
    return {entry[:8]: entry[8:] for page in pages for entry in _entries(page)}


def page_of(game_hash: bytes, bits: int) -> int:
    """Return the number of the page in which a game is, if the run has it."""
    return int.from_bytes(game_hash, "big") >> (64 - bits)


def read_page(read: Read, directory: Directory, number: int) -> bytes:
    """Return the entries of a page; raises ChainBroken if it is damaged."""
    begin, end, checksum = directory.page(number)
    start = HEAD + len(directory.rows)
    page = read(start + _ENTRY * begin, _ENTRY * (end - begin)) if end > begin else b""
    if crc32(page) != checksum:
        raise ChainBroken(0, "a page of a run is damaged")
    return page


def find_in(page: bytes, game_hash: bytes) -> bytes | None:
    """Return the place that a page has for a game; None if it has none."""
    entries = range(0, len(page), _ENTRY)
    at = _ENTRY * bisect_left(entries, game_hash, key=lambda start: page[start : start + 8])
    return page[at + 8 : at + _ENTRY] if page[at : at + 8] == game_hash else None


def _entries(page: bytes) -> Iterable[bytes]:
    return (page[start : start + _ENTRY] for start in range(0, len(page), _ENTRY))
