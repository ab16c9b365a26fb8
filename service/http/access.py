"""What a route reaches of the application, and who is calling it."""

import re
from dataclasses import dataclass
from typing import Any, Final, cast

from flask import current_app, request

from service.context import Context
from service.games import Game
from service.http.metrics import Metrics
from service.problems import unauthorized
from service.seats import Caller, authenticate
from service.shelf import Shelf
from service.stream import Hub

_BEARER: Final = re.compile(r"Bearer +([A-Za-z0-9._~+/=-]{1,200})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Application:
    """What one Flask application works with."""

    context: Context
    hub: Hub
    metrics: Metrics
    shelf: Shelf[Any]


def application() -> Application:
    """The application of this request."""
    return cast(Application, current_app.extensions["longroad"])


def context() -> Context:
    """The composition root of this request."""
    return application().context


def token() -> str | None:
    """The bearer token of the request; None without one; raises Problem for an Authorization of another form."""
    given = request.headers.get("Authorization")
    if given is None:
        return None
    bearer = _BEARER.fullmatch(given.strip())
    if bearer is None:
        raise unauthorized()
    return bearer[1]


def game_and_caller(game_id: str) -> tuple[Game, Caller]:
    """The game as it stands and who asks about it; raises Problem."""
    game = context().games.load(game_id)
    return game, authenticate(context(), game, token())


def caller_of(game_id: str) -> Caller:
    """Who asks about a game; raises Problem."""
    return game_and_caller(game_id)[1]
