"""Opens the span of each request of the API, where traces are recorded."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask

from service.tracing import spans

Environment = dict[str, Any]
Wsgi = Callable[[Environment, Any], Iterable[bytes]]
API: Final = "/v1/"
"""Begins the paths whose requests are traced; probes and pages are not."""


def begin(app: Flask) -> None:
    """Record spans in this process from now on, also of requests to an application, if traces are wanted."""
    spans.begin("api")
    if spans.is_on():
        setattr(app, "wsgi_app", Traced(app.wsgi_app))  # noqa: B010 - a method


class Traced:
    """Wraps an application: a request goes on below the span of a caller that sends `traceparent`."""

    def __init__(self, usual: Wsgi) -> None:
        self._usual = usual

    def __call__(self, environ: Environment, start: Any) -> Iterable[bytes]:
        """Answer a request. Its span ends when the answer begins, so a stream's is as short as any."""
        if not environ["PATH_INFO"].startswith(API):
            return self._usual(environ, start)
        with spans.resume(environ.get("HTTP_TRACEPARENT"), "request", "server"):
            return self._usual(environ, _noting(start))


def _noting(start: Any) -> Any:
    """Return a `start_response` that notes in the open span what is answered."""

    def begin(status: str, headers: list[tuple[str, str]], *failed: Any) -> Any:
        spans.note(status=int(status[:3]), request=dict(headers).get("X-Request-Id"))
        return start(status, headers, *failed)

    return begin
