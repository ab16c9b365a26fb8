"""Reads the Idempotency-Key of a request, in its scope of method, path and credential."""

from flask import Response, request

from service.game.idempotency import SHORTEST_ANONYMOUS, Key
from service.http.access import credential
from service.problems import Problem, invalid_header
from service.schemas.headers import LONGEST_KEY


def idempotency_key(*, is_secret: bool = False) -> Key | None:
    """Return the request's idempotency key, None without one; raises Problem if it is malformed or too short.

    With `is_secret` it must be long enough for a secret even beside a token, which others may know.
    """
    value = request.headers.get("Idempotency-Key")
    if value is None:
        return None
    return key_of(value, request.method, request.path, credential(), request.get_data(), is_secret=is_secret)


def key_of(value: str, method: str, path: str, credential: str | None, body: bytes, *, is_secret: bool = False) -> Key:
    """Return an idempotency key in its scope; raises Problem if it is malformed or too short."""
    if not 1 <= len(value) <= LONGEST_KEY:
        raise invalid_header("Idempotency-Key", "text", least=1, most=LONGEST_KEY)
    if is_secret and len(value) < SHORTEST_ANONYMOUS:
        raise Problem("idempotency_key_too_short")
    return Key.of(value, method, path, credential, body)


def marked(response: Response, replayed: bool) -> Response:
    """Mark an answer that was given before."""
    if replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response
