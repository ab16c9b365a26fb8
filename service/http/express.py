"""Answers what players request most without passing through the framework: views, legal actions, and commands.

The first request of a client goes the usual way. If it is answered, what it requests is remembered under *all* of its
headers, among them its credentials; the same request is then answered here, with the headers of that first answer.
Whatever may have changed since is looked up each time: the game, what the token opens, the API key, the quotas. A
command may have another body each time, and `service.http.moves` carries it out.
Anything out of the ordinary is left to the usual way, which every request may take at any time.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from time import perf_counter
from typing import Any, Final, NamedTuple

from flask import Flask, request
from redis.exceptions import RedisError

from eventstore.budget import TooLong
from eventstore.recent import Recent
from service.clients.api_keys import find_key
from service.http import moves
from service.http.access import Application, token
from service.http.conditions import matches
from service.http.counters import Share
from service.http.crowding import neighborhood
from service.http.headers import WORTH_PACKING, log_access, quota_headers, request_id
from service.http.languages import language
from service.http.moves import Environment
from service.http.quotas import TAKEN, draws_of_move, draws_of_read
from service.problems import Problem
from service.process.logs import say_request
from service.views.newest import Body, Sight
from service.views.tags import tag_of_view

Headers = list[tuple[str, str]]
Wsgi = Callable[[Environment, Any], Iterable[bytes]]

MOST_KNOWN: Final = 8_192
"""Limits how many requests are remembered."""
LONGEST: Final = 2_000
"""Limits the characters of a request that is remembered, its path and headers."""
GAMES: Final = "/v1/games/"
_OFFERED: Final = "longroad.express"
_TRACE: Final = ("HTTP_TRACEPARENT", "HTTP_TRACESTATE")
_OWN: Final = frozenset(("HTTP_X_REQUEST_ID", "HTTP_IF_NONE_MATCH", moves.IF_MATCH, moves.IDEMPOTENCY_KEY, *_TRACE))
"""Lists the headers that are read anew from each request, or change nothing in its answer."""
_CHANGING: Final = frozenset(
    (
        "x-request-id",
        "ratelimit",
        "ratelimit-policy",
        "etag",
        "content-length",
        "content-encoding",
        "idempotency-replayed",
    )
)
"""Lists the headers of an answer that are made anew for each."""

log = logging.getLogger(__name__)


class Kind(Enum):
    """Lists what is answered here."""

    VIEW = "view"
    LEGAL_ACTIONS = "legal-actions"
    COMMANDS = "commands"


@dataclass(frozen=True, slots=True)
class Known:
    """Describes a request as the framework understood it, and the headers of its answer that do not change."""

    kind: Kind
    game: str
    token: str | None
    key: str | None
    language: str
    is_packed: bool
    route: str
    headers: Headers


class Answer(NamedTuple):
    """Holds an answer before it is written; without a `body` the client has it already."""

    status: HTTPStatus
    tag: str | None
    body: Body | None
    is_replayed: bool = False


def install(app: Flask, *, is_logged: bool) -> None:
    """Answer repeated requests to an application here."""
    setattr(app, "wsgi_app", Express(app.wsgi_app, app.extensions["longroad"], is_logged))  # noqa: B010 - a method


def offer(kind: Kind, game: str) -> None:
    """Let requests like this one be answered here from now on, if this one succeeds."""
    packed = request.accept_encodings["gzip"] > 0
    key, route = request.headers.get("X-Api-Key"), str(request.url_rule)
    spoken = language() if kind is Kind.LEGAL_ACTIONS else ""
    request.environ[_OFFERED] = Known(kind, game, token(), key and key.strip(), spoken, packed, route, [])


class Express:
    """Wraps the application: remembers requests, and answers those that it remembers."""

    def __init__(self, usual: Wsgi, app: Application, is_logged: bool) -> None:
        self._usual = usual
        self._app = app
        self._is_logged = is_logged
        self._known: Recent[str, Known] = Recent(MOST_KNOWN)

    def __call__(self, environ: Environment, start: Any) -> Iterable[bytes]:
        """Answer a request: here if one with the same headers was, otherwise the usual way."""
        if not _is_plain(environ):
            return self._usual(environ, start)
        asked = _asked(environ)
        known = self._known.get(asked)
        if known is None:
            return self._usual(environ, self._learning(asked, environ, start))
        return self._answered(known, environ, start) or self._usual(environ, start)

    def _learning(self, asked: str, environ: Environment, start: Any) -> Any:
        """Return a `start_response` that remembers a request which is offered and answered with a body."""

        def begin(status: str, headers: Headers, *failed: Any) -> Any:
            known: Known | None = environ.get(_OFFERED)
            if known is not None and status[:3] in ("200", "201") and len(asked) <= LONGEST:
                known.headers.extend(one for one in headers if one[0].lower() not in _CHANGING)
                self._known.put(asked, known)
            return start(status, headers, *failed)

        return begin

    def _answered(self, known: Known, environ: Environment, start: Any) -> list[bytes] | None:
        """Answer a request; None, with nothing sent, if the usual way must be taken."""
        begun = perf_counter()
        try:
            shares = self._shares(known, environ)
            answer = None if any(share.is_used_up for share in shares) else self._answer(known, environ)
        except (Problem, RedisError, TooLong):
            return None
        except Exception:  # the usual way answers the request all the same
            log.exception("a remembered request failed")
            return None
        if answer is None:
            return None
        body, headers = _written(answer, known)
        name = request_id(environ.get("HTTP_X_REQUEST_ID", ""))
        say_request(name)
        status = answer.status
        headers += [("X-Request-Id", name), *quota_headers(shares).items()]
        start(f"{status.value} {status.phrase.upper()}", headers)
        self._note(known, environ, status.value, perf_counter() - begun)
        return [body]

    def _note(self, known: Known, environ: Environment, status: int, seconds: float) -> None:
        """Count an answer, and write its line into the access log."""
        method = environ["REQUEST_METHOD"]
        self._app.metrics.count(method, known.route, status, seconds)
        if self._is_logged:
            log_access(method, environ["PATH_INFO"], status, seconds, environ.get("REMOTE_ADDR"))

    def _shares(self, known: Known, environ: Environment) -> list[Share]:
        """Count the request; the usual way does not count it again."""
        key = None if known.key is None else find_key(self._app.context, known.key)
        client = neighborhood(environ.get("REMOTE_ADDR", ""))
        draw = draws_of_move if known.kind is Kind.COMMANDS else draws_of_read
        draws = draw(self._app.context, key, client, known.token or "")
        shares = self._app.counters.take(draws)
        environ[TAKEN] = shares
        return shares

    def _answer(self, known: Known, environ: Environment) -> Answer | None:
        if known.kind is not Kind.COMMANDS:
            return self._read(known, environ.get("HTTP_IF_NONE_MATCH"))
        done = moves.carry_out(self._app.context, known.game, known.token or "", environ)
        return None if done is None else Answer(HTTPStatus.CREATED, None, *done)

    def _read(self, known: Known, if_none_match: str | None) -> Answer:
        newest = self._app.newest
        sight = newest.look(known.game, known.token)
        if known.kind is Kind.LEGAL_ACTIONS:
            return Answer(HTTPStatus.OK, None, newest.legal_actions(sight, known.language))
        return self._viewed(sight, if_none_match)

    def _viewed(self, sight: Sight, if_none_match: str | None) -> Answer:
        tag = tag_of_view(self._app.context, sight.game, sight.caller, sight.names)
        if sight.is_settled and matches(if_none_match, tag):
            return Answer(HTTPStatus.NOT_MODIFIED, tag, None)
        return Answer(HTTPStatus.OK, tag, self._app.newest.view(sight))


def _is_plain(environ: Environment) -> bool:
    """Return whether a request has no query, and either reads something of a game or posts commands to it."""
    if environ.get("QUERY_STRING") or not environ["PATH_INFO"].startswith(GAMES):
        return False
    if environ["REQUEST_METHOD"] == "GET":
        return environ.get("CONTENT_LENGTH") in (None, "", "0")
    return moves.is_plain(environ)


def _asked(environ: Environment) -> str:
    """Return the path and headers of a request, by which it is remembered: one that differs in any is another one."""
    headers = [f"{name}:{value}" for name, value in environ.items() if name[:5] == "HTTP_" and name not in _OWN]
    line = (environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["SERVER_PROTOCOL"])
    return "\n".join((*line, environ.get("CONTENT_TYPE", ""), *headers))


def _written(answer: Answer, known: Known) -> tuple[bytes, Headers]:
    """Return the body as it is sent, and the headers that go with it."""
    headers = list(known.headers)
    if answer.tag is not None:
        headers.append(("ETag", f'"{answer.tag}"'))
    if answer.is_replayed:
        headers.append(("Idempotency-Replayed", "true"))
    if answer.body is None:
        return b"", [header for header in headers if header[0] != "Content-Type"]
    body = answer.body.json
    if known.is_packed and len(body) >= WORTH_PACKING:
        body = answer.body.packed()
        headers.append(("Content-Encoding", "gzip"))
    headers.append(("Content-Length", str(len(body))))
    return body, headers
