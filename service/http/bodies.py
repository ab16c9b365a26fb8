"""Request bodies: strict JSON (RFC 8259 without the liberties), read once.

Refused with 400 are bodies that are not UTF-8, not JSON, that hold NaN or Infinity, a lone surrogate, a member twice,
or that nest deeper than anything the API takes.
"""

import json
from typing import Any, Final

import orjson

DEEPEST: Final = 32


class BadJson(ValueError):
    """The body is not the JSON that the API reads."""


def parse(body: bytes) -> Any:
    """The value of a body; raises BadJson."""
    try:
        value = orjson.loads(body)
        if not _is_flat(body):
            _check_depth(value, DEEPEST)
        json.loads(body, object_pairs_hook=_check_members)
    except (ValueError, RecursionError):
        raise BadJson from None
    return value


def _is_flat(body: bytes) -> bool:
    return body.count(b"[") + body.count(b"{") <= DEEPEST


def _check_depth(value: Any, left: int) -> None:
    if not left:
        raise BadJson
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for member in members:
        _check_depth(member, left - 1)


def _check_members(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise BadJson
