"""Answers the most frequent requests, for views, legal actions and commands, without Flask.

Flask's own work costs several times that of an answer with an unchanged view, so these operations are routed here and
nowhere else. They share the functions for quotas, checks and headers with all other operations; Flask answers the
requests that they refuse, as it does every problem.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask

from service.http.admission import admit
from service.http.answers import Answer
from service.http.arguments import parse_query, refuse_parameters
from service.http.declared import DirectRoute
from service.http.headers import STATUS_LINES, complete, note
from service.http.incoming import Environment, Incoming

Wsgi = Callable[[Environment, Any], Iterable[bytes]]
_ID: Final = "<id>"


def install(app: Flask, routes: Iterable[DirectRoute]) -> None:
    """Answer the requests to these routes here, and all others by the application's own routes."""
    setattr(app, "wsgi_app", RouteTable(app, app.wsgi_app, routes))  # noqa: B010 - a method


class RouteTable:
    """Wraps an application: sets the current request, and answers requests to its own routes."""

    def __init__(self, app: Flask, framework: Wsgi, routes: Iterable[DirectRoute]) -> None:
        self._app, self._framework = app, framework
        self._forms = [(route.method, _form(route.rule), route) for route in routes]

    def __call__(self, environ: Environment, start: Any) -> Iterable[bytes]:
        """Answer a request."""
        with Incoming(environ, self._app.extensions["longroad"]) as here:
            found = self.find(here.method, here.path)
            return self._framework(environ, start) if found is None else self._answer(here, start, *found)

    def find(self, method: str, path: str) -> tuple[DirectRoute, str] | None:
        """Return the route of a request and the id in its path; None if Flask answers it."""
        wanted = "GET" if method == "HEAD" else method
        for offered, form, route in self._forms:
            if offered == wanted and (matched := form.fullmatch(path)):
                return route, matched[1]
        return None

    def _answer(self, here: Incoming, start: Any, route: DirectRoute, id: str) -> Iterable[bytes]:
        here.operation, here.route = route.operation, route.rule
        try:
            admit()
            answer = _act(route, id)
            headers, body = complete(answer)
        except Exception as error:  # answered by the same handlers as any other
            return self._refuse(here, error, start)
        start(STATUS_LINES[answer.status], list(headers.items()))
        note(answer.status)
        return [] if here.method == "HEAD" else [body]

    def _refuse(self, here: Incoming, error: Exception, start: Any) -> Iterable[bytes]:
        """Answer a request that failed; the error must be the one that is being handled."""
        with self._app.request_context(here.environ):
            return self._app.finalize_request(self._app.handle_user_exception(error))(here.environ, start)


def _act(route: DirectRoute, id: str) -> Answer:
    if route.query is not None:
        return route.act(parse_query(route.query), id)
    refuse_parameters()
    return route.act(id)


def _form(rule: str) -> re.Pattern[str]:
    """Return the pattern of paths that match a rule; like in Flask, they may end in a slash."""
    before, after = rule.split(_ID)
    return re.compile(f"{re.escape(before)}([^/]+){re.escape(after)}/?")
