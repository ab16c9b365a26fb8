"""Shortens an event for the stream: its JSON without the outer braces and without quotes around names.

`DiceRolled.1 {"dice":[3,3],"seat":0}` is stored as `DiceRolled dice:[3,3],seat:0`. Events are read just as they
were written, so chain hashes and records stay the same. Events of older logs are stored as they are.
"""

import re
from typing import Final

from eventstore.records import NewEvent

_QUOTED_NAME: Final = re.compile(rb'"([A-Za-z_][A-Za-z0-9_]*)"(:)')
_TEXT_OR_NAME: Final = re.compile(rb'("(?:[^"\\]|\\.)*")|([A-Za-z_][A-Za-z0-9_]*)(?=:)')
_OTHER: Final = b" "
"""Begins a body that is no JSON object."""


def shorten(event: NewEvent) -> bytes:
    """Return an event as it is stored: `Type.schema body`, without `.1` for the first schema."""
    kind = event.type if event.schema == 1 and "." not in event.type else f"{event.type}.{event.schema}"
    return b"%s %s" % (kind.encode(), _shorten_body(event.body))


def lengthen(stored: bytes) -> tuple[str, int, bytes]:
    """Return type, schema and body of an event as it is stored, in either form; raises ValueError."""
    name, _, body = stored.partition(b" ")
    kind, dot, schema = name.decode().rpartition(".")
    return (kind, int(schema), _lengthen_body(body)) if dot else (schema, 1, _lengthen_body(body))


def _shorten_body(body: bytes) -> bytes:
    if body[:1] != b"{" or body[-1:] != b"}":
        return _OTHER + body
    short = b"".join(_QUOTED_NAME.split(body[1:-1]))
    is_plain = b"\\" not in body  # so no text contains a quote
    is_same = short[:1] not in (b"{", _OTHER) and (is_plain or _lengthen_body(short) == body)
    return short if is_same else body


def _lengthen_body(short: bytes) -> bytes:
    first = short[:1]
    if first == b"{":
        return short
    return short[1:] if first == _OTHER else b"{%s}" % _TEXT_OR_NAME.sub(_quote, short)


def _quote(found: re.Match[bytes]) -> bytes:
    text: bytes = found[1] or b'"%s"' % found[2]
    return text
