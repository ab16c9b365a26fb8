"""Adds the headers of every answer: X-Request-Id, X-Content-Type-Options, CORS, Content-Language, RateLimit, gzip."""

import logging
from collections.abc import Sequence
from functools import lru_cache
from http import HTTPStatus
from time import perf_counter
from typing import Final

from flask import Flask, Response, request
from werkzeug.http import parse_accept_header

from eventstore.budget import measure_cpu
from service.http.admission import admit
from service.http.answers import Answer
from service.http.counters import Share
from service.http.declared import operation_of
from service.http.incoming import NO_ROUTE, incoming
from service.http.quotas import count_refusal
from service.views.newest_views import pack

EXPOSED: Final = (
    "Content-Language, Deprecation, ETag, Idempotency-Replayed, Link, Location, Preference-Applied, RateLimit, "
    "RateLimit-Policy, Retry-After, Sunset, X-Request-Id"
)
ALLOWED: Final = (
    "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "Prefer, Traceparent, X-Api-Key, X-Longroad-Version, X-Request-Id, X-Seat"
)
PREFLIGHT_S: Final = "86400"
WORTH_PACKING: Final = 1000  # bytes
PACKED: Final = ("application/json", "application/problem+json", "text/", "application/javascript", "image/svg+xml")
log = logging.getLogger("longroad.access")
STATUS_LINES: Final = {status.value: f"{status.value} {status.phrase.upper()}" for status in HTTPStatus}
UNCACHED: Final = "no-store"
_FIXED: Final = {
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": EXPOSED,
}


def install(app: Flask) -> None:
    """Admit every request that Flask routes, and add headers and metrics to every answer that it makes."""

    def begin() -> None:
        here = incoming()
        here.operation = operation_of(app.view_functions.get(request.endpoint or ""))
        here.route = str(request.url_rule or NO_ROUTE)
        admit()

    def end(response: Response) -> Response:
        response.headers.update(common_headers())
        if incoming().language:
            response.vary.add("Accept-Language")
        _settle(response)
        _open_preflight(response)
        _pack(response)
        note(response.status_code)
        if response.status_code >= 400:
            count_refusal(response.status_code, measure_cpu(), response.content_length or 0)
        return response

    app.before_request(begin)
    app.after_request(end)


def complete(answer: Answer) -> tuple[dict[str, str], bytes]:
    """Return all headers of an answer of the route table, and its body as it is sent."""
    here = incoming()
    varying = filter(None, (answer.headers.get("Vary"), here.language and "Accept-Language", "Accept-Encoding"))
    headers = {**common_headers(), "Cache-Control": UNCACHED, **answer.headers, "Vary": ", ".join(varying)}
    if answer.body is None:
        return headers, b""
    body = answer.body.json
    headers["Content-Type"] = "application/json"
    if len(body) >= WORTH_PACKING and accepts_gzip():
        body = answer.body.compress()
        headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(body))
    return headers, body


def common_headers() -> dict[str, str]:
    """Return the headers that every answer to this request has."""
    here = incoming()
    headers = {"X-Request-Id": here.id, **_FIXED, **quota_headers(here.shares)}
    if here.language:
        headers["Content-Language"] = here.language
    return headers


def quota_headers(shares: Sequence[Share]) -> dict[str, str]:
    """Return the RateLimit headers of some quotas; none for requests that are not counted."""
    if not shares:
        return {}
    limits, policies = [share.limit for share in shares], [share.quota.policy for share in shares]
    return {"RateLimit": ", ".join(limits), "RateLimit-Policy": ", ".join(policies)}


def _settle(response: Response) -> None:
    """Forbid caching unless the answer allows it, since most depend on the caller; drop the type of an empty body."""
    if request.path.startswith("/v1"):
        response.headers.setdefault("Cache-Control", UNCACHED)
    if response.status_code == HTTPStatus.NO_CONTENT or (request.method == "OPTIONS" and response.status_code == 200):
        response.headers.pop("Content-Type", None)


def _open_preflight(response: Response) -> None:
    headers = response.headers
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = ALLOWED
        headers["Access-Control-Max-Age"] = PREFLIGHT_S


def _pack(response: Response) -> None:
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


def note(status: int) -> None:
    """Count the answer of this request, and write its line into the access log, if there is one.

    Queries are left out of it, because they may hold tickets.
    """
    here = incoming()
    seconds = perf_counter() - here.began
    here.application.metrics.count(here.method, here.route, status, seconds)
    if here.application.context.settings.access_log == "on":
        fields = {"method": here.method, "path": here.path, "status": status}
        more = {"seconds": round(seconds, 4), "address": here.environ.get("REMOTE_ADDR")}
        log.info("%s %s %d %.4f s", *fields.values(), seconds, extra=fields | more)
