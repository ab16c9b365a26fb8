"""Compresses answers with gzip, for clients that accept it (Accept-Encoding, RFC 9110, 12.5.3).

The documents of `pages.py` and the bodies that requests share are compressed once; `accepts_gzip` chooses their form.
"""

from functools import lru_cache
from typing import Final

from flask import Response
from werkzeug.http import parse_accept_header

from service.http.incoming import incoming
from service.views.newest_views import pack

WORTH_PACKING: Final = 1000  # bytes
PACKED: Final = ("application/json", "application/problem+json", "text/", "application/javascript", "image/svg+xml")


def compress_response(response: Response) -> None:
    """Compress the body of an answer of Flask, if it is text, long enough, and not compressed already."""
    if response.is_streamed or response.direct_passthrough or not (response.mimetype or "").startswith(PACKED):
        return
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) < WORTH_PACKING or not accepts_gzip() or "Content-Encoding" in response.headers:
        return
    response.set_data(pack(body))
    response.headers["Content-Encoding"] = "gzip"


def accepts_gzip() -> bool:
    """Return whether the client reads compressed bodies."""
    return _accepts_gzip(incoming().environ.get("HTTP_ACCEPT_ENCODING"))


@lru_cache(maxsize=256)
def _accepts_gzip(given: str | None) -> bool:
    return parse_accept_header(given)["gzip"] > 0
