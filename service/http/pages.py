"""Makes the pages and documents that change only with the server: once, with their compressed form.

The pages beside the console begin with the same bar, which leads to the others.
"""

import gzip
import re
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Final

from flask import Response

from service.http.caching import KEPT, allow_caching, tag_of_content
from service.http.compression import accepts_gzip

PLACE: Final = "<!-- frame -->"
"""Marks the place of the bar in a page."""
_ADDRESS: Final = re.compile(r"""(?<=\s)((?:href|src)=["'])/""")


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
        if response.status_code == HTTPStatus.OK and accepts_gzip():
            response.set_data(shown.packed)
            response.headers["Content-Encoding"] = "gzip"
    return response


def frame(page: str, path: str, base: str) -> str:
    """Return a page with the bar, in which the link to the page's own path is marked; links begin with a base path."""
    bar = _bar().replace(f'href="{path}"', f'href="{path}" aria-current="page"')
    return page_under(page.replace(PLACE, bar), base)


@cache
def _bar() -> str:
    return (files("service.http") / "frame.html").read_text(encoding="utf-8")


def page_under(page: str, base: str) -> str:
    """Return a page of HTML whose links into the server begin with a base path."""
    return _ADDRESS.sub(rf"\1{base}/", page) if base else page
