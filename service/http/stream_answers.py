"""Answers requests for streams, which stay open, and limits how many of them a caller may hold.

A stream of a game's events begins at the client's cursor, if the log still has it.
"""

import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from errno import ECONNRESET
from functools import partial
from itertools import chain
from typing import Final

from flask import Response, request
from redis.exceptions import RedisError

from eventstore.records import OtherPast
from service.clients.authentication import Caller
from service.clients.ownership import Party
from service.game.cursors import EVENT_FORM, Cursor, Place, prove, read_cursor
from service.game.games import Game
from service.http.access import address, api_key, application
from service.http.connection_limits import STREAMS_PER_TOKEN
from service.http.incoming import Application, incoming
from service.http.spending import account
from service.http.stream_pages import FORMATS, NDJSON
from service.http.streaming import Extras, Stream
from service.problems import Problem, invalid_header

SEND_LIMIT_S: Final = 30.0
log = logging.getLogger(__name__)
COME_AGAIN_S: Final = 10
"""Seconds after which to retry; the server notices within 15 s that a stream's client is gone."""


def stream_answer(game: Game, caller: Caller, after: Cursor, media_type: str, extras: Extras) -> Response:
    """Return an answer that stays open; 204 if the client has everything, `reset` at once if its history was lost.

    Raises Problem for a malformed Last-Event-ID, and for a cursor that is ahead of the game.
    """
    app, cursor = application(), after
    given = request.headers.get("Last-Event-ID")  # overrides the query
    if given is not None:
        if re.fullmatch(EVENT_FORM, given.strip()) is None:
            raise invalid_header("Last-Event-ID", "event_id")
        cursor = read_cursor(given.strip())
    try:
        told = prove(app.context, game.id, cursor)
    except OtherPast:
        return reset_answer(caller, media_type)
    if cursor.version > game.version:
        raise Problem("cursor_ahead", version=game.version)
    if game.table.finished and cursor.version == game.version:
        newest = app.context.store.read(game.id, game.version - 1, game.version)[-1]
        if cursor.place >= Place(newest.version, newest.index):
            return Response(status=204)
    stream = Stream(app, caller, cursor.place, media_type, game, told, extras)
    who, operation = account(), incoming().operation.name

    def close() -> None:
        stream.close()
        app.context.usage.count_more(who, operation, size=stream.sent)

    return open_answer(app, caller, stream.chunks(), close, media_type)


def export_answer(who: Party, pieces: Iterator[bytes]) -> Response:
    """Return an answer with lines of JSON that are written while they are sent.

    If the store fails, the connection breaks, so that no client takes what it has for all of its games. Raises Problem
    (429) while another export of the same caller is being sent, and what the first piece raises.
    """
    app, counted, operation = application(), account(), incoming().operation.name
    holder = who.caller.credential if who.caller is not None else who.key and who.key.id
    place = f"export {holder}"
    if not app.streams.take(place, 1):
        raise Problem("too_many_streams", retry_after=COME_AGAIN_S)
    size, is_open = 0, True

    def leave() -> None:
        nonlocal is_open
        if is_open:
            is_open = False
            app.streams.give_back(place)

    with ExitStack() as stack:
        stack.callback(leave)  # if there is no first piece to send
        begun = next(pieces, b"")
        stack.pop_all()

    def chunks() -> Iterator[bytes]:
        nonlocal size
        try:
            for piece in chain((begun,), pieces):
                size += len(piece)
                yield piece
        except (RedisError, Problem) as error:
            log.warning("an export breaks off: %s", error)
            raise ConnectionResetError(ECONNRESET, "the export breaks off") from error  # gunicorn ends it for this
        finally:
            leave()  # before the client knows that this was all, so that it may ask for more at once

    def close() -> None:
        leave()
        app.context.usage.count_more(counted, operation, size=size)

    return open_answer(app, who.caller, chunks(), close, NDJSON)


def reset_answer(caller: Caller | None, media_type: str) -> Response:
    """Return a stream that only says `reset`, because the history that the client's cursor proves was lost."""
    form = FORMATS[media_type]
    return open_answer(application(), caller, iter((form.opening, form.word("reset"))), _nothing, media_type)


def open_answer(
    app: Application, caller: Caller | None, chunks: Iterator[bytes], close: Callable[[], None], media_type: str
) -> Response:
    """Return an answer that stays open until the chunks end; `close` is called when the client is gone.

    Raises Problem (429) if the caller has reached its limit.
    """
    try:
        leave = _take_place(app, caller)
    except Problem:
        close()
        raise
    app.metrics.streams.inc()
    response = Response(chunks, content_type=media_type)
    for ending in (close, leave, app.metrics.streams.dec):
        response.call_on_close(ending)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    connection: socket.socket | None = request.environ.get("gunicorn.socket")  # none in tests
    if connection is not None:  # it breaks if the client stalls, and ends with the stream, even if more was requested
        connection.settimeout(SEND_LIMIT_S)
        _notice_silence(connection)
        response.call_on_close(partial(_read_no_more, connection))
    return response


def _take_place(app: Application, caller: Caller | None) -> Callable[[], None]:
    """Count one more stream of a caller, and return the function that releases it; raises Problem beyond the limit.

    A token has a limit of its own, and a trusted API key has none; all others count to their address.
    """
    key = api_key()
    if caller is not None and caller.credential is not None:
        holder, most = caller.credential, STREAMS_PER_TOKEN
    elif key is not None and key.trusted:
        return _nothing
    else:
        holder, most = address(), app.streams.most
    if not app.streams.take(holder, most):
        raise Problem("too_many_streams", retry_after=COME_AGAIN_S)
    return partial(app.streams.give_back, holder)


def _nothing() -> None:
    """Release nothing: no stream was counted, or no listener is there."""


def _notice_silence(connection: socket.socket) -> None:
    """Have a connection break whose client acknowledges nothing any more, as after it has lost the network."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)  # where the system has it
    if option is not None:
        with suppress(OSError):  # a socket of another kind
            connection.setsockopt(socket.IPPROTO_TCP, option, int(1000 * SEND_LIMIT_S))


def _read_no_more(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RD)
