"""Implements conditional requests: ETag, If-None-Match and If-Match over versions (RFC 9110, 13).

The tag of a view is `VERSION.TAG`, as `service.views.tags` makes it.
"""

import re
from typing import Final

from flask import Response
from werkzeug.http import parse_etags

from eventstore.records import Tip
from service.clients.authentication import Caller
from service.game.games import Game
from service.http.access import context
from service.http.answers import Answer
from service.http.incoming import incoming
from service.views.newest_views import Body
from service.views.tags import tag_of

ANY: Final = "*"
NO_VERSION: Final = 0  # stands for an If-Match that no version can match
_WANTED: Final = re.compile(r'([1-9][0-9]{0,15})|"([1-9][0-9]{0,15})(?:\.([0-9a-f]{12})(?:\.[0-9a-f]{1,8})?)?"')


def read_if_match(game: Game, caller: Caller) -> int | Tip | None:
    """Return the version required by the request's If-Match: None without one or for `*`, NO_VERSION if none can match.

    It is a version, quoted or bare, or the tag of one of the caller's own views, which also requires its history.
    """
    given = incoming().environ.get("HTTP_IF_MATCH")
    if given is None or given.strip() == ANY:
        return None
    wanted = _WANTED.fullmatch(given.strip())
    if wanted is None:
        return NO_VERSION
    if wanted[3] is None:
        return int(wanted[1] or wanted[2])
    return game.tip if f"{wanted[2]}.{wanted[3]}" == tag_of(context(), game, caller) else NO_VERSION


def is_known(tag: str) -> bool:
    """Return whether the client already has the body with this tag: If-None-Match names it (weak comparison)."""
    given = incoming().environ.get("HTTP_IF_NONE_MATCH")
    if given is None:
        return False
    known = parse_etags(given)
    return known.contains_weak(tag) or known.star_tag


def tag_response(response: Response, tag: str) -> Response:
    """Tag an answer whose body depends on tag and caller alone."""
    response.headers.update(_headers_of(tag))
    return response


def tag_answer(body: Body | None, tag: str) -> Answer:
    """Return a tagged answer of the route table: 304 if `body` is None, since the client already has it."""
    return Answer(body, 200 if body else 304, _headers_of(tag))


def _headers_of(tag: str) -> dict[str, str]:
    return {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache", "Vary": "Authorization"}


def not_modified(tag: str) -> Response:
    """Return the answer to a client that already has the body."""
    return tag_response(Response(status=304), tag)
