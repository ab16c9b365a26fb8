"""Adds the headers of every answer: X-Request-Id, X-Content-Type-Options, CORS, Content-Language, RateLimit, gzip."""

import logging
import re
import secrets
from collections.abc import Sequence
from http import HTTPStatus
from time import perf_counter
from typing import Final

from flask import Flask, Response, g, request

from eventstore.budget import measure_cpu
from service.http.access import check_token
from service.http.api_versions import check_version
from service.http.bodies import make_room
from service.http.counters import Share
from service.http.hosts import Hosts
from service.http.languages import language
from service.http.metrics import Metrics
from service.http.quotas import check_key, check_quotas, check_room, count_refusal, take_shares
from service.process.logs import say_request
from service.views.newest import pack

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
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


def install(app: Flask, metrics: Metrics, hosts: Hosts, *, is_logged: bool = False) -> None:
    """Add headers and metrics to every answer of the application; only requests to `hosts` are served."""

    def begin() -> None:
        g.started = perf_counter()
        g.request_id = request_id(request.headers.get("X-Request-Id", ""))
        say_request(g.request_id)
        make_room(request)
        g.shares = take_shares()
        check_quotas(g.shares)
        hosts.check()
        if request.path.startswith("/v1"):
            check_version()
        check_key()
        check_token()
        check_room()

    def end(response: Response) -> Response:
        _identify(response)
        _settle(response)
        _open_to_browsers(response)
        _pack(response)
        _measure(response, metrics)
        if response.status_code >= 400:
            count_refusal(response.status_code, measure_cpu(), response.content_length or 0)
        return response

    app.before_request(begin)
    app.after_request(end)
    if is_logged:
        app.after_request(_log)


def request_id(given: str) -> str:
    """Return the id that the client gave a request, or a new one if that is not acceptable."""
    return given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def _identify(response: Response) -> None:
    headers = response.headers
    headers["X-Request-Id"] = g.request_id
    headers["X-Content-Type-Options"] = "nosniff"
    headers.update(quota_headers(g.shares))
    if "language" in g:
        headers["Content-Language"] = language()
        response.vary.add("Accept-Language")


def quota_headers(shares: Sequence[Share]) -> dict[str, str]:
    """Return what is left of quotas as headers; none for requests that are not counted."""
    if not shares:
        return {}
    limits, policies = [share.limit for share in shares], [share.quota.policy for share in shares]
    return {"RateLimit": ", ".join(limits), "RateLimit-Policy": ", ".join(policies)}


def _settle(response: Response) -> None:
    """Forbid caching unless the answer allows it, since most depend on the caller; drop the type of an empty body."""
    if request.path.startswith("/v1"):
        response.headers.setdefault("Cache-Control", "no-store")
    if response.status_code == HTTPStatus.NO_CONTENT or (request.method == "OPTIONS" and response.status_code == 200):
        response.headers.pop("Content-Type", None)


def _open_to_browsers(response: Response) -> None:
    headers = response.headers
    headers["Access-Control-Allow-Origin"] = "*"
    headers["Access-Control-Expose-Headers"] = EXPOSED
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
        headers["Access-Control-Allow-Headers"] = ALLOWED
        headers["Access-Control-Max-Age"] = PREFLIGHT_S


def _pack(response: Response) -> None:
    if response.is_streamed or response.direct_passthrough or not (response.mimetype or "").startswith(PACKED):
        return
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) < WORTH_PACKING or request.accept_encodings["gzip"] <= 0 or "Content-Encoding" in response.headers:
        return
    response.set_data(pack(body))
    response.headers["Content-Encoding"] = "gzip"


def _measure(response: Response, metrics: Metrics) -> None:
    metrics.count(request.method, str(request.url_rule or "none"), response.status_code, perf_counter() - g.started)


def _log(response: Response) -> Response:
    seconds = perf_counter() - g.started
    log_access(request.method, request.path, response.status_code, seconds, request.remote_addr)
    return response


def log_access(method: str, path: str, status: int, seconds: float, address: str | None) -> None:
    """Write a line of the access log; queries are left out, because they may hold tickets."""
    fields = {"method": method, "path": path, "status": status}
    more = {"seconds": round(seconds, 4), "address": address}
    log.info("%s %s %d %.4f s", *fields.values(), seconds, extra=fields | more)
