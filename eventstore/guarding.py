"""Connections under a circuit breaker: a server that let one caller wait is not asked by the next.

The breaker stands in the pool of connections, which every command and pipeline passes twice: to get a connection, and
to give it back, broken when no answer came in time. Ours rather than a library's, for of those at hand one holds a lock
during each call, so that commands would wait for one another, and one lets everybody try at once when it half opens.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from redis import BlockingConnectionPool, ConnectionPool
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut

from eventstore.outages import StoreAway

REST_S: Final = 0.5
"""For so long nobody is let through after a failure; then one caller tries with a PING."""
TRIAL_S: Final = 0.5
"""How long that one waits for the answer."""
LONGEST_TRIAL_S: Final = 3.0
"""How long it may take in all, with a connection to be made first; then another one tries."""


class Breaker:
    """Closed while the server answers, open after a failure; half open while one caller tries."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened_until: float | None = None

    def admit(self) -> bool:
        """Whether whoever asks is the one to try first; raises StoreAway for all others while the server is away."""
        if self._opened_until is None:
            return False
        now = self._clock()
        if now < self._opened_until:
            raise StoreAway("the store did not answer a moment ago")
        self._opened_until = now + LONGEST_TRIAL_S  # for all others
        return True

    def trip(self) -> None:
        """The server did not answer."""
        self._opened_until = self._clock() + REST_S

    def close(self) -> None:
        """The server answers."""
        self._opened_until = None


class _Guard(ConnectionPool):
    """What both kinds of pools add: the breaker is asked, and told how it went."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        self.breaker = Breaker()
        super().__init__(*args, **settings)

    def get_connection(self, *args: Any, **options: Any) -> Any:
        """A connection to a server that has answered last time; raises StoreAway."""
        is_trial = self.breaker.admit()
        try:
            connection = super().get_connection(*args, **options)
        except (Disconnected, TimedOut) as error:
            self.breaker.trip()
            raise StoreAway(str(error)) from error
        try:
            if is_trial or self.breaker.admit():  # others may have failed while this one waited
                self._try(connection)
        except BaseException:
            super().release(connection)
            raise
        return connection

    def _try(self, connection: Any) -> None:
        try:
            connection.send_command("PING", check_health=False)
            connection.read_response(timeout=TRIAL_S)
        except (Disconnected, TimedOut, OSError) as error:
            connection.disconnect()
            self.breaker.trip()
            raise StoreAway(str(error)) from error
        self.breaker.close()

    def release(self, connection: Any) -> None:
        """Take a connection back; one that is broken had no answer."""
        if not connection.is_connected and not connection.should_reconnect():
            self.breaker.trip()
        super().release(connection)


class GuardedPool(_Guard):
    """Connections of a node, as many as are asked for."""


class GuardedBlockingPool(_Guard, BlockingConnectionPool):
    """A fixed number of connections, which callers wait for."""
