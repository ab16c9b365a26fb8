"""Connects to the event store's server, with the settings that its guarantees need.

redis-py repeats a command after a broken connection. Every write of this package is idempotent, so that stays on, with
pauses that outlast a restart of the server. Replies stay bytes.
"""

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

from eventstore.redis.guarding import GuardedBlockingPool

Client = Redis
DRIVER: Final = DriverInfo()
"""Names the client library to a server; made once, for it reads the metadata of the installed package."""
_WEAKEST_FIRST = ("unknown", "none", "no", "everysec", "always", "replicated")
_CONNECTIONS = 50
"""Limits the connections of one client; a caller that needs one more waits (redis-py's usual pool would refuse)."""
_BLOCKED_S = 30.0
"""Gives up on the reply of a blocking command after this time; callers may block for half of it at most."""


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
        return _refuses(client.info("memory", "persistence"))
    except ResponseError:
        return False


def _refuses(info: Mapping[str, Any]) -> bool:
    used = info.get("used_memory", 0) - info.get("mem_not_counted_for_evict", 0)
    return bool(0 < info.get("maxmemory", 0) < used or info.get("aof_last_write_status", "ok") != "ok")
