"""What becomes of a connection when its answer has been sent."""

import socket
from contextlib import suppress
from functools import partial

from flask import Response, request


def connection() -> socket.socket | None:
    """The connection of the request; None where there is none, as in tests."""
    found: socket.socket | None = request.environ.get("gunicorn.socket")
    return found


def close_after(response: Response) -> None:
    """Let the connection end with this answer, whatever else was sent on it."""
    here = connection()
    if here is not None:
        response.call_on_close(partial(_read_no_more, here))


def _read_no_more(here: socket.socket) -> None:
    with suppress(OSError):
        here.shutdown(socket.SHUT_RD)
