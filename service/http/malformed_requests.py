"""Answers input that never reaches the application, such as malformed HTTP, with a problem."""

import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus

import orjson
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine

from service.http.headers import EXPOSED, quota_headers
from service.http.problem_answers import MEDIA_TYPE
from service.http.problem_documents import problem_document
from service.http.quota_counters import Share
from service.problems import Problem
from service.texts.files import LANGUAGES


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
    retry = {"Retry-After": problem.members["retry_after"]} if "retry_after" in problem.members else {}
    sent = {
        "Connection": "close",
        "Content-Type": MEDIA_TYPE,
        "Content-Length": len(body),
        "Content-Language": LANGUAGES[0],
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        **headers,
        **retry,
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": EXPOSED,
        "X-Request-Id": secrets.token_hex(8),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    return f"HTTP/1.1 {problem.status} {HTTPStatus(problem.status).phrase}\r\n{head}\r\n".encode() + body
