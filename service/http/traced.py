"""Opens a span for each request of the API, if traces are recorded."""

from collections.abc import Iterable
from typing import Any, Final

from flask import Flask

from service.http.incoming import Environment
from service.tracing import spans

API: Final = "/v1/"
"""The prefix of the paths whose requests are traced; probes and pages are not."""


def begin(app: Flask) -> None:
    """Begin to record spans in this process, including those of an application's requests, if tracing is on.

    A request's span is a child of the caller's span if `traceparent` names one. It ends when the answer begins, so a
    stream's is as short as any.
    """
    spans.begin("api")
    usual = app.wsgi_app

    def trace(environ: Environment, start: Any) -> Iterable[bytes]:
        if not environ["PATH_INFO"].startswith(API):
            return usual(environ, start)

        def note(status: str, headers: list[tuple[str, str]], *failed: Any) -> Any:
            spans.note(status=int(status[:3]), request=dict(headers).get("X-Request-Id"))
            return start(status, headers, *failed)

        with spans.resume(environ.get("HTTP_TRACEPARENT"), "request", "server"):
            return usual(environ, note)

    if spans.is_on():
        setattr(app, "wsgi_app", trace)  # noqa: B010 - a method
