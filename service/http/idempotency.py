"""Idempotency-Key: the key of a request in its scope of method, path and credential."""

from flask import Response, request

from service.http.access import credential
from service.idempotency import Key


def idempotency_key() -> Key | None:
    """The key that the request names; None without one; raises Problem where it is no secret."""
    value = request.headers.get("Idempotency-Key")
    if value is None:
        return None
    return Key.of(value, request.method, request.path, credential(), request.get_data())


def marked(response: Response, replayed: bool) -> Response:
    """The answer, saying so when it is one that was given before."""
    if replayed:
        response.headers["Idempotency-Replayed"] = "true"
    return response
