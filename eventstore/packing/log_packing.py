"""Packs logs into compressed bytes.

A packed log begins with the line `longroad-log 1 GAME TO DIGEST`: the format, the game, the last packed version, and
the BLAKE2b-256 of those words and of what follows, which is zlib over the entries, each word with its length before it.
Entries are packed as the stream holds them, byte for byte.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Final, NamedTuple

from eventstore.log.chain import ChainBroken
from eventstore.log.wire import Entry

_FORM: Final = b"longroad-log 1"
_LEVEL: Final = 9
_SIZE: Final = struct.Struct(">I")


class Packed(NamedTuple):
    """Represents packed versions 1 to `to` of a game, with the digest that the first line states (64 hex digits)."""

    to: int
    digest: str
    content: bytes


def pack(game: str, to: int, entries: Iterable[Entry], form: bytes = _FORM, level: int = _LEVEL) -> Packed:
    """Pack the entries of a game's versions 1 to `to`; `form` names the format, in two words, `level` that of zlib."""
    body = zlib.compress(b"".join(_words(entries)), level)
    digest = _digest(game, to, body)
    return Packed(to, digest, b"%b %b %d %b\n%b" % (form, game.encode(), to, digest.encode(), body))


def unpack(game: str, digest: str, content: bytes, form: bytes = _FORM) -> list[Entry]:
    """Return the entries that `pack` was given; raises ChainBroken if any byte has changed."""
    line, _, body = content.partition(b"\n")
    words = line.split(b" ")
    expected = [*form.split(b" "), game.encode(), digest.encode()]
    if len(words) != 5 or [*words[:3], words[4]] != expected or not words[3].isdigit():
        raise ChainBroken(1, "what it was packed into begins otherwise")
    if _digest(game, int(words[3]), body) != digest:
        raise ChainBroken(1, "what it was packed into is not what was written")
    return list(_entries(zlib.decompress(body)))


def _digest(game: str, to: int, body: bytes) -> str:
    return blake2b(b"%b %b %d " % (_FORM, game.encode(), to) + body, digest_size=32).hexdigest()


def _words(entries: Iterable[Entry]) -> Iterator[bytes]:
    for entry_id, fields in entries:
        words = [entry_id, *(word for pair in fields.items() for word in pair)]
        yield _SIZE.pack(len(words))
        for word in words:
            yield _SIZE.pack(len(word))
            yield word


def _entries(plain: bytes) -> Iterator[Entry]:
    at = 0
    while at < len(plain):
        (count,) = _SIZE.unpack_from(plain, at)
        at += _SIZE.size
        words = []
        for _ in range(count):
            (size,) = _SIZE.unpack_from(plain, at)
            words.append(plain[at + _SIZE.size : at + _SIZE.size + size])
            at += _SIZE.size + size
        yield words[0], dict(zip(words[1::2], words[2::2], strict=True))
