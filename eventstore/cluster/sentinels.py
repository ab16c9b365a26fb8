"""Finds the primary of a store through Sentinels, which promote a replica when it dies.

Whenever a connection is made, the Sentinels are asked again, so every client finds the new primary by itself. The
client library does so too, except where it repeats a command: there it goes back to the address that did not answer.
"""

from typing import Any, Final

from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool, SentinelManagedConnection, SentinelManagedSSLConnection

from eventstore.cluster.sentinel_urls import Watched

ASKED_S: Final = 0.5
"""Seconds that a client waits for one Sentinel before it asks the next."""


class _Asking(SentinelManagedConnection):
    """Represents a connection that asks the Sentinels whenever it has to connect."""

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Send a command; if there is no connection, connect to the current primary first."""
        if not self._sock:
            self.connect_to(self.connection_pool.get_master_address())  # type: ignore[no-untyped-call]
        super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]

    def read_response(
        self, disable_decoding: bool = False, *, disconnect_on_error: bool | None = True, **options: Any
    ) -> Any:
        """Read an answer; close the connection if none arrives in time.

        The client library does so too, except with Sentinels: there it would ask a stopped primary again and again.
        """
        return super().read_response(disable_decoding, disconnect_on_error=disconnect_on_error, **options)


class _AskingOverTls(_Asking, SentinelManagedSSLConnection):
    """Represents the same over TLS."""


def pool_of(watched: Watched, kind: type[SentinelConnectionPool], **settings: Any) -> SentinelConnectionPool:
    """Return a pool of connections to the primary; the settings are those of its connections."""
    asking = {"socket_timeout": ASKED_S, "socket_connect_timeout": ASKED_S, "retry": Retry(NoBackoff(), 0)}
    every: dict[str, Any] = {**asking, **watched.tls, **watched.login}
    sentinel: Any = Sentinel(watched.sentinels, sentinel_kwargs=every)  # type: ignore[no-untyped-call]
    tls = {key: value for key, value in watched.tls.items() if key != "ssl"}
    connection = _AskingOverTls if watched.tls else _Asking
    return kind(watched.name, sentinel, connection_class=connection, **tls, **watched.store, **settings)
