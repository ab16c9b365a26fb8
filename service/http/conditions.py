"""Conditional requests: ETag, If-None-Match and If-Match over versions (RFC 9110, 13).

The tag of a view is `VERSION.TAG`. TAG differs by caller, as bodies do, and by the chain of the game's log: two pasts
never bear the same tag. It is a keyed hash, for where the chain itself could be seen, hidden cards could be searched.
"""

import re
from hashlib import blake2b
from typing import Final

from flask import Response, request

from eventstore.store import Tip
from service.clients.authentication import Caller
from service.game.games import Game
from service.http.access import context

NO_VERSION: Final = 0  # stands for an If-Match that no version can meet
_WANTED: Final = re.compile(r'([1-9][0-9]{0,15})|"([1-9][0-9]{0,15})(?:\.([0-9a-f]{12}))?"')


def expected_version(game: Game, caller: Caller) -> int | Tip | None:
    """The version that If-Match asks for of a game; None without the header, NO_VERSION where none can meet it.

    It may be a version, in quotes or bare, or the tag of one of the caller's own views, which asks for its past too.
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
    """The tag of what a caller sees of a game right after a version."""
    seen, key = f"{game.id} {_sight(caller)} {game.chain}", context().store.secret()
    return f"{game.version}.{blake2b(seen.encode(), digest_size=6, key=key, person=b'view').hexdigest()}"


def _sight(caller: Caller) -> str:
    """What callers that see the same have in common."""
    return "owner" if caller.is_owner else str(caller.seat)


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
