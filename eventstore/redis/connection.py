"""Connects to the event store's server, with the settings that its guarantees need.

redis-py repeats a command after a broken connection. Every write of this package is idempotent, so that stays on, with
pauses that outlast a restart of the server. Replies stay bytes.

A circuit breaker makes callers fail fast after one of them has waited in vain. It sits in the connection pool, which
every command and pipeline passes twice: to get a connection, and to give it back, broken if no answer came in time. It
is our own because the libraries at hand either hold a lock during each call, so that commands wait for one another, or
let everyone try at once when half open.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from redis import BlockingConnectionPool, Connection, ConnectionPool, Redis, UnixDomainSocketConnection
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.driver_info import DriverInfo
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry
from redis.sentinel import SentinelConnectionPool

from eventstore.outages import StoreAway

Client = Redis
DRIVER: Final = DriverInfo()
"""Names the client library to a server; made once, for it reads the metadata of the installed package."""
_WEAKEST_FIRST = ("unknown", "none", "no", "everysec", "always", "replicated")
_CONNECTIONS = 50
"""Limits the connections of one client; a caller that needs one more waits (redis-py's usual pool would refuse)."""
_BLOCKED_S = 30.0
"""Gives up on the reply of a blocking command after this time; callers may block for half of it at most."""
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


class GuardedPool(ConnectionPool):
    """Holds the connections of a node, as many as are requested; asks the breaker first, and reports the result."""

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


class GuardedSentinelPool(GuardedPool, SentinelConnectionPool):
    """Holds the connections of the node that its Sentinels report as the primary.

    If one of them gets no answer, the idle ones are closed too, since they lead to the same node.
    """

    def release(self, connection: Any) -> None:
        """Take a connection back; with a broken one all idle ones end."""
        is_broken = not connection.is_connected
        super().release(connection)
        if is_broken:
            self.disconnect(inuse_connections=False)


class GuardedBlockingPool(GuardedPool, BlockingConnectionPool):
    """Holds a fixed number of connections, for which callers wait."""


class Attempts(Retry):
    """Retries without multiplying: reconnecting within an attempt to send does not count as another attempt.

    Each connection has its own copy, and one caller at a time.
    """

    _is_at_work = False

    def call_with_retry(self, do: Callable[[], Any], *rest: Any, **options: Any) -> Any:
        """Return the result of `do`, retried as often as allowed."""
        if self._is_at_work:
            return do()
        self._is_at_work = True
        try:
            return super().call_with_retry(do, *rest, **options)
        finally:
            self._is_at_work = False


@dataclass(frozen=True, slots=True)
class Patience:
    """Says how long a caller waits: seconds for a reply, number of reconnects, and the longest back-off between them.

    Behind a circuit breaker, callers fail fast after another one had to wait, and commands without a reply are not
    repeated.
    """

    reply_s: float
    retries: int
    longest_pause_s: float
    has_breaker: bool = False

    @property
    def retry(self) -> Retry:
        """Return the same as redis-py's retry policy."""
        errors = (Disconnected,) if self.has_breaker else (Disconnected, TimedOut)
        return Attempts(ExponentialBackoff(cap=self.longest_pause_s, base=0.02), self.retries, errors)


PATIENT: Final = Patience(5.0, 10, 0.5)
"""Suits background work: a minute at most."""
PROMPT: Final = Patience(1.0, 5, 0.3, has_breaker=True)
"""Suits requests, within two seconds: one second for the reply, 0.9 s of attempts to connect."""


AMID: Final = Patience(2.0, 3, 0.2, has_breaker=True)
"""Suits background work on one of several primaries: the others wait for it too."""


def connect(url: str, patience: Patience = PATIENT) -> Client:
    """Connect for commands that answer at once."""
    return _client(url, patience, patience.reply_s)


def connect_blocking(url: str) -> Client:
    """Connect for commands that may block (XREAD BLOCK), for up to 15 s."""
    return _client(url, PATIENT, _BLOCKED_S)


def connect_once(url: str, reply_s: float) -> Client:
    """Connect for a single query, without a second attempt."""
    retry = Retry(NoBackoff(), 0)
    settings: dict[str, Any] = {"socket_timeout": reply_s, "socket_connect_timeout": reply_s, "driver_info": DRIVER}
    return Redis.from_url(url, retry=retry, **settings)


def connect_beside(client: Client, host: str, port: int, reply_s: float) -> Client:
    """Connect to another node as a client does, with its login and encryption, but without a second attempt."""
    pool = client.connection_pool
    is_local = issubclass(pool.connection_class, UnixDomainSocketConnection)
    settings = {name: value for name, value in pool.connection_kwargs.items() if name != "path"}
    settings |= {"host": host, "port": port, "retry": Retry(NoBackoff(), 0)}
    settings |= {"socket_timeout": reply_s, "socket_connect_timeout": reply_s}
    return Redis.from_pool(ConnectionPool(Connection if is_local else pool.connection_class, **settings))


def _client(url: str, patience: Patience, reply_s: float) -> Client:
    settings: dict[str, Any] = {
        "decode_responses": False,
        "socket_timeout": reply_s,
        "socket_connect_timeout": patience.reply_s,
        "retry": patience.retry,
        "driver_info": DRIVER,
    }
    pool = GuardedBlockingPool if patience.has_breaker else BlockingConnectionPool
    return Redis.from_pool(pool.from_url(url, max_connections=_CONNECTIONS, timeout=4 * patience.reply_s, **settings))


def found_durability(client: Any) -> str:
    """Return when a write reaches the disk, by the server's settings; `unknown` if a host hides them.

    Raises RedisError if the server does not answer.
    """
    try:
        settings = client.config_get("append*")
    except ResponseError:
        client.ping()
        return "unknown"
    return str(settings["appendfsync"]) if settings["appendonly"] == "yes" else "none"


def found_policy(client: Any) -> str:
    """Return what the server evicts when memory is short, `noeviction` if nothing; `unknown` if a host hides it.

    Raises RedisError if the server does not answer.
    """
    try:
        return str(client.config_get("maxmemory-policy")["maxmemory-policy"])
    except (ResponseError, KeyError):
        client.ping()
        return "unknown"


def found_evicted(client: Any) -> int:
    """Return how many keys the server evicted since it started; 0 if a host hides that."""
    try:
        return int(client.info("stats").get("evicted_keys", 0))
    except ResponseError:
        return 0


def weakest(found: Iterable[str]) -> str:
    """Return the weakest of several durabilities; `unknown` if one of them is."""
    return min(found, key=_WEAKEST_FIRST.index)


def found_full(client: Any) -> bool:
    """Return whether the server refuses writes because memory or disk is full.

    Returns False if a host hides that; raises RedisError if the server does not answer.
    """
    try:
        info: Mapping[str, Any] = client.info("memory", "persistence")
    except ResponseError:
        return False
    used = info.get("used_memory", 0) - info.get("mem_not_counted_for_evict", 0)
    return bool(0 < info.get("maxmemory", 0) < used or info.get("aof_last_write_status", "ok") != "ok")
