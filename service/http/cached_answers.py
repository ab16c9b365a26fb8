"""Answers documents that change only with the server, tagged by content, so that clients can cache and revalidate them.

The tag is weak, since the compressed and the plain form of a body share it.
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
"""Lets a client use its copy for 5 minutes; it may be that long behind a new release."""
OWN_KEPT: Final = f"private, {KEPT}"
ASKED: Final = "no-cache"
"""Lets a client keep a copy of a page that it must revalidate each time."""
TAG_LENGTH: Final = 32  # hex digits


@dataclass(frozen=True, slots=True)
class Document:
    """Represents a document that a process makes once: its bytes, the same compressed, its media type and its tag."""

    body: bytes
    packed: bytes
    mimetype: str
    tag: str


def document(body: bytes, mimetype: str) -> Document:
    """Return a document with its compressed form, which is empty if it is not smaller."""
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
