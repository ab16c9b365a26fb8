"""Makes copies of a packed game: the same compressed bytes under another id, with its own line and digest."""

from hashlib import blake2b
from typing import Final

from eventstore.packing.log_packing import Packed

_PROVEN: Final = b"longroad-log 1"
"""Begins what a digest is made of."""


class PackedCopier:
    """Copies one packed game; `form` names what its first line says it is."""

    def __init__(self, content: bytes, to: int) -> None:
        line, _, self.body = content.partition(b"\n")
        self.form, self.to = b" ".join(line.split(b" ")[:2]), to

    def copy(self, game: str) -> Packed:
        """Return the copy with an id."""
        digest = blake2b(b"%b %b %d " % (_PROVEN, game.encode(), self.to) + self.body, digest_size=32).hexdigest()
        line = b"%b %b %d %b\n" % (self.form, game.encode(), self.to, digest.encode())
        return Packed(self.to, digest, line + self.body)


def copy_packed_log(value: bytes, game: str) -> bytes:
    """Return what a store has of a log that is packed there, for a copy of the game."""
    line, _, content = value.partition(b"\n")
    packed = PackedCopier(content, int(line.partition(b" ")[0])).copy(game)
    return b"%d %b here %d\n%b" % (packed.to, packed.digest.encode(), len(packed.content), packed.content)
