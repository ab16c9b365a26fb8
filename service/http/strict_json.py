"""Parses strict JSON (RFC 8259 without its liberties).

Refuses what is not UTF-8 or not JSON, what holds NaN, Infinity, a lone surrogate or a repeated member, and what nests
deeper or has objects with more members than anything in the API. Records can have megabytes, so no code here walks the
value in Python.
"""

import json
import re
from codecs import BOM_UTF8
from functools import lru_cache
from typing import Any, Final

import orjson

from service.faults import LONGEST
from service.records.time_slices import Slices
from service.schemas.limits import LARGEST_BODY, MOST_MEMBERS

DEEPEST: Final = 32
_KEPT: Final = b"[]{}:"
_ELSE: Final = bytes(set(range(256)) - set(_KEPT))
_TOO_DEEP_TO_READ: Final = ("depth limit exceeded", "failed to allocate memory")
"""The parser's messages for a body that nests too deep for it."""
_HALF_A_PAIR: Final = "surrogate in string"
"""The end of the parser's message for a lone surrogate such as `\\ud800`."""


@lru_cache
def _innermost(widest: int) -> re.Pattern[bytes]:
    """Return what finds lists and objects that hold no others, and at most so many members."""
    return re.compile(rb"\[\]|\{:{0,%d}\}" % widest)


@lru_cache
def _wide(widest: int) -> re.Pattern[bytes]:
    """Return what finds objects with more members."""
    return re.compile(rb"\{:{%d}" % (widest + 1))


_WIDE: Final = _wide(MOST_MEMBERS)
"""Finds objects with more members than nearly all operations accept; most bodies are commands."""


class BadJson(ValueError):
    """Reports a body that is not the JSON that the API accepts.

    `why` is `syntax`, `encoding`, `surrogate`, `empty`, `mark`, `deep`, `wide` or `twice`. `members` go into its
    problem: for the first three the line and the column, from 1 on; for `deep` and `wide` the limit; and the name of
    the repeated member if it was looked for.
    """

    def __init__(self, why: str, **members: Any) -> None:
        super().__init__(why)
        self.why = why
        self.members = members


def parse(body: bytes, widest: int = MOST_MEMBERS) -> Any:
    """Parse a body whose objects have at most so many members; raises BadJson.

    For a large one it yields to other requests between steps.
    """
    slices = Slices()
    skeleton = _skeleton(body)
    slices.pause()
    if (_WIDE if widest == MOST_MEMBERS else _wide(widest)).search(skeleton):  # before its many members are parsed
        raise BadJson("wide", limit=widest)
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _explain_unread(body, error) from None
    slices.pause()
    _check_shape(skeleton, slices, widest)
    again = orjson.dumps(value)
    slices.pause()
    if skeleton.count(b":") != _skeleton(again).count(b":"):  # a member was repeated
        raise _find_repeated(body)
    return value


def _explain_unread(body: bytes, error: orjson.JSONDecodeError) -> BadJson:
    """Return why, and at which position, a body is not JSON or not UTF-8."""
    if not body:
        return BadJson("empty")
    if body.startswith(BOM_UTF8):
        return BadJson("mark")
    try:
        body.decode()
    except UnicodeDecodeError as bad:
        before = body[: bad.start]
        return BadJson("encoding", line=before.count(b"\n") + 1, column=bad.start - before.rfind(b"\n"))
    if error.msg in _TOO_DEEP_TO_READ:
        return BadJson("deep", limit=DEEPEST)
    why = "surrogate" if error.msg.endswith(_HALF_A_PAIR) else "syntax"
    return BadJson(why, line=error.lineno, column=error.colno)


def _find_repeated(body: bytes) -> BadJson:
    """Name the first member that is repeated in one object, unless the body is large or the name is long."""
    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in pairs]
        if not found and len(set(names)) < len(names):
            found.append(next(name for at, name in enumerate(names) if name in names[:at]))

    if len(body) <= LARGEST_BODY:
        json.loads(body, object_pairs_hook=look)
    name = found[0] if found and len(found[0]) <= LONGEST else None
    return BadJson("twice") if name is None else BadJson("twice", member=name)


def _skeleton(text: bytes) -> bytes:
    """Return the brackets and colons of a JSON text, without its strings."""
    unescaped = text.replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(unescaped.split(b'"')[::2]).translate(None, _ELSE)


def _check_shape(skeleton: bytes, slices: Slices, widest: int) -> None:
    """Remove the innermost lists and objects `DEEPEST` times; raises BadJson if any remain."""
    if len(skeleton) <= widest:
        return
    innermost = _innermost(widest)
    for _ in range(DEEPEST):
        inner, skeleton = skeleton, innermost.sub(b"", skeleton)
        slices.pause()
        if len(skeleton) == len(inner):
            break
    if skeleton:
        raise BadJson("wide", limit=widest) if _wide(widest).search(skeleton) else BadJson("deep", limit=DEEPEST)
