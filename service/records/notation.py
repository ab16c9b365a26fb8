"""Writes position documents as one line of text that is safe in URLs, and reads it (docs/positions.md specifies it).

The text is `lp1.` and the base64url (RFC 4648, without padding) of a raw deflate stream (RFC 1951) of the document as
JSON with sorted keys. The stream may refer to a dictionary of usual documents, which belongs to the edition.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from pathlib import Path
from typing import Any, Final

import orjson

EDITION: Final = "lp1"
LONGEST: Final = 16_000
"""Limits the characters of a text."""
LARGEST: Final = 64 * 1024
"""Limits the bytes of the document in it."""
_WINDOW: Final = -15
_BEST: Final = 9


class BadNotation(ValueError):
    """Refuses a text that is no position, is damaged, or is of another edition."""


@cache
def dictionary() -> bytes:
    """Return the dictionary of the edition, which never changes."""
    return (Path(__file__).parent / f"{EDITION}.dictionary").read_bytes()


def write_notation(document: dict[str, Any]) -> str:
    """Return the text of a document."""
    packer = zlib.compressobj(_BEST, zlib.DEFLATED, _WINDOW, zdict=dictionary())
    packed = packer.compress(orjson.dumps(document, option=orjson.OPT_SORT_KEYS)) + packer.flush()
    return f"{EDITION}.{urlsafe_b64encode(packed).decode().rstrip('=')}"


def read_notation(text: str) -> Any:
    """Return the document of a text; raises BadNotation."""
    edition, _, packed = text.partition(".")
    if edition != EDITION or len(text) > LONGEST or not text.isascii():
        raise BadNotation(text[:20])
    reader = zlib.decompressobj(_WINDOW, zdict=dictionary())
    try:
        told = reader.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), LARGEST)
        if not reader.eof or reader.unconsumed_tail:
            raise BadNotation("it is cut, or too large")
        return orjson.loads(told)
    except (ValueError, zlib.error) as error:
        raise BadNotation(str(error)) from None
