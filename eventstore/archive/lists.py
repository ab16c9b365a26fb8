"""Writes and reads lists: objects of the archive that name the archived games of API keys and players.

A list has entries of many owners of a shard, sorted by the hash of the owner's id, the time, and the game; each begins
with a byte that states its length. They are divided into pages. The object begins with a line of 64 bytes; then comes a
directory, which has for each page the first owner and time, the end, and the CRC-32 of its bytes. Once a process has
the directory, it reads a few entries of an owner with one request for a range of some 9 kB.
"""

import struct
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple
from zlib import crc32

from eventstore.archive.places import hash_of
from eventstore.log.chain import ChainBroken

HEAD: Final = 64
_LINE: Final = b"longroad-list 1 %d %d %08x\n"
_OWNER: Final = 8
LATEST_MS: Final = 2**48 - 1
"""Bounds the times that an entry can have."""
_FIRST: Final = 14
_ROW: Final = struct.Struct(f">{_FIRST}sQI")
_PAGE: Final = 256
_AFTER: Final = b"!"
"""Sorts after the space behind the id of a game, and before every character of an id."""
Read = Callable[[int, int], bytes]
"""Reads a range of an object: its start and its size."""
Bound = tuple[int, str] | None
"""Represents a place in a list, by time (ms) and game; None stands for an end of the list."""


class Entry(NamedTuple):
    """Names a game in the list of an owner, with the time (ms) at which it came there and a note of one word."""

    time_ms: int
    game: str
    note: str


class Bounds(NamedTuple):
    """Says which entries of an owner are wanted: those between two places."""

    owner: bytes
    after: Bound = None
    before: Bound = None

    @property
    def low(self) -> bytes:
        """Return what sorts right before the first entry."""
        return self.owner if self.after is None else self.owner + _place(*self.after) + _AFTER

    @property
    def high(self) -> bytes:
        """Return what sorts right behind the last entry."""
        return self.owner + b"\xff" * 7 if self.before is None else self.owner + _place(*self.before)


def bounds_of(owner: str, after: Bound, before: Bound) -> Bounds:
    """Return the bounds of entries of an owner, by its id."""
    return Bounds(hash_of(owner), after, before)


def pack_entry(owner: str, entry: Entry) -> bytes:
    """Return an entry as bytes, which sort by owner, time and game."""
    return hash_of(owner) + _place(entry.time_ms, entry.game) + b" " + entry.note.encode()


def _place(time_ms: int, game: str) -> bytes:
    return min(time_ms, LATEST_MS).to_bytes(6, "big") + game.encode()


def unpack_entry(packed: bytes) -> Entry:
    """Return the entry that was packed."""
    game, _, note = packed[_FIRST:].partition(b" ")
    return Entry(int.from_bytes(packed[_OWNER:_FIRST], "big"), game.decode(), note.decode())


def names_any(packed: bytes, owners: frozenset[bytes], games: frozenset[tuple[bytes, str]]) -> bool:
    """Return whether an entry belongs to one of these owners (by hash), or names one of these games of an owner."""
    owner = packed[:_OWNER]
    return owner in owners or (owner, unpack_entry(packed).game) in games


def write_list(packed: Sequence[bytes]) -> bytes:
    """Return the content of a list with these packed entries, which must be sorted."""
    pages, rows, end = [], [], 0
    for at in range(0, len(packed), _PAGE):
        some = packed[at : at + _PAGE]
        page = b"".join(bytes([len(one)]) + one for one in some)
        end += len(page)
        pages.append(page)
        rows.append(_ROW.pack(some[0][:_FIRST], end, crc32(page)))
    directory = b"".join(rows)
    line = _LINE % (len(packed), len(pages), crc32(directory))
    return line.ljust(HEAD, b" ") + directory + b"".join(pages)


class Directory(NamedTuple):
    """Holds the directory of a list: a row of 26 bytes for each page."""

    rows: bytes

    @property
    def pages(self) -> int:
        """Return the number of pages."""
        return len(self.rows) // _ROW.size

    def first(self, page: int) -> bytes:
        """Return the owner (by hash) and time of the first entry of a page."""
        return self.rows[_ROW.size * page : _ROW.size * page + _FIRST]

    def row(self, page: int) -> tuple[int, int, int]:
        """Return where a page begins, where it ends, and its CRC-32."""
        begin = _ROW.unpack_from(self.rows, _ROW.size * (page - 1))[1] if page else 0
        _, end, checksum = _ROW.unpack_from(self.rows, _ROW.size * page)
        return begin, end, checksum


def read_directory(read: Read) -> Directory:
    """Return the directory of a list; raises ChainBroken if it is damaged."""
    words = read(0, HEAD).split()
    if len(words) != 5 or words[:2] != [b"longroad-list", b"1"] or not words[3].isdigit():
        raise ChainBroken(0, "the first line of a list is damaged")
    rows = read(HEAD, _ROW.size * int(words[3]))
    if b"%08x" % crc32(rows) != words[4]:
        raise ChainBroken(0, "the directory of a list is damaged")
    return Directory(rows)


def read_page(read: Read, directory: Directory, page: int) -> list[bytes]:
    """Return the packed entries of a page; raises ChainBroken if it is damaged."""
    begin, end, checksum = directory.row(page)
    found = read(HEAD + len(directory.rows) + begin, end - begin)
    if crc32(found) != checksum:
        raise ChainBroken(0, "a page of a list is damaged")
    return list(_split(found))


def _split(page: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(page):
        size = page[at]
        yield page[at + 1 : at + 1 + size]
        at += 1 + size


def read_all(content: bytes) -> list[bytes]:
    """Return all packed entries of a list; raises ChainBroken if it is damaged."""

    def read(start: int, size: int) -> bytes:
        return content[start : start + size]

    directory = read_directory(read)
    return [one for page in range(directory.pages) for one in read_page(read, directory, page)]


def walk(
    directory: Directory, page_of: Callable[[int], Sequence[bytes]], bounds: Bounds, *, is_up: bool
) -> Iterator[bytes]:
    """Yield packed entries between bounds, the earliest first if `is_up`, else the latest; `page_of` reads a page."""
    first = max(0, bisect_left(range(directory.pages), bounds.low[:_FIRST], key=directory.first) - 1)
    end = bisect_right(range(directory.pages), bounds.high[:_FIRST], key=directory.first)
    pages = range(first, end)
    for page in pages if is_up else reversed(pages):
        found = page_of(page)
        some = found[bisect_left(found, bounds.low) : bisect_left(found, bounds.high)]
        yield from some if is_up else reversed(some)
