"""Opens a span for each request of the API, if traces are recorded."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask

from service.tracing import spans

Environment = dict[str, Any]
Wsgi = Callable[[Environment, Any], Iterable[bytes]]
API: Final = "/v1/"
"""The prefix of the paths whose requests are traced; probes and pages are not."""


def begin(app: Flask) -> None:
    """Begin to record spans in this process, including those of an application's requests, if tracing is on."""
    spans.begin("api")
    if spans.is_on():
        setattr(app, "wsgi_app", Traced(app.wsgi_app))  # noqa: B010 - a method


class Traced:
    """Wraps an application: a request's span is a child of the caller's span if `traceparent` names one."""

    def __init__(self, usual: Wsgi) -> None:
        self._usual = usual

    def __call__(self, environ: Environment, start: Any) -> Iterable[bytes]:
        """Answer a request. Its span ends when the answer begins, so a stream's is as short as any."""
        if not environ["PATH_INFO"].startswith(API):
            return self._usual(environ, start)
        with spans.resume(environ.get("HTTP_TRACEPARENT"), "request", "server"):
            return self._usual(environ, _noting(start))


def _noting(start: Any) -> Any:
    """Return a `start_response` that adds the status and the request's id to the open span."""

    def begin(status: str, headers: list[tuple[str, str]], *failed: Any) -> Any:
        spans.note(status=int(status[:3]), request=dict(headers).get("X-Request-Id"))
        return start(status, headers, *failed)

    return begin
