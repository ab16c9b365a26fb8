"""Answers the most frequent requests, for views, legal actions and commands, without Flask.

Flask's own work costs several times that of an answer with an unchanged view, so these operations are routed here and
nowhere else. They share the functions for quotas, checks and headers with all other operations; Flask answers the
requests that they refuse, as it does every problem.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from flask import Flask

from eventstore.budget import Budget
from service.http.admission import admit
from service.http.arguments import parse_query, refuse_parameters
from service.http.declared import DirectRoute
from service.http.headers import STATUS_LINES, complete, note
from service.http.incoming import Environment, Incoming

Wsgi = Callable[[Environment, Any], Iterable[bytes]]
READING: Final = ("GET", "HEAD")
_ID: Final = "<id>"


def install(app: Flask, routes: Iterable[DirectRoute], base: str) -> None:
    """Answer requests to these routes here, all others by the application's own; `base` is LONGROAD_BASE_PATH."""
    setattr(app, "wsgi_app", RouteTable(app, app.wsgi_app, routes, base))  # noqa: B010 - a method


class RouteTable:
    """Wraps an application: sets the current request, and answers requests to its own routes.

    A request has a budget of CPU time until its answer begins, so a stream may continue without limit.
    """

    def __init__(self, app: Flask, framework: Wsgi, routes: Iterable[DirectRoute], base: str) -> None:
        self._app, self._framework, self._base = app, framework, base
        self._forms = [(route.method, _form(route.rule), route) for route in routes]

    def __call__(self, environ: Environment, start: Any) -> Iterable[bytes]:
        """Answer a request."""
        if self._base:  # a proxy has stripped it
            environ["SCRIPT_NAME"] = self._base
        is_reading = environ["REQUEST_METHOD"] in READING
        with Budget(only_reads=is_reading), Incoming(environ, self._app.extensions["longroad"]) as here:
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
            if route.query is None:
                refuse_parameters()
                answer = route.act(id)
            else:
                answer = route.act(parse_query(route.query), id)
            headers, body = complete(answer)
        except Exception as error:  # answered by the same handlers as any other
            with self._app.request_context(here.environ):
                return self._app.finalize_request(self._app.handle_user_exception(error))(here.environ, start)
        start(STATUS_LINES[answer.status], list(headers.items()))
        note(answer.status, len(body))
        return [] if here.method == "HEAD" else [body]


def _form(rule: str) -> re.Pattern[str]:
    """Return the pattern of paths that match a rule; like in Flask, they may end in a slash."""
    before, after = rule.split(_ID)
    return re.compile(f"{re.escape(before)}([^/]+){re.escape(after)}/?")
