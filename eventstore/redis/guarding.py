"""Guards connections with a circuit breaker: after one caller waited in vain, the next ones fail fast.

The breaker sits in the connection pool, which every command and pipeline passes twice: to get a connection, and to give
it back, broken if no answer came in time. It is our own because the libraries at hand either hold a lock during each
call, so that commands wait for one another, or let everyone try at once when half open.
"""

import time
from collections.abc import Callable
from typing import Any, Final

from redis import BlockingConnectionPool, ConnectionPool
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import TimeoutError as TimedOut
from redis.sentinel import SentinelConnectionPool

from eventstore.outages import StoreAway

REST_S: Final = 0.5
"""Sets how long all callers are refused after a failure; then one of them tries with a PING."""
TRIAL_S: Final = 0.5
"""Sets how long that caller waits for the answer."""
LONGEST_TRIAL_S: Final = 3.0
"""Sets how long its trial may take in all, including the connection; then another caller tries."""


class Breaker:
    """Represents a circuit breaker: closed while the server answers, open after a failure, half open in a trial."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened_until: float | None = None
        self._cause: Exception | None = None

    @property
    def is_open(self) -> bool:
        """Return whether the server did not answer last time."""
        return self._opened_until is not None

    def admit(self) -> bool:
        """Return whether this caller is the one to try; raises StoreAway for all others while the server is away."""
        if self._opened_until is None:
            return False
        now = self._clock()
        if now < self._opened_until:
            raise StoreAway("the store did not answer a moment ago") from self._cause
        self._opened_until = now + LONGEST_TRIAL_S  # for all others
        return True

    def trip(self, error: Exception | None = None) -> None:
        """Open the breaker, because the server did not answer, or only with an error, which becomes the cause."""
        self._opened_until = self._clock() + REST_S
        self._cause = self._cause if error is None else type(error)(*error.args)  # without its frames

    def close(self) -> None:
        """Close the breaker, because the server answers."""
        self._opened_until = self._cause = None


class _Guard(ConnectionPool):
    """Adds the breaker to both kinds of pools: asks it first, and reports the result."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        self.breaker = Breaker()
        super().__init__(*args, **settings)

    def get_connection(self, *args: Any, **options: Any) -> Any:
        """Return a connection to a server that answered last time; raises StoreAway."""
        is_trial = self.breaker.admit()
        try:
            connection = super().get_connection(*args, **options)
        except (Disconnected, TimedOut) as error:
            self.breaker.trip(error)
            raise StoreAway(str(error)) from error
        try:
            if is_trial or self.breaker.admit():  # others may have failed while this one waited
                self._try(connection)
        except BaseException:  # whatever it is, also the end of this greenlet: the pool must get its connection back
            super().release(connection)
            raise
        return connection

    def _try(self, connection: Any) -> None:
        try:
            connection.send_command("PING", check_health=False)
            connection.read_response(timeout=TRIAL_S)
        except (Disconnected, TimedOut, OSError) as error:
            connection.disconnect()
            self.breaker.trip(error)
            raise StoreAway(str(error)) from error
        self.breaker.close()

    def release(self, connection: Any) -> None:
        """Take a connection back; a broken one had no answer."""
        if not connection.is_connected and not connection.should_reconnect():
            self.breaker.trip()
        super().release(connection)


class GuardedPool(_Guard):
    """Holds the connections of a node, as many as are requested."""


class GuardedSentinelPool(_Guard, SentinelConnectionPool):
    """Holds the connections of the node that its Sentinels report as the primary.

    If one of them gets no answer, the idle ones are closed too, since they lead to the same node.
    """

    def release(self, connection: Any) -> None:
        """Take a connection back; with a broken one all idle ones end."""
        is_broken = not connection.is_connected
        super().release(connection)
        if is_broken:
            self.disconnect(inuse_connections=False)


class GuardedBlockingPool(_Guard, BlockingConnectionPool):
    """Holds a fixed number of connections, for which callers wait."""
