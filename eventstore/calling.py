"""Calls scripts over the client library's own connections, past layers that cost more than the store does.

A connection comes from the pool, which guards it, counts it and finds the primary after a failover; it retries as the
library would. What the library does around that for every command, to measure and to log it, is left out, and a
connection that was used a moment ago is not checked again. A cluster's client, which finds the node of a key, is called
as usual.
"""

import os
import time
from collections.abc import Sequence
from typing import Any, Final

from hiredis import pack_command
from redis.cluster import RedisCluster
from redis.exceptions import NoScriptError

from eventstore.connection import Client

Word = str | int | bytes
FRESH_S: Final = 1.0
"""Sets for how long after its last use a connection is used again without a check."""
_AT_HAND: Final = 4


class Connections:
    """Lends the connections of a pool, and keeps a few that were used last at hand."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._at_hand: list[tuple[float, int, Any]] = []

    def take(self) -> Any:
        """Return a connection; raises what the pool does."""
        if self._at_hand:
            used, process, connection = self._at_hand.pop()
            if process == os.getpid():
                if time.monotonic() - used < FRESH_S and not self._is_guarded():
                    return connection
                self._pool.release(connection)
        return self._pool.get_connection()

    def _is_guarded(self) -> bool:
        """Return whether the pool's breaker is open, so that callers must pass it."""
        breaker = getattr(self._pool, "breaker", None)
        return breaker is not None and breaker.is_open

    def give_back(self, connection: Any) -> None:
        """Take a connection back; the pool hears of a broken one."""
        if connection.is_connected and not connection.should_reconnect() and len(self._at_hand) < _AT_HAND:
            self._at_hand.append((time.monotonic(), os.getpid(), connection))
        else:
            self._pool.release(connection)


class Script:
    """Represents a Lua script on the server, which is loaded if the server does not have it."""

    def __init__(self, client: Client, text: str) -> None:
        self._usual: Any = client.register_script(text)
        self._connections = None if isinstance(client, RedisCluster) else Connections(client.connection_pool)

    def __call__(self, keys: Sequence[str], args: Sequence[Word] = ()) -> Any:
        """Return the script's answer; raises what the client library does."""
        if self._connections is None:
            return self._usual(keys=keys, args=args)
        try:
            return _answer(self._connections, pack_command(("EVALSHA", self._usual.sha, len(keys), *keys, *args)))
        except NoScriptError:
            return self._usual(keys=keys, args=args)


def _answer(connections: Connections, packed: bytes) -> Any:
    connection = connections.take()

    def ask() -> Any:
        connection.send_packed_command([packed])
        return connection.read_response()

    try:
        return connection.retry.call_with_retry(ask, lambda error: connection.disconnect())
    finally:
        connections.give_back(connection)
