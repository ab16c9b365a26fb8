"""Clients of the event store's server, with the settings that its promises need.

redis-py sends a command again by itself when a connection breaks; every write of this package may be repeated, so that
is kept, with pauses that outlast a restart of the server. Replies stay bytes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from redis import BlockingConnectionPool, ConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.cluster import RedisCluster
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry

from eventstore.guarding import GuardedBlockingPool, GuardedPool

Client = Redis | RedisCluster
CLUSTER = "+cluster"
"""Marks a cluster in the scheme of an address: `redis+cluster://host:port`, `rediss+cluster://host:port`."""

_WEAKEST_FIRST = ("none", "no", "everysec", "always")
_CONNECTIONS = 50
"""Of one client at once; whoever needs one more waits for it (the pool of redis-py would refuse)."""
_BLOCKED_S = 30.0
"""A reply of a blocking command that takes longer will never come; nobody may block for longer than half of it."""


class Attempts(Retry):
    """Attempts that do not multiply: one that connects anew within an attempt to send is not an attempt of its own.

    Each connection has its own copy, and one caller at a time.
    """

    _is_at_work = False

    def call_with_retry(self, do: Callable[[], Any], *rest: Any, **options: Any) -> Any:
        """What `do` gives, tried again as often as may be."""
        if self._is_at_work:
            return do()
        self._is_at_work = True
        try:
            return super().call_with_retry(do, *rest, **options)
        finally:
            self._is_at_work = False


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a caller waits: seconds for a reply, and how often a lost connection is made again, with what pauses.

    Behind a breaker nobody waits for a server that has just let somebody wait, and what had no reply is not sent again.
    """

    reply_s: float
    retries: int
    longest_pause_s: float
    has_breaker: bool = False

    @property
    def retry(self) -> Retry:
        """The same in the words of redis-py."""
        errors = (Disconnected,) if self.has_breaker else (Disconnected, TimedOut)
        return Attempts(ExponentialBackoff(cap=self.longest_pause_s, base=0.02), self.retries, errors)


PATIENT: Final = Patience(5.0, 10, 0.5)
"""For whom nobody waits: a minute at most."""
PROMPT: Final = Patience(1.0, 5, 0.3, has_breaker=True)
"""For what answers requests, within two seconds: a second for the reply, 0.9 s of attempts to connect."""


def connect(url: str, cluster: bool = False, patience: Patience = PATIENT) -> Client:
    """A client for commands that answer at once; of a cluster when told or when the address says so."""
    return _client(url, cluster, patience, patience.reply_s)


def connect_blocking(url: str, cluster: bool = False) -> Client:
    """A client whose commands may block (XREAD BLOCK), for up to 15 s."""
    return _client(url, cluster, PATIENT, _BLOCKED_S)


def _client(url: str, cluster: bool, patience: Patience, reply_s: float) -> Client:
    settings: dict[str, Any] = {
        "decode_responses": False,
        "socket_timeout": reply_s,
        "socket_connect_timeout": patience.reply_s,
        "retry": patience.retry,
    }
    scheme, _, place = url.partition("://")
    if cluster or scheme.endswith(CLUSTER):
        nodes: Any = GuardedPool if patience.has_breaker else ConnectionPool
        return RedisCluster.from_url(
            f"{scheme.removesuffix(CLUSTER)}://{place}", connection_pool_class=nodes, **settings
        )
    pool = GuardedBlockingPool if patience.has_breaker else BlockingConnectionPool
    return Redis.from_pool(pool.from_url(url, max_connections=_CONNECTIONS, timeout=4 * patience.reply_s, **settings))


def found_durability(client: Any) -> str:
    """When a write reaches the disk, as the server's settings say, of a cluster the weakest primary's.

    `unknown` where a host keeps its settings to itself; raises RedisError when the server does not answer.
    """
    try:
        found = _settings(client)
    except ResponseError:
        client.ping()
        return "unknown"
    return min((_durability(settings) for settings in found), key=_WEAKEST_FIRST.index)


def found_full(client: Any) -> bool:
    """Whether the server refuses writes for want of memory or of room on its disk, of a cluster any primary.

    False where a host keeps that to itself; raises RedisError when the server does not answer.
    """
    try:
        return any(
            _refuses(info) for info in _each(client, lambda **node: client.info("memory", "persistence", **node))
        )
    except ResponseError:
        return False


def _refuses(info: Mapping[str, Any]) -> bool:
    used = info.get("used_memory", 0) - info.get("mem_not_counted_for_evict", 0)
    return bool(0 < info.get("maxmemory", 0) < used or info.get("aof_last_write_status", "ok") != "ok")


def _each(client: Any, ask: Callable[..., Any]) -> list[Any]:
    """What each node says."""
    if isinstance(client, RedisCluster):
        cluster: Any = client
        return [ask(target_nodes=node) for node in cluster.get_primaries()]
    return [ask()]


def _settings(client: Any) -> list[Mapping[str, str]]:
    """What each node says of its append-only file."""
    return _each(client, lambda **node: client.config_get("append*", **node))


def _durability(settings: Mapping[str, str]) -> str:
    return settings["appendfsync"] if settings["appendonly"] == "yes" else "none"
