"""Says where a game is in the archive: in which segment, in which range, and how its digest begins.

In the log's store and in runs a place takes 28 bytes. One of zeros stands for a game that is no longer archived.
"""

import secrets
import struct
import time
from hashlib import blake2b
from typing import Final, NamedTuple

from eventstore.keys import SHARDS

_FORM: Final = struct.Struct(">QIIQ")
SIZE: Final = _FORM.size
GONE: Final = bytes(SIZE)
"""Stands in the place of a game that went back to the log's store, or was deleted, where a run may name it."""
_RANDOM: Final = 22


class Place(NamedTuple):
    """Names the segment by its number; `digest` are 16 hex digits."""

    segment: int
    offset: int
    size: int
    digest: str


def pack_place(place: Place) -> bytes:
    """Return a place as bytes."""
    return _FORM.pack(*place[:3], int(place.digest, 16))


def unpack_place(value: bytes) -> Place:
    """Return the place that was packed."""
    segment, offset, size, digest = _FORM.unpack(value)
    return Place(segment, offset, size, f"{digest:016x}")


def new_number(now_ms: int | None = None) -> int:
    """Return a number for a new object: the time (ms), by which objects are in order, and random bits."""
    return ((now_ms or int(time.time() * 1000)) << _RANDOM) | secrets.randbits(_RANDOM)


def first_number(time_ms: int) -> int:
    """Return the least number that can be made at a time (ms)."""
    return max(0, time_ms) << _RANDOM


def time_of(number: int) -> int:
    """Return when (ms) a number was made."""
    return number >> _RANDOM


def shard_of_segment(number: int) -> int:
    """Return the shard whose sweep looks after a segment; a segment holds games of all shards."""
    return number % SHARDS


def segment_name(number: int) -> str:
    """Name the object of a segment; those of some 50 days have a folder."""
    return f"segments/{number >> 54:03x}/{number:016x}.seg"


def number_in(name: str) -> int:
    """Return the number of a segment or a run from its name."""
    return int(name.rpartition("/")[2].partition(".")[0], 16)


def run_name(shard: int, number: int) -> str:
    """Name the object of a run of a shard's index."""
    return f"index/{shard:02d}/{number:016x}.run"


LISTS: Final = "lists/"


def list_name(shard: int, number: int) -> str:
    """Return the name of the object that holds a list of a shard."""
    return f"{LISTS}{shard:02d}/{number:016x}.list"


def hash_of(game: str) -> bytes:
    """Return the eight bytes under which a run has a game."""
    return blake2b(game.encode(), digest_size=8).digest()
