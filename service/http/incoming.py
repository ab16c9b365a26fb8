"""Holds the request that is being answered: its WSGI environment, and the values derived from it.

Besides, it holds the objects that all requests to one application share.
"""

import re
import secrets
from contextvars import ContextVar, Token
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

from flask import Request

from service.clients.api_keys import ApiKey
from service.clients.authentication import Caller
from service.game.context import Context
from service.http.connection_limits import Held
from service.http.declared import UNKNOWN, Operation
from service.http.hosts import Hosts
from service.http.metrics import Metrics
from service.http.presence_keeper import PresenceKeeper
from service.http.quota_counters import Counters, Share
from service.http.refusal_delays import Patience
from service.live import Hub, Shelf
from service.problems import Problem
from service.process.known_store import Comparison
from service.views.newest_views import Newest


@dataclass(frozen=True, slots=True)
class Application:
    """Holds the objects that all requests to one Flask application share."""

    context: Context
    hub: Hub
    metrics: Metrics
    shelf: Shelf[Any]
    turns: Shelf[bytes]
    newest: Newest
    counters: Counters
    streams: Held
    known: Comparison
    patience: Patience
    hosts: Hosts
    presence: PresenceKeeper


Environment = dict[str, Any]
UNREAD: Final = object()
"""Marks an attribute that was not looked up yet."""
NO_ROUTE: Final = "none"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Incoming:
    """Represents a request; `incoming` returns it inside its `with` block.

    Routing sets its `operation` and `route`, counting sets its `shares` of quotas. The other attributes cache what
    functions have looked up; `language` is empty unless the answer depends on it.
    """

    def __init__(self, environ: Environment, application: Application) -> None:
        self.environ, self.application = environ, application
        self.began = perf_counter()
        self.method: str = environ["REQUEST_METHOD"].upper()
        self.path: str = "/" + environ["PATH_INFO"].encode("latin-1").decode(errors="replace").lstrip("/")
        given = environ.get("HTTP_X_REQUEST_ID", "")
        self.id: str = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        self.operation: Operation = UNKNOWN
        self.route = NO_ROUTE
        self.shares: list[Share] = []
        self.language = ""
        self.body: bytes | None = None
        self.token: str | Any | None = UNREAD
        self.api_key: ApiKey | Problem | Any | None = UNREAD
        self.caller_of_token: Caller | Any | None = UNREAD
        self._framework: Request | None = None

    def __enter__(self) -> "Incoming":
        """Begin to answer it."""
        self._before: Token[Incoming] = _CURRENT.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        """End its answer."""
        _CURRENT.reset(self._before)

    @property
    def framework(self) -> Request:
        """Return the request as an object of Flask, for parts that are rarely needed."""
        if self._framework is None:
            self._framework = Request(self.environ, populate_request=False)
        return self._framework


_CURRENT: Final[ContextVar[Incoming]] = ContextVar("incoming")
incoming: Final = _CURRENT.get
"""Return the request that is being answered; raises LookupError outside of any."""
