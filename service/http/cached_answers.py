"""Answers with what changes only with the server: tagged by its content, so that clients keep it and ask again cheaply.

Such a tag is weak, since the packed and the plain form of a body share it.
"""

import gzip
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Final

from flask import Response, request

from service.http.conditions import is_known
from service.http.provider import json_answer

KEPT: Final = "max-age=300"
"""Lets a client go without asking for 5 minutes: so long it may be behind a new release."""
OWN_KEPT: Final = f"private, {KEPT}"
ASKED: Final = "no-cache"
"""Lets a client keep a page, and ask each time whether it is still the newest."""
TAG_LENGTH: Final = 32  # hex digits


@dataclass(frozen=True, slots=True)
class Document:
    """Represents a document that a process makes once: its bytes, the same compressed, its media type and its tag."""

    body: bytes
    packed: bytes
    mimetype: str
    tag: str


def document(body: bytes, mimetype: str) -> Document:
    """Return a document, compressed once and for all; what does not become smaller stays as it is."""
    packed = gzip.compress(body, mtime=0)
    return Document(body, packed if len(packed) < len(body) else b"", mimetype, tag_of_content(body))


def document_answer(shown: Document, cached: str = KEPT) -> Response:
    """Return a document, compressed for clients that accept it."""
    response = allow_caching(Response(shown.body, mimetype=shown.mimetype), shown.tag, cached)
    if shown.packed:
        response.vary.add("Accept-Encoding")
        if response.status_code == HTTPStatus.OK and request.accept_encodings["gzip"] > 0:
            response.set_data(shown.packed)
            response.headers["Content-Encoding"] = "gzip"
    return response


def lasting_answer(value: object) -> Response:
    """Return an entry of the catalog as JSON, which the client alone may keep: it can depend on its key."""
    response = json_answer(value)
    return allow_caching(response, tag_of_content(response.get_data()), OWN_KEPT)


def allow_caching(response: Response, tag: str, cached: str) -> Response:
    """Tag an answer, and say who may keep it for how long; a client that has it already gets no body."""
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = cached
    if is_known(tag):
        response.status_code = HTTPStatus.NOT_MODIFIED
        response.set_data(b"")
    return response


def tag_of_content(body: bytes) -> str:
    """Return the tag of a body."""
    return sha256(body).hexdigest()[:TAG_LENGTH]
