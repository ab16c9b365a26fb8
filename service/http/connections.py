"""Controls what happens to a connection after its answer."""

import socket
from contextlib import suppress
from functools import partial

from flask import Response, request


def connection() -> socket.socket | None:
    """Return the connection of the request; None if there is none, as in tests."""
    found: socket.socket | None = request.environ.get("gunicorn.socket")
    return found


def close_after(response: Response) -> None:
    """Close the connection after this answer, even if more requests were sent on it."""
    here = connection()
    if here is not None:
        response.call_on_close(partial(_read_no_more, here))


def _read_no_more(here: socket.socket) -> None:
    with suppress(OSError):
        here.shutdown(socket.SHUT_RD)
