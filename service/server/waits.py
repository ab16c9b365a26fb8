"""Closes idle keep-alive connections when the server stops, except those whose next request has arrived."""

import socket
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from termios import FIONREAD
from typing import Any, Final

import gevent
from gevent import Timeout, get_hub, getcurrent

LAST_CALL_S: Final = 1.0
"""How long a client may still send its next request, in seconds; the answer has `Connection: close`."""
LOOK_S: Final = 0.05


class Waits:
    """Holds the connections that wait for a request."""

    def __init__(self) -> None:
        self._clients: dict[Any, socket.socket] = {}
        self._waits: dict[Any, tuple[Timeout, float]] = {}

    @contextmanager
    def serving(self, client: socket.socket) -> Iterator[None]:
        """Record in the block that this greenlet serves a connection."""
        here = getcurrent()
        self._clients[here] = client
        try:
            yield
        finally:
            del self._clients[here]

    @contextmanager
    def waiting(self, seconds: float) -> Iterator[None]:
        """Let this greenlet wait for its connection's next request; leave the block quietly if none arrives in time."""
        here = getcurrent()
        with Timeout(seconds, False) as timeout:
            self._waits[here] = timeout, time.monotonic()
            try:
                yield
            finally:
                del self._waits[here]

    def end_idle(self) -> None:
        """End every wait that has lasted for `LAST_CALL_S`, until the process ends."""
        while True:
            get_hub().loop.run_callback(self._end)
            gevent.sleep(LOOK_S)

    def _end(self) -> None:
        """End the idle waits; this runs in gevent's hub, like timeouts, so that no greenlet runs in between."""
        for greenlet in list(self._waits):
            timeout, began = self._waits.get(greenlet, (None, 0.0))
            if timeout and time.monotonic() - began > LAST_CALL_S and not _has_sent(self._clients[greenlet]):
                greenlet.throw(timeout)


def _has_sent(client: socket.socket) -> bool:
    """Return whether a client's socket holds unread bytes."""
    unread = array("i", [0])
    with suppress(OSError):
        ioctl(client.fileno(), FIONREAD, unread)
    return unread[0] > 0
