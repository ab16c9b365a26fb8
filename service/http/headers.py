"""Adds the headers of every answer: X-Request-Id, X-Content-Type-Options, CORS, Content-Language, RateLimit."""

import logging
from collections.abc import Sequence
from http import HTTPStatus
from time import perf_counter
from typing import Final

from flask import Flask, Response, request

from eventstore.budget import measure_cpu
from service.http.admission import admit
from service.http.answers import Answer
from service.http.compression import WORTH_PACKING, accepts_gzip, compress_response
from service.http.declared import operation_of
from service.http.incoming import NO_ROUTE, incoming
from service.http.quota_counters import Share
from service.http.quotas import count_refusal
from service.http.spending import count_usage

EXPOSED: Final = (
    "Content-Language, Deprecation, ETag, Idempotency-Replayed, Link, Location, Preference-Applied, RateLimit, "
    "RateLimit-Policy, Retry-After, Sunset, X-Request-Id"
)
ALLOWED: Final = (
    "Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, "
    "Prefer, Traceparent, X-Api-Key, X-Longroad-Version, X-Request-Id, X-Seat"
)
PREFLIGHT_S: Final = "86400"
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
        if request.path.startswith("/v1"):
            response.headers.setdefault("Cache-Control", UNCACHED)  # most answers depend on the caller
        if response.status_code == 204 or (request.method == "OPTIONS" and response.status_code == 200):
            response.headers.pop("Content-Type", None)  # the body is empty
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
            response.headers["Access-Control-Allow-Headers"] = ALLOWED
            response.headers["Access-Control-Max-Age"] = PREFLIGHT_S
        compress_response(response)
        note(response.status_code, response.content_length or 0)
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
    """Return the headers of some quotas (draft-ietf-httpapi-ratelimit-headers); none if there are none."""
    if not shares:
        return {}
    limits = [f'"{one.quota.name}";r={max(0, one.left)};t={one.reset}' for one in shares]
    policies = [f'"{one.quota.name}";q={one.quota.most};w={one.quota.window}' for one in shares]
    return {"RateLimit": ", ".join(limits), "RateLimit-Policy": ", ".join(policies)}


def note(status: int, size: int) -> None:
    """Count the answer of this request, of `size` bytes, and write its line into the access log, if there is one."""
    here = incoming()
    count_usage(size)
    seconds = perf_counter() - here.began
    here.application.metrics.count(here.method, here.route, status, seconds)
    if here.application.context.settings.access_log == "on":
        # without the query, which may hold a ticket
        fields = {"method": here.method, "path": here.path, "status": status}
        more = {"seconds": round(seconds, 4), "address": here.environ.get("REMOTE_ADDR")}
        log.info("%s %s %d %.4f s", *fields.values(), seconds, extra=fields | more)
