"""Implements conditional requests: ETag, If-None-Match and If-Match over versions (RFC 9110, 13).

The tag of a view is `VERSION.TAG`. TAG depends on the caller, as the body does, and on the chain of the game's log, so
two histories never share a tag. It is a keyed hash: if the chain itself were visible, hidden cards could be found by
search.
"""

import re
from hashlib import blake2b
from typing import Final

from flask import Response, request

from eventstore.store import Tip
from service.clients.authentication import Caller
from service.game.games import Game
from service.http.access import context

NO_VERSION: Final = 0  # stands for an If-Match that no version can match
_WANTED: Final = re.compile(r'([1-9][0-9]{0,15})|"([1-9][0-9]{0,15})(?:\.([0-9a-f]{12}))?"')


def expected_version(game: Game, caller: Caller) -> int | Tip | None:
    """Return the version required by If-Match: None without the header, NO_VERSION if none can match.

    It is a version, quoted or bare, or the tag of one of the caller's own views, which also requires its history.
    """
    given = request.headers.get("If-Match")
    if given is None:
        return None
    wanted = _WANTED.fullmatch(given.strip())
    if wanted is None:
        return NO_VERSION
    if wanted[3] is None:
        return int(wanted[1] or wanted[2])
    return game.tip if f"{wanted[2]}.{wanted[3]}" == tag_of(game, caller) else NO_VERSION


def tag_of(game: Game, caller: Caller) -> str:
    """Return the tag of what a caller sees of a game right after a version."""
    seen, key = f"{game.id} {_sight(caller)} {game.chain}", context().store.secret()
    return f"{game.version}.{blake2b(seen.encode(), digest_size=6, key=key, person=b'view').hexdigest()}"


def _sight(caller: Caller) -> str:
    """Return the same text for all callers that see the same."""
    return "owner" if caller.is_owner else str(caller.seat)


def is_known(tag: str) -> bool:
    """Return whether the client already has the body with this tag (If-None-Match, weak comparison)."""
    return "If-None-Match" in request.headers and (
        request.if_none_match.contains_weak(tag) or request.if_none_match.star_tag
    )


def tagged(response: Response, tag: str) -> Response:
    """Tag an answer whose body depends on tag and caller alone."""
    response.headers["ETag"] = f'"{tag}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.add("Authorization")
    return response


def not_modified(tag: str) -> Response:
    """Return the answer to a client that already has the body."""
    return tagged(Response(status=304), tag)
