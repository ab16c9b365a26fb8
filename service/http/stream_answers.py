"""Answers requests for a stream of a game's events, which begins at the client's cursor if the log still has it."""

import re

from flask import Response, request

from eventstore.records import OtherPast
from service.clients.authentication import Caller
from service.game.cursors import EVENT_FORM, Cursor, Place, prove, read_cursor
from service.game.games import Game
from service.http.access import application
from service.http.application import Application
from service.http.open_answers import open_answer
from service.http.stream_formats import FORMATS
from service.http.streaming import Extras, Stream
from service.problems import Problem, invalid_header


def stream_answer(game: Game, caller: Caller, after: Cursor, media_type: str, extras: Extras) -> Response:
    """Return an answer that stays open; 204 if the client has everything, `reset` at once if its history was lost."""
    app, cursor = application(), _read_start(after)
    try:
        told = prove(app.context, game.id, cursor)
    except OtherPast:
        return reset_answer(caller, media_type)
    if cursor.version > game.version:
        raise Problem("cursor_ahead", version=game.version)
    if game.table.finished and _has_all(app, game, cursor.place):
        return Response(status=204)
    stream = Stream(app, caller, cursor.place, media_type, game, told, extras)
    return open_answer(app, caller, stream.chunks(), stream.close, media_type)


def reset_answer(caller: Caller | None, media_type: str) -> Response:
    """Return a stream that only says `reset`, because the history that the client's cursor proves was lost."""
    return open_answer(application(), caller, iter(FORMATS[media_type].only("reset")), _nothing, media_type)


def _nothing() -> None:
    """Release nothing."""


def _has_all(app: Application, game: Game, start: Place) -> bool:
    if start.version < game.version:
        return False
    newest = app.context.store.read(game.id, game.version - 1, game.version)[-1]
    return start >= Place(newest.version, newest.index)


def _read_start(after: Cursor) -> Cursor:
    """Return where the stream begins: Last-Event-ID overrides the query. Raises Problem for a malformed one."""
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return after
    if re.fullmatch(EVENT_FORM, given.strip()) is None:
        raise invalid_header("Last-Event-ID", "event_id")
    return read_cursor(given.strip())
