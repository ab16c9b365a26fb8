"""When a state is worth keeping, and how several packed states lie in one snapshot.

Because `state@v` is `state@v-1` moved on, or `state@k` after a HeadMoved, a snapshot of version v holds on whatever
line v lies. Snapshots are a shortcut only: any of them may be deleted at any time, and the next load makes it anew.
"""

import struct
import zlib
from collections.abc import Sequence

EVERY = 50
"""The distance, in versions, between snapshots of a game that goes straight on."""

_FORMAT = "2"


def is_due(before: int, version: int, moved: bool) -> bool:
    """Whether to keep the state of `version`, reached from the state of `before`: every 50 versions, and at a move."""
    return moved or before // EVERY != version // EVERY


def tag(*tags: str) -> str:
    """The tag of a snapshot that holds states of the given tags."""
    return "|".join((_FORMAT, *tags))


def pack(parts: Sequence[bytes]) -> bytes:
    """Several byte strings as one, compressed."""
    sizes = struct.pack(f">{len(parts) + 1}I", len(parts), *map(len, parts))
    return zlib.compress(sizes + b"".join(parts), 1)


def unpack(packed: bytes) -> list[bytes]:
    """The byte strings from `pack`'s bytes; raises ValueError for a damaged snapshot."""
    try:
        plain = zlib.decompress(packed)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    (count,) = struct.unpack_from(">I", plain)
    sizes = struct.unpack_from(f">{count}I", plain, 4)
    at = 4 + 4 * count
    parts = []
    for size in sizes:
        parts.append(plain[at : at + size])
        at += size
    return parts
