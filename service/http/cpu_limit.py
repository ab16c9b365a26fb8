"""Gives each request a budget of CPU time; the points in `eventstore.budget` end those that use more."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask

from eventstore.budget import limited

Environment = dict[str, Any]
Wsgi = Callable[[Environment, Any], Iterable[bytes]]
READING: Final = ("GET", "HEAD")


def install(app: Flask) -> None:
    """Limit the requests to an application until their answers begin; streams go on as long as they like."""
    usual: Wsgi = app.wsgi_app

    def answered(environ: Environment, start: Any) -> Iterable[bytes]:
        with limited(only_reads=environ["REQUEST_METHOD"] in READING):
            return usual(environ, start)

    setattr(app, "wsgi_app", answered)  # noqa: B010 - a method
