"""Clients of the event store's server, with the settings that its promises need.

redis-py sends a command again by itself when a reply is lost; every write of this package may be repeated, so that is
kept, with pauses that outlast a restart of the server. Replies stay bytes.
"""

from collections.abc import Mapping
from typing import Any

from redis import BlockingConnectionPool, Redis
from redis.backoff import ExponentialBackoff
from redis.cluster import RedisCluster
from redis.exceptions import ResponseError
from redis.retry import Retry

Client = Redis | RedisCluster
CLUSTER = "+cluster"
"""Marks a cluster in the scheme of an address: `redis+cluster://host:port`, `rediss+cluster://host:port`."""

_TIMEOUT_S = 5.0
_WEAKEST_FIRST = ("none", "no", "everysec", "always")
_CONNECTIONS = 50
"""Of one client at once; whoever needs one more waits for it (the pool of redis-py would refuse)."""


def connect(url: str, cluster: bool = False) -> Client:
    """A client for commands that answer at once; of a cluster when told or when the address says so."""
    return _client(url, cluster, socket_timeout=_TIMEOUT_S)


def connect_blocking(url: str, cluster: bool = False) -> Client:
    """A client whose commands may block (XREAD BLOCK): it waits for a reply as long as it takes."""
    return _client(url, cluster, socket_timeout=None)


def _client(url: str, cluster: bool, **settings: Any) -> Client:
    settings |= {
        "decode_responses": False,
        "socket_connect_timeout": _TIMEOUT_S,
        "retry": Retry(ExponentialBackoff(cap=0.5, base=0.02), 10),
    }
    scheme, _, place = url.partition("://")
    if cluster or scheme.endswith(CLUSTER):
        return RedisCluster.from_url(f"{scheme.removesuffix(CLUSTER)}://{place}", **settings)
    return Redis.from_pool(BlockingConnectionPool.from_url(url, max_connections=_CONNECTIONS, **settings))


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


def _settings(client: Any) -> list[Mapping[str, str]]:
    """What each node says of its append-only file."""
    if isinstance(client, RedisCluster):
        cluster: Any = client
        return [cluster.config_get("append*", target_nodes=node) for node in cluster.get_primaries()]
    return [client.config_get("append*")]


def _durability(settings: Mapping[str, str]) -> str:
    return settings["appendfsync"] if settings["appendonly"] == "yes" else "none"
