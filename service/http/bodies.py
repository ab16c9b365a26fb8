"""Request bodies: strict JSON (RFC 8259 without the liberties), read once.

Refused with 400 are bodies that are not UTF-8, not JSON, that hold NaN or Infinity, a lone surrogate, a member twice,
or that nest deeper than anything the API takes. A record has megabytes, so nothing here walks the value in Python.
"""

from typing import Any, Final

import orjson
from flask import Request

from service.schemas.limits import LARGEST_RECORD
from service.slices import Slices

RECORDS: Final = "games.create"
"""The endpoint whose bodies may hold a record."""
DEEPEST: Final = 32
_KEPT: Final = b"[]{}:"
_ELSE: Final = bytes(set(range(256)) - set(_KEPT))
_ALIKE: Final = bytes.maketrans(b"{}", b"[]")


class BadJson(ValueError):
    """The body is not the JSON that the API reads."""


def parse(body: bytes) -> Any:
    """The value of a body; raises BadJson. Of a large one others are served between any two steps."""
    slices = Slices()
    try:
        value = orjson.loads(body)
    except ValueError:
        raise BadJson from None
    slices.pause()
    skeleton = _skeleton(body)
    slices.pause()
    if _is_deep(skeleton):
        raise BadJson
    slices.pause()
    again = orjson.dumps(value)
    slices.pause()
    if _members(skeleton) != _members(_skeleton(again)):  # one stood twice
        raise BadJson
    return value


def make_room(request: Request) -> None:
    """Let a request be as large as its endpoint takes, where that is more than all take."""
    if request.endpoint == RECORDS and request.method == "POST":
        request.max_content_length = LARGEST_RECORD


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
