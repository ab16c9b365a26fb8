"""Conditional requests: ETag, If-None-Match and If-Match over versions (RFC 9110, 13).

The tag of a view is `VERSION.CALLER`: bodies differ by caller, so nobody is told that another one's body is still good.
"""

import re
from hashlib import blake2b
from typing import Final

from flask import Response, request

from service.seats import Caller

NO_VERSION: Final = 0  # stands for an If-Match that no version can meet
_WANTED: Final = re.compile(r'([1-9][0-9]{0,15})|"([1-9][0-9]{0,15})(?:\.([0-9a-f]{12}))?"')


def expected_version(caller: Caller) -> int | None:
    """The version that If-Match asks for; None without the header, NO_VERSION where none can meet it.

    It may be a tag of one of the caller's own views, or a version, in quotes or bare.
    """
    given = request.headers.get("If-Match")
    if given is None:
        return None
    wanted = _WANTED.fullmatch(given.strip())
    if wanted is None or wanted[3] not in (None, _of(caller)):
        return NO_VERSION
    return int(wanted[1] or wanted[2])


def tag_of(version: int, caller: Caller) -> str:
    """The tag of what a caller sees of a game at a version."""
    return f"{version}.{_of(caller)}"


def _of(caller: Caller) -> str:
    sees = f"{caller.game} {'owner' if caller.is_owner else caller.seat}"
    return blake2b(sees.encode(), digest_size=6).hexdigest()


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
