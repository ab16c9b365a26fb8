"""Answers input that never reaches the application, such as malformed HTTP, with a problem."""

import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Final

import orjson
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine

from service.http.counters import Share
from service.http.headers import EXPOSED, quota_headers
from service.http.problem_answers import MEDIA_TYPE, problem_document
from service.problems import Problem
from service.texts.files import LANGUAGES

HEAD: Final = (
    "HTTP/1.1 {status} {phrase}\r\n"
    "Connection: close\r\n"
    "Content-Type: {media_type}\r\n"
    "Content-Length: {length}\r\n"
    "Content-Language: {language}\r\n"
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "{more}"
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: {exposed}\r\n"
    "X-Request-Id: {request_id}\r\n\r\n"
)


def answer_unreadable(error: Exception, shares: Sequence[Share], base: str) -> bytes:
    """Return the complete answer to unreadable input."""
    slug = "headers_too_large" if isinstance(error, LimitRequestHeaders) else "bad_request"
    if isinstance(error, LimitRequestLine):
        slug = "uri_too_long"
    return raw_answer(Problem(slug), quota_headers(shares), base)


def raw_answer(problem: Problem, headers: Mapping[str, str], base: str) -> bytes:
    """Return a complete problem answer, in English, since the client's language is unknown."""
    document = problem_document(problem, LANGUAGES[0], base) | {"instance": f"{base}/"}
    body = orjson.dumps(document)
    if "retry_after" in problem.members:
        headers = {**headers, "Retry-After": str(problem.members["retry_after"])}
    head = HEAD.format(
        status=problem.status,
        phrase=HTTPStatus(problem.status).phrase,
        media_type=MEDIA_TYPE,
        length=len(body),
        language=LANGUAGES[0],
        more="".join(f"{name}: {value}\r\n" for name, value in headers.items()),
        exposed=EXPOSED,
        request_id=secrets.token_hex(8),
    )
    return head.encode() + body
