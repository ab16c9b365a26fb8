"""Writes segments, objects that hold many games, and reads their indexes.

A segment is the line `longroad-segment 1`, the bundles of its games one after another, its index, and a last line of
fixed length that says where the index is, and the BLAKE2b-128 of the index and of all before it. The index is JSON: a
list `[game, offset, size, digest, version, time_ms, ruleset, maker]` for each game, so that a game is read by one
range, and is proven by the first digits of its bundle's digest.

The bytes of a game that was deleted are overwritten with zeros, and it leaves the index. Nothing else moves.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

import orjson

from eventstore.log.chain import ChainBroken
from eventstore.packing.log_packing import Packed

FIRST: Final = b"longroad-segment 1\n"
_LAST: Final = b"longroad-index 1 %012d %012d %b %b\n"
LAST_SIZE: Final = len(_LAST % (0, 0, b"0" * 32, b"0" * 32))
DIGITS: Final = 16
"""Sets how many hex digits of a bundle's digest stand in the index."""


class Filed(NamedTuple):
    """Describes a game in a segment: where its bundle is, the beginning of the digest, and what decides its deletion.

    `to` is its newest version and `time_ms` the time of that; `maker` names the client that made it.
    """

    game: str
    offset: int
    size: int
    digest: str
    to: int
    time_ms: int
    ruleset: str
    maker: str


class Note(NamedTuple):
    """Holds what a segment's index says of a game beside its bundle."""

    time_ms: int
    ruleset: str
    maker: str


def write_segment(bundles: Iterable[tuple[str, Packed, Note]]) -> tuple[bytes, list[Filed]]:
    """Return the bytes of a segment of some games, and its index."""
    body, filed = bytearray(FIRST), []
    for game, packed, note in bundles:
        filed.append(Filed(game, len(body), len(packed.content), packed.digest[:DIGITS], packed.to, *note))
        body += packed.content
    return close_segment(bytes(body), filed), filed


def close_segment(body: bytes, filed: Sequence[Filed]) -> bytes:
    """Return a segment whose bundles are these bytes."""
    index = orjson.dumps([tuple(one) for one in filed])
    return body + index + _LAST % (len(body), len(index), _digest(index), _digest(body))


def where_index_is(last: bytes) -> tuple[int, int, bytes, bytes]:
    """Return offset, size and digest of the index and the digest of what is before it, from a segment's last line.

    Raises ChainBroken if the line is damaged.
    """
    words = last[-LAST_SIZE:].split()
    if len(words) != 6 or words[:2] != [b"longroad-index", b"1"] or not (words[2] + words[3]).isdigit():
        raise ChainBroken(0, "the last line of a segment is damaged")
    return int(words[2]), int(words[3]), words[4], words[5]


def read_index(index: bytes, digest: bytes) -> list[Filed]:
    """Return the games of an index; raises ChainBroken if a byte has changed."""
    if _digest(index) != digest:
        raise ChainBroken(0, "the index of a segment is damaged")
    return [Filed(*one) for one in orjson.loads(index)]


def open_segment(content: bytes) -> tuple[bytes, list[Filed]]:
    """Return the bundles and the index of a whole segment; raises ChainBroken if its index is damaged."""
    offset, size, digest, _ = where_index_is(content)
    return content[:offset], read_index(content[offset : offset + size], digest)


def is_whole(content: bytes) -> bool:
    """Return whether no byte of a segment has changed."""
    try:
        offset, size, digest, before = where_index_is(content)
    except ChainBroken:
        return False
    if len(content) != offset + size + LAST_SIZE or _digest(content[offset : offset + size]) != digest:
        return False
    return _digest(content[:offset]) == before


def blank(content: bytes, ranges: Iterable[tuple[int, int]]) -> bytes | None:
    """Return a segment without the games at some ranges (offset and size); None if none is left."""
    body, filed = open_segment(content)
    left, gone = bytearray(body), set(ranges)
    for offset, size in gone:
        left[offset : offset + size] = bytes(min(size, max(0, len(left) - offset)))
    kept = [one for one in filed if (one.offset, one.size) not in gone]
    return close_segment(bytes(left), kept) if kept else None


def with_digest_of(content: bytes, changed: bytes) -> bytes:
    """Return a changed segment with the digest of the bundles that `content` states."""
    size = len(b"%b\n" % where_index_is(content)[3])
    return changed[:-size] + content[-size:]


def _digest(content: bytes) -> bytes:
    return blake2b(content, digest_size=16).hexdigest().encode()
