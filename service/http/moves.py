"""Carries out commands on what this process remembers of game and caller, without passing through the framework."""

from io import BytesIO
from typing import Any, Final

from flask import request
from marshmallow import ValidationError

from eventstore.store import OtherFacts
from service.clients.authentication import recalled_seat, require_seat
from service.game.context import Context
from service.game.results import Submitted
from service.handlers.commands import Sender, submit
from service.http.bodies import BadJson, parse
from service.http.conditions import version_in
from service.http.idempotency import key_of
from service.http.responses import accepted_document
from service.problems import Problem
from service.schemas.commands import read_commands
from service.schemas.limits import LARGEST_BODY
from service.views.newest import Body

IF_MATCH: Final = "HTTP_IF_MATCH"
IDEMPOTENCY_KEY: Final = "HTTP_IDEMPOTENCY_KEY"
_TRIED: Final = "longroad.tried"
_TO_BE_JUDGED_AGAIN: Final = (Problem, OtherFacts, ValidationError, BadJson)
Environment = dict[str, Any]


def is_plain(environ: Environment) -> bool:
    """Return whether a request posts commands, in a body of known and ordinary length."""
    size = environ.get("CONTENT_LENGTH") or ""
    return (
        environ["REQUEST_METHOD"] == "POST"
        and environ["PATH_INFO"].endswith("/commands")
        and size.isdecimal()
        and int(size) <= LARGEST_BODY
        and "HTTP_TRANSFER_ENCODING" not in environ
    )


def carry_out(ctx: Context, game_id: str, token: str, environ: Environment) -> tuple[Body, bool] | None:
    """Carry out the commands in a request's body; None if the usual way must judge them.

    Returns the body of the answer, and whether it was given before. A failure with unknown effects is not retried: the
    usual way reports it.
    """
    environ[_TRIED] = None
    try:
        size = int(environ["CONTENT_LENGTH"])
        body = environ["wsgi.input"].read(size)
        environ["wsgi.input"] = BytesIO(body)
        if len(body) < size:
            return None
        done = _submitted(ctx, game_id, token, environ, body)
        return None if done is None else (Body(accepted_document(done)), done.replayed)
    except _TO_BE_JUDGED_AGAIN:
        return None
    except Exception as error:  # its effects are unknown: the usual way raises it instead of trying again
        environ[_TRIED] = error
        return None


def was_tried() -> bool:
    """Return whether this request was tried before it came the usual way; raises what it failed with."""
    failure: Exception | None = request.environ.get(_TRIED)
    if failure is not None:
        raise failure
    return _TRIED in request.environ


def _submitted(ctx: Context, game_id: str, token: str, environ: Environment, body: bytes) -> Submitted | None:
    game = ctx.games.recall(game_id)
    recalled = None if game is None else recalled_seat(ctx, game, token)
    if game is None or recalled is None:
        return None
    caller, given = recalled
    seat, commands = require_seat(caller), read_commands(game.ruleset, parse(body))
    value, expected = environ.get(IDEMPOTENCY_KEY), version_in(environ.get(IF_MATCH), ctx, game, caller)
    key = None if value is None else key_of(value, "POST", environ["PATH_INFO"], token, body)
    return submit(ctx, game_id, seat, commands, expected, key, Sender(caller.holder, game.tip, given))
