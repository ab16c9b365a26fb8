"""What a request is answered that never reaches the application, because it cannot be read as HTTP: a problem too."""

import secrets
from collections.abc import Sequence
from http import HTTPStatus
from typing import Final

import orjson
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine

from service.http.headers import EXPOSED, told
from service.http.problem_answers import MEDIA_TYPE, problem_document
from service.problems import Problem
from service.quotas import Share
from service.translations import LANGUAGES

HEAD: Final = (
    "HTTP/1.1 {status} {phrase}\r\n"
    "Connection: close\r\n"
    "Content-Type: {media_type}\r\n"
    "Content-Length: {length}\r\n"
    "Content-Language: {language}\r\n"
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "{told}"
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: {exposed}\r\n"
    "X-Request-Id: {request_id}\r\n\r\n"
)


def answer_unreadable(error: Exception, shares: Sequence[Share]) -> bytes:
    """The whole answer; in English, for what the client reads is not known."""
    problem = Problem(_slug(error))
    document = problem_document(problem, LANGUAGES[0]) | {"instance": "/"}
    body = orjson.dumps(document)
    head = HEAD.format(
        status=problem.status,
        phrase=HTTPStatus(problem.status).phrase,
        media_type=MEDIA_TYPE,
        length=len(body),
        language=LANGUAGES[0],
        told="".join(f"{name}: {value}\r\n" for name, value in told(shares).items()),
        exposed=EXPOSED,
        request_id=secrets.token_hex(8),
    )
    return head.encode() + body


def _slug(error: Exception) -> str:
    if isinstance(error, LimitRequestLine):
        return "uri_too_long"
    return "headers_too_large" if isinstance(error, LimitRequestHeaders) else "bad_request"
