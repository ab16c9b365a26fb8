"""The end of a connection whose client is still sending: it gets to read the answer first (RFC 9112, 9.6).

A socket that is closed over bytes that nobody read is reset, and what its client has not read by then is lost to it.
"""

import socket
import time
from contextlib import suppress
from typing import Any, Final

from gevent import Timeout
from gunicorn.http.body import ChunkedReader, LengthReader
from gunicorn.http.errors import ParseException

MOST_READ: Final = 16 * 1024 * 1024
"""Bytes that are read, and thrown away, after an answer."""
LONGEST_S: Final = 30.0
LONGEST_PAUSE_S: Final = 5.0
PIECE: Final = 64 * 1024


def linger(client: socket.socket) -> None:
    """Say that nothing more comes, then read for a while what still does. Raises nothing."""
    ends, left = time.monotonic() + LONGEST_S, MOST_READ
    with suppress(OSError):
        client.shutdown(socket.SHUT_WR)
        while left > 0 and (seconds := ends - time.monotonic()) > 0:
            client.settimeout(min(seconds, LONGEST_PAUSE_S))
            read = len(client.recv(PIECE))
            if not read:
                return
            left -= read


def has_more_than(most: int, body: Any) -> bool:
    """Whether more bytes of a body (gunicorn's) are still to come, as far as that was said beforehand."""
    return isinstance(body.reader, LengthReader) and body.reader.length > most


def is_at_end(body: Any) -> bool:
    """Whether nothing of a body is still to come."""
    is_open = isinstance(body.reader, ChunkedReader) and body.reader.parser is not None
    return not (is_open or body.failed or has_more_than(0, body))


def read_to_end(body: Any, most: int, seconds: float) -> bool:
    """Read what nobody did of a body, as far as it is not too much; whether its end was reached. Raises nothing."""
    if is_at_end(body) or body.failed or has_more_than(most, body):
        return is_at_end(body)
    with suppress(ParseException, OSError), Timeout(seconds, False):
        body.read(most + 1)
    return is_at_end(body)
