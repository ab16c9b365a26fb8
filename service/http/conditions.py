"""Conditional requests: ETag, If-None-Match and If-Match over versions (RFC 9110, 13)."""

import re
from typing import Final

from flask import Response, request

NO_VERSION: Final = 0  # stands for an If-Match that no version can meet
_PLAIN: Final = re.compile(r'"([1-9][0-9]{0,15})"')


def expected_version() -> int | None:
    """The version that If-Match asks for; None without the header, NO_VERSION for anything but one plain `"n"`."""
    given = request.headers.get("If-Match")
    if given is None:
        return None
    plain = _PLAIN.fullmatch(given.strip())
    return int(plain[1]) if plain else NO_VERSION


def is_known(tag: str) -> bool:
    """Whether the client holds the body of this tag already (If-None-Match, weak comparison)."""
    return "If-None-Match" in request.headers and (
        request.if_none_match.contains_weak(tag) or request.if_none_match.star_tag
    )


def tagged(response: Response, tag: str) -> Response:
    """The answer with its tag; its body depends on tag and caller alone."""
    response.headers["ETag"] = f'"{tag}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Authorization")
    return response


def not_modified(tag: str) -> Response:
    """The answer to a client that holds the body already."""
    return tagged(Response(status=304), tag)
