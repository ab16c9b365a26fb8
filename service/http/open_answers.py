"""Limits how many answers a caller may keep open, and controls their connections."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from flask import Response

from service.clients.authentication import Caller
from service.http.access import address, api_key
from service.http.application import Application
from service.http.connection_limits import STREAMS_PER_TOKEN
from service.http.connections import close_after, connection
from service.problems import Problem

SEND_LIMIT_S: Final = 30.0
COME_AGAIN_S: Final = 10
"""Seconds after which to retry; the server notices within 15 s that a stream's client is gone."""


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
    _give_connection(response)
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
    """Do nothing, since no stream was counted."""


def _give_connection(response: Response) -> None:
    """Reserve the connection for this stream: it breaks if the client stalls, and ends with the stream."""
    here = connection()
    if here is not None:
        here.settimeout(SEND_LIMIT_S)
        close_after(response)
