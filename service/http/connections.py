"""Accepts connections, so that each of the API's processes holds as many as the others, and ends them.

All processes accept from one socket, and the kernel may wake any of them, so one process could get nearly all of the
long-lived connections. A process with more connections than another therefore leaves new ones to it for a moment.

Closing a socket with unread bytes resets it, and the client loses what it has not read yet. So a connection whose
client is still sending is read for a while before it is closed (RFC 9112, 9.6). How long the body of a request may take
is limited, and what an answer has left of it is read, so that the connection can be used again.
"""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from gevent import Timeout, get_hub
from gevent.server import StreamServer
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.errors import ParseException

from service.http.connection_limits import Shared

PAUSE_S: Final = 0.002
"""Seconds for which a connection is left to the other processes before this one checks again."""
PATIENCE_S: Final = 0.05
"""The most seconds for which a connection is left to other processes."""
MOST_READ: Final = 16 * 1024 * 1024
"""Limits the bytes that are read and discarded after an answer."""
LONGEST_S: Final = 30.0
LONGEST_PAUSE_S: Final = 5.0
PIECE: Final = 64 * 1024
BODY_S: Final = 60.0
"""Limits the seconds that a request's body may take to arrive, however steadily it does."""


class LastServer(StreamServer):
    """Represents a server that accepts the waiting connections before it closes its socket, which would reset them."""

    def close(self) -> None:
        """Accept every connection that waits, then close."""
        if self.started:
            self.stop_accepting()
            with suppress(OSError):
                while not self.full() and (accepted := self.do_read()):
                    self.do_handle(*accepted)
        super().close()


class EvenServer(LastServer):
    """Represents the server of one of several processes, which balances their connections."""

    max_accept = 1

    def __init__(self, listener: Any, handle: Callable[..., None], spawn: Any, shared: Shared) -> None:
        super().__init__(listener, handle=handle, spawn=spawn)
        self._shared = shared
        self._left_since = 0.0

    def do_handle(self, *args: Any) -> None:
        """Count a connection at once, so that the next one is left to another process."""
        self._shared.connections.add(1)
        super().do_handle(*args)

    def _do_read(self) -> None:
        if self._shared.is_ahead():
            now = time.monotonic()
            if now - self._left_since > 2 * PATIENCE_S:
                self._left_since = now
            if now - self._left_since < PATIENCE_S:
                self.stop_accepting()
                self._timer = self.loop.timer(PAUSE_S)
                self._timer.start(self._start_accepting_if_started)
                return
        super()._do_read()


def linger(client: socket.socket) -> None:
    """Half-close the connection, then read and discard what still arrives. Raises nothing."""
    ends, left = time.monotonic() + LONGEST_S, MOST_READ
    with suppress(OSError):
        client.shutdown(socket.SHUT_WR)
        while left > 0 and (seconds := ends - time.monotonic()) > 0:
            client.settimeout(min(seconds, LONGEST_PAUSE_S))
            read = len(client.recv(PIECE))
            if not read:
                return
            left -= read


@contextmanager
def limit_body(client: socket.socket, body: Any, seconds: float) -> Iterator[None]:
    """End a request's body (gunicorn's) like a lost connection if it does not arrive within `seconds`."""
    if is_at_end(body):
        yield
        return

    def end_body() -> None:
        if not is_at_end(body):
            with suppress(OSError), client.dup() as other:  # so that the reader finds an end instead of an error
                other.shutdown(socket.SHUT_RD)

    timer = get_hub().loop.timer(seconds)
    timer.start(end_body)
    try:
        yield
    finally:
        timer.close()


def has_more_than(most: int, body: Any) -> bool:
    """Return whether more than `most` bytes of a body (gunicorn's) are to come, by its announced length."""
    return isinstance(body.reader, LengthReader) and body.reader.length > most


def is_at_end(body: Any) -> bool:
    """Return whether a body has been read completely."""
    is_open = isinstance(body.reader, ChunkedReader) and body.reader.parser is not None
    return not (is_open or body.failed or has_more_than(0, body))


def read_to_end(body: Any, most: int, seconds: float) -> bool:
    """Discard the unread rest of a body unless it is too large; return whether its end was reached. Raises nothing."""
    if is_at_end(body) or body.failed or has_more_than(most, body):
        return is_at_end(body)
    with suppress(ParseException, OSError), Timeout(seconds, False):
        body.read(most + 1)
    return is_at_end(body)
