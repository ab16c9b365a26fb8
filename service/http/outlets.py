"""Lets a greenlet write to the connection of another one's answer, so that news is sent without waking that one."""

import os
import socket
from collections.abc import Sequence

from flask import has_request_context, request


class Outlet:
    """Represents the connection of an answer that stays open and is sent in chunks.

    Another greenlet than the connection's own can write to it, which saves two switches between greenlets. The kernel
    accepts what fits into the socket's buffer, usually everything. The rest is left to the connection's own greenlet,
    which may wait until the client has read more.
    """

    def __init__(self, here: socket.socket) -> None:
        self._here = here
        self._left = b""

    @property
    def is_stuck(self) -> bool:
        """Return whether bytes are left that the connection's own greenlet must send first."""
        return bool(self._left)

    def offer(self, pieces: Sequence[bytes]) -> None:
        """Send as much of the next pieces of the body as the kernel accepts, without waiting."""
        chunks = self._left + b"".join([b"%X\r\n%b\r\n" % (len(piece), piece) for piece in pieces])
        try:
            self._left = chunks[os.write(self._here.fileno(), chunks) :]
        except OSError:  # the buffer is full, or the client gone: the connection's own greenlet finds out which
            self._left = chunks

    def finish(self) -> None:
        """Send what is left, as the connection's own greenlet; raises OSError if the client is gone or stalls."""
        left, self._left = self._left, b""
        if left:
            self._here.sendall(left)


def outlet() -> Outlet | None:
    """Return the outlet of the request's answer; None if there is no connection, or no chunks are sent on it."""
    if not has_request_context() or request.environ.get("SERVER_PROTOCOL") != "HTTP/1.1":
        return None
    connection: socket.socket | None = request.environ.get("gunicorn.socket")
    return None if connection is None else Outlet(connection)
