"""Parses request bodies as strict JSON (RFC 8259 without its liberties), once.

Raises 400 for a body that is not UTF-8 or not JSON, that holds NaN, Infinity, a lone surrogate or a repeated member, or
that nests deeper or has objects with more members than anything in the API. Records have megabytes, so nothing here
walks the value in Python.
"""

import json
import re
from codecs import BOM_UTF8
from typing import Any, Final

import orjson
from flask import Request

from service.http.declared import declared
from service.nearest import LONGEST
from service.problems import Problem
from service.records.slices import Slices
from service.schemas.limits import LARGEST_BODY, MOST_MEMBERS

DEEPEST: Final = 32
_KEPT: Final = b"[]{}:"
_ELSE: Final = bytes(set(range(256)) - set(_KEPT))
_INNERMOST: Final = re.compile(rb"\[\]|\{:{0,%d}\}" % MOST_MEMBERS)
_TOO_DEEP_TO_READ: Final = ("depth limit exceeded", "failed to allocate memory")
"""Lists what the parser says of a body that nests far too deep for it."""
_HALF_A_PAIR: Final = "surrogate in string"
"""Ends what the parser says of a `\\ud800` without its other half."""
_WIDE: Final = re.compile(rb"\{:{%d}" % (MOST_MEMBERS + 1))


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


def whole(request: Request) -> bytes:
    """Return the request's body; raises Problem (400) if the connection ended before it did (RFC 9112, 8)."""
    body = request.get_data()
    if len(body) < (request.content_length or 0):
        raise Problem("bad_request")
    return body


def parse(body: bytes) -> Any:
    """Parse a body; raises BadJson. For a large one it yields to other requests between steps."""
    slices = Slices()
    skeleton = _skeleton(body)
    slices.pause()
    if _WIDE.search(skeleton):  # before its many members are made
        raise BadJson("wide", limit=MOST_MEMBERS)
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _unread(body, error) from None
    slices.pause()
    _check_shape(skeleton, slices)
    again = orjson.dumps(value)
    slices.pause()
    if _members(skeleton) != _members(_skeleton(again)):  # a member was repeated
        raise _repeated(body)
    return value


def _unread(body: bytes, error: orjson.JSONDecodeError) -> BadJson:
    """Say why a body is not JSON, or not UTF-8, and from where on."""
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


def _repeated(body: bytes) -> BadJson:
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


def make_room(request: Request) -> None:
    """Raise the size limit to that of the operation, if it accepts larger bodies than usual."""
    if request.method == "POST" and (request.content_length is None or request.content_length > LARGEST_BODY):
        request.max_content_length = declared().largest


def _skeleton(text: bytes) -> bytes:
    """Return the brackets and colons of a JSON text, without its strings."""
    unescaped = text.replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(unescaped.split(b'"')[::2]).translate(None, _ELSE)


def _check_shape(skeleton: bytes, slices: Slices) -> None:
    """Remove the innermost lists and objects as often as they may nest; raises BadJson for what remains."""
    if len(skeleton) <= MOST_MEMBERS:
        return
    for _ in range(DEEPEST):
        inner, skeleton = skeleton, _INNERMOST.sub(b"", skeleton)
        slices.pause()
        if len(skeleton) == len(inner):
            break
    if skeleton:
        raise BadJson("wide", limit=MOST_MEMBERS) if _WIDE.search(skeleton) else BadJson("deep", limit=DEEPEST)


def _members(skeleton: bytes) -> int:
    """Count the members of all objects in a text."""
    return skeleton.count(b":")
