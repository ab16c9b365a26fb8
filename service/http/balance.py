"""Accepts connections so that each of the API's processes holds as many as the others.

All processes accept from one socket, and the kernel may wake any of them, so one process could get nearly all of the
long-lived connections. A process with more connections than another therefore leaves new ones to it for a moment.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from gevent.server import StreamServer

from service.http.sharing import Shared

PAUSE_S: Final = 0.002
"""Seconds for which a connection is left to the other processes before this one checks again."""
PATIENCE_S: Final = 0.05
"""The most seconds for which a connection is left to other processes."""


class LastServer(StreamServer):
    """Represents a server that accepts the waiting connections before it closes its socket, which would reset them."""

    def close(self) -> None:
        """Accept every connection that waits, then close."""
        if self.started:
            self.stop_accepting()
            while not self.full() and (accepted := self._accept()):
                self.do_handle(*accepted)
        super().close()

    def _accept(self) -> Any:
        try:
            return self.do_read()
        except OSError:
            return None


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
        if self._shared.is_ahead() and self._may_wait(time.monotonic()):
            self.stop_accepting()
            self._timer = self.loop.timer(PAUSE_S)
            self._timer.start(self._start_accepting_if_started)
            return
        super()._do_read()

    def _may_wait(self, now: float) -> bool:
        """Return whether the pending connection may still be left to other processes."""
        if now - self._left_since > 2 * PATIENCE_S:
            self._left_since = now
        return now - self._left_since < PATIENCE_S
