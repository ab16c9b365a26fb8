"""Decides when to store a snapshot, and packs several states into one.

Because `state@v` is `state@v-1` plus one version, or `state@k` after a HeadMoved, a snapshot of version v is valid on
whatever line v lies. Snapshots are only a shortcut: any of them may be deleted at any time, and a later load makes a
new one.
"""

import struct
import zlib
from collections.abc import Sequence

EVERY = 100
"""Sets the number of versions between snapshots of a game without undo."""

_FORMAT = "2"


def is_due(before: int, version: int, moved: bool) -> bool:
    """Return whether to store `version`, reached from `before`: every 100 versions, and after a move of the head."""
    return moved or before // EVERY != version // EVERY


def tag(*tags: str) -> str:
    """Return the tag of a snapshot that holds states with the given tags."""
    return "|".join((_FORMAT, *tags))


def pack(parts: Sequence[bytes]) -> bytes:
    """Join several byte strings into one, compressed."""
    sizes = struct.pack(f">{len(parts) + 1}I", len(parts), *map(len, parts))
    return zlib.compress(sizes + b"".join(parts))


def unpack(packed: bytes) -> list[bytes]:
    """Split what `pack` joined; raises ValueError for a damaged snapshot."""
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
