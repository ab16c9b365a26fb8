"""Reads the Idempotency-Key of a request, in its scope of method, path and credential."""

from typing import Final

from flask import Response

from service.game.idempotency import SHORTEST_ANONYMOUS, Key
from service.http.access import credential
from service.http.bodies import body
from service.http.incoming import incoming
from service.problems import Problem, invalid_header
from service.schemas.headers import LONGEST_KEY

REPEATED: Final = {"Idempotency-Replayed": "true"}
"""The headers of a replayed answer."""


def idempotency_key(*, is_secret: bool = False) -> Key | None:
    """Return the request's idempotency key, None without one; raises Problem if it is malformed or too short.

    With `is_secret` it must be long enough for a secret even beside a token, which others may know.
    """
    here = incoming()
    value = here.environ.get("HTTP_IDEMPOTENCY_KEY")
    if value is None:
        return None
    if not 1 <= len(value) <= LONGEST_KEY:
        raise invalid_header("Idempotency-Key", "text", least=1, most=LONGEST_KEY)
    if is_secret and len(value) < SHORTEST_ANONYMOUS:
        raise Problem("idempotency_key_too_short")
    return Key.of(value, here.method, here.path, credential(), body())


def mark(response: Response, replayed: bool) -> Response:
    """Mark an answer as replayed, if it is."""
    if replayed:
        response.headers.update(REPEATED)
    return response
