"""Checks what all refusals have in common, and lists bodies that are not JSON."""

from typing import Any
from urllib.parse import unquote

from werkzeug.test import TestResponse

JSON = "application/json"
MALFORMED = {
    "nothing": b"",
    "no JSON": b"{'type': 'Roll'}",
    "NaN": b'{"type": "Roll", "n": NaN}',
    "a member twice": b'{"type": "Roll", "type": "Step"}',
    "deep nesting": b'{"type":' + b"[" * 100 + b"]" * 100 + b"}",
    "invalid UTF-8": b'{"type": "\xff"}',
    "a lone surrogate": b'{"type": "\\udc00"}',
}


def problem(answer: TestResponse, status: int, slug: str) -> dict[str, Any]:
    """Return the problem of an answer, after checking what all problems have in common."""
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "application/problem+json"
    body: dict[str, Any] = answer.json
    assert (body["type"], body["status"]) == (f"/problems/{slug}", status)
    assert body["title"]
    assert body["detail"]
    assert unquote(body["instance"]) == answer.request.path
    assert body["instance"].isprintable()
    assert body["instance"].isascii()
    assert answer.headers["X-Request-Id"]
    return body
