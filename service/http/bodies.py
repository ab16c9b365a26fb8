"""Reads the body of a request, once, and parses it as strict JSON."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from werkzeug.http import parse_options_header

from service.http.incoming import Incoming, incoming
from service.http.strict_json import parse
from service.problems import Problem, unsupported
from service.schemas.limits import LARGEST_BODY

_LENGTH: Final = re.compile("[0-9]{1,9}")


def body() -> bytes:
    """Return the body of the request, which is read once.

    Raises 413 for one that is longer than its operation accepts, and Problem (400) if the connection ended before it
    did (RFC 9112, 8).
    """
    here = incoming()
    if here.body is None:
        if _is_ordinary(here.environ):
            size = int(here.environ["CONTENT_LENGTH"])
            read: bytes = here.environ["wsgi.input"].read(size)
        else:
            here.framework.max_content_length = most_accepted(here)
            size, read = here.framework.content_length or 0, here.framework.get_data()
        if len(read) < size:
            raise Problem("bad_request")
        here.body = read
    return here.body


def _is_ordinary(environ: Mapping[str, Any]) -> bool:
    """Return whether a request announces the length of its body, and every operation accepts that length."""
    size = environ.get("CONTENT_LENGTH") or ""
    return _LENGTH.fullmatch(size) is not None and int(size) <= LARGEST_BODY and "HTTP_TRANSFER_ENCODING" not in environ


def most_accepted(here: Incoming) -> int:
    """Return the most bytes that a request's body may have."""
    return here.operation.largest if here.method == "POST" else LARGEST_BODY


def size_of_body() -> int:
    """Return the size of the body in bytes: as announced, otherwise as read."""
    announced = incoming().framework.content_length
    return len(body()) if announced is None else announced


def json_body() -> Any:
    """Parse the request's JSON; raises BadJson, Problem (415) for another type or coding, or what `body` does."""
    here = incoming()
    if here.environ.get("HTTP_CONTENT_ENCODING", "").strip().lower() not in ("", "identity"):
        raise unsupported("coding", "identity")
    given = _media_type(here.environ.get("CONTENT_TYPE"))
    if given != "application/json" and not given.endswith("+json"):
        raise unsupported("media_type" if given or body() else "no_body", "application/json")
    read = body()
    if not _is_ordinary(here.environ) and here.framework.content_length is None:
        here.framework.stream.read(1)  # read no further than a body may be long; raises 413 if there is more
    return parse(read, here.operation.widest)


@lru_cache(maxsize=64)
def _media_type(given: str | None) -> str:
    return parse_options_header(given)[0].lower()
