"""Lets clients keep answers: tags, and conditional requests (RFC 9110, 13).

The tag of a view is `VERSION.TAG`, as `service.views.view_tags` makes it. What changes only with the server is
tagged by content. That tag is weak, since the compressed and the plain form of a body share it.
"""

import re
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from flask import Response
from werkzeug.http import parse_etags

from eventstore.records import Tip
from service.clients.authentication import Caller
from service.game.games import Game
from service.http.access import context
from service.http.answers import Answer, json_answer
from service.http.incoming import incoming
from service.views.newest_views import Body
from service.views.view_tags import tag_of

KEPT: Final = "max-age=300"
"""Lets a client use its copy for 5 minutes; it may be that long behind a new release."""
OWN_KEPT: Final = f"private, {KEPT}"
ASKED: Final = "no-cache"
"""Lets a client keep a copy of a page that it must revalidate each time."""
TAG_LENGTH: Final = 32  # hex digits
NO_VERSION: Final = 0  # stands for an If-Match that no version can match
_WANTED: Final = re.compile(r'([1-9][0-9]{0,15})|"([1-9][0-9]{0,15})(?:\.([0-9a-f]{12})(?:\.[0-9a-f]{1,8})?)?"')


def lasting_answer(value: object) -> Response:
    """Return an entry of the catalog as JSON; it may depend on the client's key, so shared caches must not keep it."""
    response = json_answer(value)
    return allow_caching(response, tag_of_content(response.get_data()), OWN_KEPT)


def allow_caching(response: Response, tag: str, cached: str) -> Response:
    """Tag an answer and set its Cache-Control; a client that already has it gets 304 without a body."""
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = cached
    if is_known(tag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.set_data(b"")
    return response


def tag_of_content(body: bytes) -> str:
    """Return the tag of a body."""
    return sha256(body).hexdigest()[:TAG_LENGTH]


def read_if_match(game: Game, caller: Caller) -> int | Tip | None:
    """Return the version required by the request's If-Match: None without one or for `*`, NO_VERSION if none can match.

    It is a version, quoted or bare, or the tag of one of the caller's own views, which also requires its history.
    """
    given = incoming().environ.get("HTTP_IF_MATCH")
    if given is None or given.strip() == "*":
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
