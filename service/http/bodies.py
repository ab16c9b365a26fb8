"""Request bodies: strict JSON (RFC 8259 without the liberties), read once.

Refused with 400 are bodies that are not UTF-8, not JSON, that hold NaN or Infinity, a lone surrogate, a member twice,
or that nest deeper than anything the API takes. A record has megabytes, so nothing here walks the value in Python.
"""

from typing import Any, Final

import orjson
from flask import Request

from service.http.declared import declared
from service.records.slices import Slices
from service.schemas.limits import LARGEST_BODY

DEEPEST: Final = 32
_KEPT: Final = b"[]{}:"
_ELSE: Final = bytes(set(range(256)) - set(_KEPT))
_ALIKE: Final = bytes.maketrans(b"{}", b"[]")


class BadJson(ValueError):
    """The body is not the JSON that the API reads.

    `why` is `syntax`, `encoding`, `deep` or `twice`; of the first two `place` is the line and the column, from 1 on.
    """

    def __init__(self, why: str, place: tuple[int, int] | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.place = place


def parse(body: bytes) -> Any:
    """The value of a body; raises BadJson. Of a large one others are served between any two steps."""
    slices = Slices()
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise _unread(body, error) from None
    slices.pause()
    skeleton = _skeleton(body)
    slices.pause()
    if _is_deep(skeleton):
        raise BadJson("deep")
    slices.pause()
    again = orjson.dumps(value)
    slices.pause()
    if _members(skeleton) != _members(_skeleton(again)):  # one stood twice
        raise BadJson("twice")
    return value


def _unread(body: bytes, error: orjson.JSONDecodeError) -> BadJson:
    """Where a body stops being JSON, or UTF-8."""
    try:
        body.decode()
    except UnicodeDecodeError as bad:
        before = body[: bad.start]
        return BadJson("encoding", (before.count(b"\n") + 1, bad.start - before.rfind(b"\n")))
    return BadJson("syntax", (error.lineno, error.colno))


def make_room(request: Request) -> None:
    """Let a request be as large as its operation takes, where that is more than all take."""
    if request.method == "POST" and (request.content_length is None or request.content_length > LARGEST_BODY):
        request.max_content_length = declared().largest


def _skeleton(text: bytes) -> bytes:
    """The brackets and colons of a JSON text, without its strings."""
    unescaped = text.replace(rb"\\", b"").replace(rb"\"", b"")
    return b"".join(unescaped.split(b'"')[::2]).translate(None, _ELSE)


def _is_deep(skeleton: bytes) -> bool:
    """Whether brackets are left when the innermost pairs have been taken out as often as they may nest."""
    brackets = skeleton.translate(_ALIKE, b":")
    for _ in range(DEEPEST):
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)


def _members(skeleton: bytes) -> int:
    """How many members the objects of a text have."""
    return skeleton.count(b":")
