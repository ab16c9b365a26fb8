"""Turns every exception into a problem answer: application/problem+json (RFC 9457)."""

import logging
from typing import Final
from urllib.parse import quote

from flask import Flask, Response, request
from gunicorn.http.errors import ParseException
from marshmallow import ValidationError
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from eventstore.archive.objects import ArchiveAway
from eventstore.budget import TooLong
from eventstore.outages import StorageFull, StoreReplaced, Unconfirmed, is_full
from service.clients.tokens import has_form_of_key
from service.game.quarantine import AWAY, AWAY_RETRY_S
from service.http.answers import json_answer
from service.http.bodies import most_accepted
from service.http.incoming import incoming
from service.http.linking import under
from service.http.metrics import Metrics
from service.http.negotiation import language
from service.http.problem_documents import problem_document, problem_of_shape
from service.http.strict_json import BadJson
from service.http.unknown_paths import find_path, problem_of_path
from service.problems import Problem, unsupported
from service.process.known_store import Comparison
from service.tracing import spans

MEDIA_TYPE: Final = "application/problem+json"
SLUGS: Final = {
    400: "bad_json",
    406: "not_acceptable",
    422: "invalid_body",
}
ACCEPTING: Final = {"media_type": "Accept", "no_body": "Accept", "coding": "Accept-Encoding"}
"""The response headers that list the accepted bodies, by the reason of a 415 (RFC 9110, 15.5.16)."""
KEYS: Final = frozenset({"api_key", "administrator_key"})
"""The credentials that are sent in X-Api-Key, regardless of Authorization."""
RETRY_S: Final = 1
FULL_S: Final = 10
LONG_S: Final = 10
REPLACED_S: Final = 60
MISSING: Final = ("game", "key", "player", "unknown_token", "unknown_key", "unknown_ticket")
"""The reasons of a 401 or 404 that may be due to a replaced store."""


log = logging.getLogger(__name__)


def install(app: Flask, metrics: Metrics, known: Comparison) -> None:
    """Answer every exception with a problem; a 401 or 404 due to a replaced store becomes a 503."""

    def answer(problem: Problem) -> Response:
        may_be_lost = problem.params.get("why") in MISSING and problem.status in (401, 404)
        if may_be_lost and known.is_replaced(str((request.view_args or {}).get("id", ""))):
            problem = Problem("store_replaced", retry_after=REPLACED_S)
        metrics.refusals.labels(problem.slug).inc()
        spans.note(problem=problem.slug)
        return problem_answer(problem)

    def on_http(error: HTTPException) -> Response:
        response = answer(_of_http(error))
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return response

    app.register_error_handler(Problem, answer)
    app.register_error_handler(ParseException, lambda _: answer(Problem("bad_request")))  # of the body
    app.register_error_handler(HTTPException, on_http)
    app.register_error_handler(ValidationError, lambda error: answer(problem_of_shape(error)))
    app.register_error_handler(BadJson, lambda error: answer(_of_json(error)))
    app.register_error_handler(RedisError, lambda error: answer(_of_store(error)))
    app.register_error_handler(ArchiveAway, lambda away: answer(_of_archive(away)))
    app.register_error_handler(TooLong, lambda error: answer(_of_long(error)))
    app.register_error_handler(Exception, lambda _: answer(_of_defect()))


def _of_json(error: BadJson) -> Problem:
    why = "named" if "member" in error.members else error.why
    return Problem("bad_json", params={"why": why}, **error.members)


def _of_store(error: RedisError) -> Problem:
    log.warning("a store does not do what is asked: %s", error)
    return problem_of(error)


def _of_archive(away: ArchiveAway) -> Problem:
    log.warning("the archive cannot be reached: %s", away)
    return Problem(AWAY, retry_after=AWAY_RETRY_S, reason=away.reason)


def _of_long(error: TooLong) -> Problem:
    log.warning("%s %s was ended at `%s`: it took too much CPU time", request.method, request.path, error)
    return Problem("too_long", retry_after=LONG_S)


def _of_defect() -> Problem:
    log.exception("%s %s failed", request.method, request.path)
    return Problem("internal_error")


def problem_of(error: RedisError) -> Problem:
    """Return the problem for a store's error, which states whether anything was written."""
    if isinstance(error, Unconfirmed):
        return Problem("outcome_unknown", retry_after=RETRY_S)
    if isinstance(error, StorageFull) or is_full(error):
        return Problem("storage_full", retry_after=FULL_S)
    if isinstance(error, StoreReplaced):
        return Problem("store_replaced", retry_after=REPLACED_S)
    return Problem("store_unavailable", retry_after=RETRY_S)


def problem_answer(problem: Problem) -> Response:
    """Render a problem in the language of the request."""
    if problem.members.get("given") == "nothing":
        _compare_with_headers(problem)
    document = problem_document(problem, language(), request.script_root) | {"instance": quote(under(request.path))}
    response = json_answer(document, problem.status, MEDIA_TYPE)
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="longroad"'
    if problem.status == 415:
        response.headers[ACCEPTING[problem.params["why"]]] = ", ".join(problem.members["allowed"])
    if "retry_after" in problem.members:
        response.headers["Retry-After"] = str(problem.members["retry_after"])
    response.headers["Cache-Control"] = "no-store"
    return response


def _compare_with_headers(problem: Problem) -> None:
    """Add to a problem which credential the request has instead of the one that it needs."""
    headers = request.headers
    if "X-Api-Key" in headers:
        problem.members["given"] = problem.params["why"] = "api_key"
        if "X-Seat" in headers:
            problem.params |= {"why": "seat_of_key", "seat": headers["X-Seat"]}
    elif has_form_of_key(headers.get("Authorization", "")):
        problem.members["given"] = problem.params["why"] = "misplaced_key"
    elif KEYS.issuperset(problem.members["expected"]):
        problem.params["why"] = "key"
        if "Authorization" in headers:
            del problem.members["given"]


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    if isinstance(getattr(error, "exc", None), ValidationError):
        return problem_of_shape(error.exc)  # type: ignore[attr-defined]
    if status == 404:
        return problem_of_path()
    if isinstance(error, MethodNotAllowed):
        params = {"form": find_path(error.valid_methods or ()), "method": request.method}
        return Problem("method_not_allowed", params=params, allowed=sorted(error.valid_methods or ()))
    if status == 415:
        return unsupported("media_type", "application/json")
    if status == 413:
        return Problem("too_large", limit=most_accepted(incoming()))
    if status in SLUGS:
        return Problem(SLUGS[status])
    if 400 <= status < 500:
        return Problem("invalid_body")
    return Problem("internal_error")
