"""Gives each request a budget of CPU time, which the loops of `eventstore` and `service` check."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask

from eventstore.budget import Budget

Environment = dict[str, Any]
Wsgi = Callable[[Environment, Any], Iterable[bytes]]
READING: Final = ("GET", "HEAD")


def install(app: Flask) -> None:
    """Limit the requests to an application."""
    setattr(app, "wsgi_app", Limited(app.wsgi_app))  # noqa: B010 - a method


class Limited:
    """Wraps an application: a request is limited until its answer begins, so a stream may continue without limit."""

    def __init__(self, usual: Wsgi) -> None:
        self.usual = usual

    def __call__(self, environ: Environment, start: Any) -> Iterable[bytes]:
        """Answer a request."""
        with Budget(only_reads=environ["REQUEST_METHOD"] in READING):
            return self.usual(environ, start)
